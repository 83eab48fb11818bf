/** How a skill's MCP server is reached: as a program on stdio, or by URL. */

import type {
  JSONRPCMessage,
  OAuthClientProvider,
  StreamableHTTPClientTransport,
  Transport,
} from '@modelcontextprotocol/client'
import { LIMITS } from '../../skill/limits.js'
import { createBoundedFetch } from '../../system/http/bounded-fetch.js'
import { type LineProcess, startLineProcess } from '../../system/process/line-process.js'
import type { ServerRequest } from '../../workspace/activation/server.js'
import { guardSignIn } from './sign-in/authorization-server.js'
import { takesSignIn } from './sign-in/kept-sign-in.js'
import { createKeptProvider } from './sign-in/sign-in-provider.js'

/** A connection to a server. */
export interface ServerConnection {
  readonly transport: Transport
  readonly ended: Promise<string | undefined>
  stderr(): string
  stop(): Promise<void>
}

/** Starts a program. */
export function openProcess({ command = [], cwd, environment }: ServerRequest): ServerConnection {
  const child = startLineProcess({ command, cwd, environment, lineCharacters: LIMITS.serverMessageBytes })
  return { transport: toTransport(child), ended: child.ended, stderr: child.stderr, stop: child.stop }
}

/** Our own transport, so that a server is stopped together with everything it started. */
function toTransport(child: LineProcess): Transport {
  const take = createTurns(child, (message) => transport.onmessage?.(message))
  const transport: Transport & typeof STDIO = {
    ...STDIO,
    start: async () => {
      child.onLine = (line) => {
        const message = readMessage(line)
        if (message !== undefined) take(message)
        else transport.onerror?.(new Error(`invalid message: ${line.slice(0, 200)}`))
      }
      void child.ended.then(() => transport.onclose?.())
    },
    send: async (message) => child.send(JSON.stringify(message)),
    close: () => child.stop(),
  }
  return transport
}

/** How many messages may wait before no more are read. */
const MOST_WAITING = 256

/**
 * Gives each notification a turn of its own. The SDK handles it later than an answer in the same turn, and drops progress
 * of a call that has its answer.
 */
function createTurns(child: LineProcess, deliver: (message: JSONRPCMessage) => void) {
  const waiting: JSONRPCMessage[] = []
  let isBusy = false
  const next = () => {
    isBusy = false
    while (!isBusy && waiting.length > 0) {
      const message = waiting.shift() as JSONRPCMessage
      deliver(message)
      if ('method' in message && !('id' in message)) {
        isBusy = true
        setImmediate(next)
      }
    }
    if (waiting.length === 0) child.resume()
  }
  return (message: JSONRPCMessage) => {
    waiting.push(message)
    if (waiting.length > MOST_WAITING) child.pause()
    if (!isBusy) next()
  }
}

/** By these, the SDK recognizes a program: one that does not know the newest protocol may stay silent. */
const STDIO = { stderr: null, pid: null }

function readMessage(line: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as JSONRPCMessage) : undefined
  } catch {
    return undefined
  }
}

type Sdk = typeof import('@modelcontextprotocol/client')

/** Connects to a URL. */
export function openUrl(request: ServerRequest & { readonly url: string }, sdk: Sdk): ServerConnection {
  const transport = createTransport(request, sdk, findProvider(request, sdk))
  let end: (reason: undefined) => void = () => undefined
  const ended = new Promise<undefined>((resolve) => {
    end = resolve
  })
  failBrokenRequests(transport)
  return {
    transport,
    ended,
    stderr: () => '',
    stop: async () => {
      await transport.close()
      end(undefined)
    },
  }
}

/** The transport to a URL, for a caller that the provider signs in. */
export function createTransport(
  { url, headers = {}, signIn }: ServerRequest & { readonly url: string },
  sdk: Sdk,
  authProvider: OAuthClientProvider | undefined,
): StreamableHTTPClientTransport {
  const { origin } = new URL(url)
  const fetch = createBoundedFetch(LIMITS.serverMessageBytes, { origin, headers })
  return new sdk.StreamableHTTPClientTransport(new URL(url), {
    ...(authProvider !== undefined && { authProvider }),
    fetch: signIn === undefined ? fetch : guardSignIn(fetch, url),
  })
}

function findProvider(request: ServerRequest, sdk: Sdk): OAuthClientProvider | undefined {
  if (takesSignIn(request)) return createKeptProvider(request)
  const { oauth } = request
  if (oauth === undefined) return undefined
  const { issuer, clientId, clientSecret, scopes } = oauth
  const scope = scopes.length === 0 ? {} : { scope: scopes.join(' ') }
  return new sdk.ClientCredentialsProvider({ clientId, clientSecret, expectedIssuer: issuer, ...scope })
}

/** A stream that ends before the answer would leave its request waiting until it times out. */
function failBrokenRequests(transport: Transport): void {
  const send = transport.send.bind(transport)
  transport.send = (message, options) =>
    send(message, {
      ...options,
      onRequestStreamEnd: () => {
        options?.onRequestStreamEnd?.()
        if (!('method' in message) || !('id' in message)) return
        const error = { code: CONNECTION_CLOSED, message: 'the connection ended before the answer' }
        // A request that has its answer is not waiting any more, and the SDK ignores this.
        transport.onmessage?.({ jsonrpc: '2.0', id: message.id, error })
      },
    })
}

const CONNECTION_CLOSED = -32_000
