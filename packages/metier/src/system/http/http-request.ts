/** One request and its response, without redirects or retries. */

import { constants } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { codeOf } from '../../skill/unknown-value.js'
import type { NetworkAddress } from './address-policy.js'
import type { HttpAnswer, HttpRequest } from './http.js'
import { describeTime, HttpProblem } from './http-problem.js'
import { openTunnel, proxyHeaders, requestThrough, trusting } from './http-tunnel.js'
import { isLoopbackHost } from './private-address.js'

export interface Hop {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly addresses: readonly NetworkAddress[]
  readonly proxy: URL | undefined
  readonly certificates: string | undefined
  /** `GET` by default. */
  readonly method?: string | undefined
  readonly body?: string | Uint8Array | undefined
  readonly limits: { readonly bytes: number; readonly milliseconds: number; readonly idleMilliseconds: number }
}

/** How a response is read. */
type ResponseUse = Pick<HttpRequest, 'signal' | 'file' | 'onProgress'>

/** Sends one request; throws an HttpProblem if no complete response arrives within the limits. */
export async function sendRequest(hop: Hop, request: ResponseUse): Promise<HttpAnswer> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), Math.max(0, hop.limits.milliseconds))
  const signal = request.signal === undefined ? deadline.signal : AbortSignal.any([request.signal, deadline.signal])
  let isAnswered = false
  try {
    const response = await openResponse(hop, signal)
    isAnswered = true
    return await readAnswer(response, hop, request)
  } catch (error) {
    request.signal?.throwIfAborted()
    if (error instanceof HttpProblem) throw error
    if (deadline.signal.aborted)
      throw tooSlow(hop, `the whole response within ${describeTime(hop.limits.milliseconds)}`)
    const what = isAnswered ? 'closed the connection early' : 'could not be reached'
    throw new HttpProblem('source_unavailable', `${hop.url.host} ${what} (${codeOf(error) || 'unknown'})`, {
      suggestions: [adviseOn(codeOf(error), hop.url)],
      mayPass: true,
    })
  } finally {
    clearTimeout(timer)
  }
}

function adviseOn(code: string | undefined, { protocol, hostname }: URL): string {
  const isSecure = protocol === 'https:'
  if (isSecure && /^(?:EPROTO|ERR_SSL_)/.test(code ?? ''))
    return 'Check the address and its port: no https answers there'
  if (code === 'ECONNREFUSED' && isLoopbackHost(hostname)) return 'Check the port, and that the server runs'
  return 'Check your network connection, then try again'
}

/** Sends one request to a checked address, and returns when the headers of its response have arrived. */
export async function openResponse(hop: Hop, signal: AbortSignal): Promise<IncomingMessage> {
  const { url, proxy } = hop
  const isSecure = url.protocol === 'https:'
  const common = {
    method: hop.method ?? 'GET',
    signal,
    headers: {
      'user-agent': 'metier',
      accept: '*/*',
      // Count the bytes as received: nothing is decompressed.
      'accept-encoding': 'identity',
      ...hop.headers,
      host: url.host,
    },
  }
  if (proxy === undefined) {
    const send = isSecure ? requestHttps : requestHttp
    const direct = { ...common, ...targetOf(url, hop), agent: false as const, lookup: fixedLookup(hop.addresses) }
    return await answerOf(send(direct), hop)
  }
  if (!isSecure) {
    const headers = { ...common.headers, ...proxyHeaders(proxy) }
    return await answerOf(
      requestThrough(proxy, { ...common, ...trusting(hop.certificates), path: url.href, headers }),
      hop,
    )
  }
  const tunnel = await openTunnel(hop, proxy, signal)
  const request = requestHttps({ ...common, ...targetOf(url, hop), createConnection: () => tunnel })
  return await answerOf(request, hop)
}

function targetOf(url: URL, { certificates }: Hop) {
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    ...trusting(certificates),
  }
}

