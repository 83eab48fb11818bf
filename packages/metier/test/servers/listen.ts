/** Servers on loopback that end with their test. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | object
}

export interface LoopbackServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  readonly host: string
  /** The paths that were asked for, in order. */
  readonly requests: string[]
  /** The headers of the last request. */
  readonly headers: () => IncomingMessage['headers']
}

type Answer = (path: string, request: IncomingMessage, response: ServerResponse) => Reply | undefined

/** A server whose answers are values; what answers by itself returns nothing. */
export async function listen(answer: Answer): Promise<LoopbackServer> {
  const requests: string[] = []
  let headers: IncomingMessage['headers'] = {}
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push(path)
    headers = request.headers
    const reply = answer(path, request, response)
    if (reply !== undefined) send(response, reply)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, requests, headers: () => headers }
}

function send(response: ServerResponse, { status = 200, headers = {}, body = '' }: Reply): void {
  const isData = typeof body === 'string' || body instanceof Uint8Array
  const type = isData ? 'text/plain; charset=utf-8' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(isData ? body : JSON.stringify(body))
}
