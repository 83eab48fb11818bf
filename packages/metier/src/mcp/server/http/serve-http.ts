/** MCP over HTTP: one server on one address, with limits on everything that a client could make it do. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { loadSdk } from '../../sdk.js'
import { introduce } from '../build-server.js'
import { createOffering } from '../offering.js'
import type { McpServerOptions } from '../options.js'
import { errorResponse, readBody, sendWebResponse, toWebRequest } from './bridge.js'
import { createEndpoint, type Endpoint } from './endpoint.js'
import { findRefusal, type Guard, isLoopback } from './guard.js'
import { createRateLimit, type RateLimit } from './rate-limit.js'

/** The limits of an HTTP server. */
export interface HttpLimits {
  /** The size of one request; 4 MiB by default. */
  readonly bodyBytes: number
  /** How long a request may take to arrive; 30 seconds by default. */
  readonly bodyMilliseconds: number
  /** Requests per second from one address; 1,000 by default. */
  readonly requestsPerSecond: number
  /** Requests from one address at once after a pause; 10,000 by default. */
  readonly requestsAtOnce: number
  /** Requests that are answered at the same time; 512 by default. */
  readonly concurrentRequests: number
  /** Open connections; 2,048 by default. */
  readonly connections: number
  /** Sessions of 2025 clients; 512 by default. */
  readonly sessions: number
  /** Conversations of clients without a session; 1,000 by default. */
  readonly activations: number
  /** How long an unused session or conversation is kept; 30 minutes by default. */
  readonly idleMilliseconds: number
}

const HTTP_LIMITS: HttpLimits = {
  bodyBytes: 4 * 1024 * 1024,
  bodyMilliseconds: 30_000,
  requestsPerSecond: 1_000,
  requestsAtOnce: 10_000,
  concurrentRequests: 512,
  connections: 2_048,
  sessions: 512,
  activations: 1_000,
  idleMilliseconds: 30 * 60 * 1_000,
}

/** Options of `serveMcpOverHttp`. */
export interface ServeHttpOptions extends McpServerOptions {
  /** The address to listen on; 127.0.0.1 if left out. Any address that others can reach requires a token. */
  readonly host?: string
  /** The port; any free one if left out. */
  readonly port?: number
  /** The token that clients must send as `Authorization: Bearer …`. */
  readonly token?: string
  /** Host names, in addition to this machine's own, by which clients may address the server. */
  readonly allowedHosts?: readonly string[]
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<HttpLimits>
  /**
   * Answers requests to other paths than `/mcp`, once they are accepted. Return undefined for a path that does not
   * exist.
   */
  readonly otherwise?: (request: Request) => Promise<Response | undefined>
  /** Whether `otherwise` decides by itself who may request a path, so that no token is required there. Never for `/mcp`. */
  readonly isOpen?: (path: string) => boolean
}