/** Connects to the checked addresses, no matter what the name resolves to now. */
function fixedLookup(addresses: readonly NetworkAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses
    if (first === undefined) callback(new Error('ENOTFOUND'), '', 0)
    else if (options.all) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
}

function answerOf(request: ClientRequest, hop: Hop): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let response: IncomingMessage | undefined
    request.setTimeout(hop.limits.idleMilliseconds, () => {
      const problem = tooSlow(hop, `any data for ${describeTime(hop.limits.idleMilliseconds)}`)
      // Otherwise the reader would see only a broken connection.
      response?.destroy(problem)
      request.destroy(problem)
    })
    request.on('response', (answer) => {
      response = answer
      resolve(answer)
    })
    request.on('error', reject)
    request.end(hop.body)
  })
}

async function readAnswer(response: IncomingMessage, hop: Hop, request: ResponseUse): Promise<HttpAnswer> {
  const status = response.statusCode ?? 0
  const headers = plainHeaders(response)
  const address = response.socket.remoteAddress
  const answer = { status, headers, url: hop.url.href, ...(hop.proxy === undefined && { address }) }
  if (isRedirect(status, headers)) {
    response.destroy()
    return { ...answer, body: new Uint8Array() }
  }
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    response.destroy()
    throw new HttpProblem(
      'source_unavailable',
      `${hop.url.host} sent a compressed response (${encoding}) although the request did not accept one`,
    )
  }
  // Only a successful body goes to the file; error pages are cut short.
  const isWanted = status >= 200 && status < 300
  const most = isWanted ? hop.limits.bytes : Math.min(hop.limits.bytes, 64 * 1024)
  const declared = Number(headers['content-length'] ?? Number.NaN)
  if (declared > most) {
    response.destroy()
    throw tooLarge(hop, most)
  }
  const file = isWanted ? request.file : undefined
  const body = await readBody(response, hop, most, file, (done) => {
    request.onProgress?.(done, Number.isNaN(declared) ? undefined : declared)
  })
  return { ...answer, body }
}

async function readBody(
  response: IncomingMessage,
  hop: Hop,
  most: number,
  file: string | undefined,
  onProgress: (done: number) => void,
): Promise<Uint8Array> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
  const handle = file === undefined ? undefined : await open(file, flags, 0o600).catch(refuseDisk)
  const chunks: Uint8Array[] = []
  let length = 0
  let isWhole = false
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      length += chunk.length
      if (length > most) throw tooLarge(hop, most)
      if (handle === undefined) chunks.push(chunk)
      else await handle.writeFile(chunk).catch(refuseDisk)
      onProgress(length)
    }
    isWhole = true
  } finally {
    response.destroy()
    await handle?.close()
    // A retry starts over.
    if (!isWhole && file !== undefined) await rm(file, { force: true })
  }
  return join(chunks, handle === undefined ? length : 0)
}

/** A local disk error is not the server's fault, and retrying does not help. */
function refuseDisk(error: unknown): never {
  throw new HttpProblem('system_error', `The download cannot be written to disk (${codeOf(error) || 'unknown'})`, {
    suggestions: ['Check that the disk has free space and is writable, then try again'],
  })
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const body = new Uint8Array(length)
  let position = 0
  for (const chunk of chunks) {
    body.set(chunk, position)
    position += chunk.length
  }
  return body
}

export function isRedirect(status: number, headers: Readonly<Record<string, string>>): boolean {
  return status >= 300 && status < 400 && headers.location !== undefined
}

export function plainHeaders(response: IncomingMessage): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) found[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return found
}

export function tooLarge(hop: Pick<Hop, 'url'>, most: number): HttpProblem {
  return new HttpProblem('limit_exceeded', `${hop.url.host} sent more than ${most} bytes`)
}

function tooSlow(hop: Hop, what: string): HttpProblem {
  return new HttpProblem('source_unavailable', `${hop.url.host} did not send ${what}`, {
    suggestions: ['Try again later'],
  })
}
