/**
 * Connects Node's HTTP server with the SDK's fetch-style handlers: whole bodies in, within limits; streams out, as fast
 * as they are read.
 */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The limits of a request body. */
export interface BodyLimits {
  readonly bytes: number
  /** How long the body may take to arrive. */
  readonly milliseconds: number
}

/** A body, or why it was not read. */
export type Body =
  | { readonly ok: true; readonly bytes: Uint8Array | undefined }
  | { readonly ok: false; readonly status: 400 | 408 | 413; readonly message: string }

/** Reads the whole body of a request. A body that is too large or too slow is refused. */
export async function readBody(request: IncomingMessage, { bytes: most, milliseconds }: BodyLimits): Promise<Body> {
  if (request.method === 'GET' || request.method === 'HEAD') return { ok: true, bytes: undefined }
  if (Number(request.headers['content-length'] ?? 0) > most) return tooLarge(most)
  return new Promise<Body>((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (body: Body) => {
      clearTimeout(timer)
      request.removeAllListeners('data')
      resolve(body)
    }
    const timer = setTimeout(() => {
      settle({ ok: false, status: 408, message: `Request Timeout: the body took longer than ${milliseconds} ms` })
    }, milliseconds)
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > most) settle(tooLarge(most))
      else chunks.push(chunk)
    })
    request.once('end', () => settle({ ok: true, bytes: Buffer.concat(chunks) }))
    request.once('error', () => settle({ ok: false, status: 400, message: 'Bad Request: the body is incomplete' }))
    request.once('close', () => settle({ ok: false, status: 400, message: 'Bad Request: the body is incomplete' }))
  })
}

function tooLarge(most: number): Body {
  return { ok: false, status: 413, message: `Payload Too Large: the limit is ${most} bytes` }
}

/** The request as fetch has it. It is aborted when the client disconnects before it has its answer. */
export function toWebRequest(request: IncomingMessage, body: Uint8Array | undefined, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headers } = request
  const place = new URL(url, `http://${headers.host ?? 'localhost'}`)
  const whole = body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }
  return new Request(place, { method, headers: toWebHeaders(headers), signal, ...whole })
}

function toWebHeaders(headers: IncomingHttpHeaders): Headers {
  const all = Object.entries(headers).flatMap(([name, value = []]) => [value].flat().map((one) => [name, one] as const))
  return new Headers(all.map(([name, value]) => [name, value]))
}

/** Sends an answer. A stream continues until it ends or the client disconnects. */
export async function sendWebResponse(response: Response, target: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(response.headers)
  if (!headers['content-type']?.startsWith('text/event-stream')) {
    const body = Buffer.from(await response.arrayBuffer())
    target.writeHead(response.status, { ...headers, 'content-length': body.length })
    target.end(body)
    return
  }
  target.writeHead(response.status, headers)
  target.flushHeaders()
  try {
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), target)
  } catch {
    // The client disconnected, which cancelled the stream.
    target.destroy()
  }
}

/** An error in the form that MCP clients read. */
export function errorResponse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = { jsonrpc: '2.0', id: null, error: { code: -32_000, message } }
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
}