/** A server that listens. */
export interface HttpService {
  /** The address of the endpoint, such as `http://127.0.0.1:8080/mcp`. */
  readonly url: string
  /** The port that it listens on. */
  readonly port: number
  /** How many sessions and conversations there are now. */
  readonly counts: Endpoint['counts']
  /** Accepts no further requests, lets pending ones end, and ends every session. */
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'
const ENDPOINT = '/mcp'
const LISTEN = 'subscriptions/listen'
const EXPIRY_INTERVAL = 60_000
/** How long open requests may take when the server stops. */
const FAREWELL_MILLISECONDS = 3_000

/**
 * Serves MCP over HTTP until it is closed. Throws if the address is taken, or if others can reach it and there is no
 * token.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { serveMcpOverHttp } from 'metier/mcp'
 *
 * const service = await serveMcpOverHttp({ skillManager: new SkillManager(), port: 8080 })
 * console.log(service.url)
 */
export async function serveMcpOverHttp(options: ServeHttpOptions): Promise<HttpService> {
  const { host = LOOPBACK, port = 0, token, allowedHosts = [] } = options
  const guard: Guard = { allowedHosts, isLoopback: isLoopback(host), token }
  if (!guard.isLoopback && token === undefined)
    throw new Error(`Set a token to listen on ${host}, because other machines can reach it`)
  const limits = { ...HTTP_LIMITS, ...options.limits }
  const sdk = await loadSdk()
  const offering = createOffering(sdk, options)
  const introduction = introduce(sdk, options)
  const endpoint = createEndpoint(introduction, offering, limits)
  const rate = createRateLimit({ perSecond: limits.requestsPerSecond, burst: limits.requestsAtOnce })
  const { otherwise, isOpen = () => false } = options
  const answering: Answering = { guard, limits, rate, endpoint, otherwise, isOpen, open: 0 }
  const server = createServer((request, response) => {
    answer(request, response, answering).catch((error: unknown) => {
      introduction.reportError(error)
      if (response.headersSent) response.destroy()
      else response.writeHead(400).end()
    })
  })
  restrict(server, limits)
  await listen(server, host, port)
  const expiry = setInterval(() => void endpoint.expire().catch(introduction.reportError), EXPIRY_INTERVAL).unref()
  const address = server.address()
  const taken = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}${ENDPOINT}`,
    port: taken,
    get counts() {
      return endpoint.counts
    },
    close: async () => {
      clearInterval(expiry)
      await stop(server, answering)
      await offering.close()
    },
  }
}

interface Answering {
  readonly guard: Guard
  readonly limits: HttpLimits
  readonly rate: RateLimit
  readonly endpoint: Endpoint
  readonly otherwise: ServeHttpOptions['otherwise']
  readonly isOpen: (path: string) => boolean
  /** Requests that have no answer yet. */
  open: number
  /** Called when none is left. */
  onIdle?: () => void
}

async function answer(request: IncomingMessage, response: ServerResponse, answering: Answering): Promise<void> {
  const abortion = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) abortion.abort()
  })
  answering.open++
  let isOpen = true
  const end = () => {
    if (isOpen) answering.open--
    isOpen = false
    if (answering.open === 0) answering.onIdle?.()
  }
  try {
    const early = findEarlyAnswer(request, answering)
    const { reply, isListening } = early ?? (await respond(request, answering, abortion.signal))
    // Streams on which a client listens for changes never end by themselves.
    if (isListening) end()
    // Unread bytes of this request would be parsed as the next one.
    if (!request.complete) response.setHeader('connection', 'close')
    await sendWebResponse(reply, response)
    if (!request.complete) request.destroy()
  } finally {
    end()
  }
}

interface Reply {
  readonly reply: Response
  readonly isListening: boolean
}

/** Refuses requests before anything is read. */
function findEarlyAnswer(request: IncomingMessage, answering: Answering): Reply | undefined {
  const { guard, limits, rate, open } = answering
  if (!rate.take(request.socket.remoteAddress ?? '')) return refuse(429, 'Too Many Requests', { 'retry-after': '1' })
  if (open > limits.concurrentRequests) return refuse(503, 'Service Unavailable', { 'retry-after': '1' })
  const path = pathOf(request)
  const isOpen = path !== ENDPOINT && path !== undefined && answering.isOpen(path)
  const refused = findRefusal(request.headers, isOpen ? { ...guard, token: undefined } : guard)
  if (refused === undefined) return undefined
  const headers = refused.status === 401 ? { 'www-authenticate': 'Bearer realm="metier"' } : {}
  return refuse(refused.status, refused.message, headers)
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): Reply {
  return { reply: errorResponse(status, message, headers), isListening: false }
}

async function respond(request: IncomingMessage, answering: Answering, signal: AbortSignal): Promise<Reply> {
  const { limits, endpoint, otherwise } = answering
  const body = await readBody(request, { bytes: limits.bodyBytes, milliseconds: limits.bodyMilliseconds })
  if (!body.ok) return refuse(body.status, body.message)
  const webRequest = toWebRequest(request, body.bytes, signal)
  if (new URL(webRequest.url).pathname !== ENDPOINT) {
    const reply = await otherwise?.(webRequest)
    if (reply === undefined) return refuse(404, 'Not Found: the endpoint is /mcp')
    return { reply, isListening: reply.headers.get('content-type') === 'text/event-stream' }
  }
  const message = parseJson(request, body.bytes)
  // Every client with the token is the same principal; without a token, every client on this machine.
  const principal = answering.guard.token === undefined ? 'local' : 'token'
  const reply = await endpoint.fetch(webRequest, message, principal)
  return { reply, isListening: request.method === 'GET' || isListen(message) }
}

/** The path as the request is answered by; undefined if there is none. */
function pathOf({ url = '/', headers }: IncomingMessage): string | undefined {
  try {
    return new URL(url, `http://${headers.host ?? 'localhost'}`).pathname
  } catch {
    return undefined
  }
}

function isListen(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'method' in message && message.method === LISTEN
}

/** Parses the body once. The SDK reports a body that is not JSON. */
function parseJson(request: IncomingMessage, bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined || !/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return undefined
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}

function restrict(server: Server, limits: HttpLimits): void {
  server.maxConnections = limits.connections
  server.headersTimeout = 10_000
  server.keepAliveTimeout = 10_000
  // Bodies have their own limit, and an answer may take as long as its tool.
  server.requestTimeout = 0
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

async function stop(server: Server, answering: Answering): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  await settled(answering)
  // Streams for listening end with their sessions.
  await answering.endpoint.close()
  server.closeAllConnections()
  await closed
}

/** Resolves when every request has its answer, or when time is up. */
function settled(answering: Answering): Promise<void> {
  if (answering.open === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const farewell = setTimeout(resolve, FAREWELL_MILLISECONDS)
    answering.onIdle = () => {
      clearTimeout(farewell)
      resolve()
    }
  })
}
