/** Waits on this machine for the browser to come back from a sign-in (RFC 8252). */

import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { messageOf } from '../../skill/unknown-value.js'

/** Where the browser is sent, and what it brings. */
export interface LoopbackRedirect {
  /** The address for the browser, which only this machine can reach. */
  readonly url: string
  /** The parameters that came with the right state; undefined if the browser did not come in time. */
  readonly arrival: Promise<URLSearchParams | undefined>
  close(): void
}

/** What to wait for. */
export interface RedirectOptions {
  /** Sent along by the authorization server: a request with another is not for us. */
  readonly state: string
  /** A port that is registered with the authorization server; any free one if left out. */
  readonly port?: number | undefined
  readonly milliseconds: number
  readonly signal?: AbortSignal | undefined
}

const PATH = '/callback'
const HOST = '127.0.0.1'

/** Listens until the browser has come back, the time is up or the caller gives up. */
export async function listenForRedirect(options: RedirectOptions): Promise<Result<LoopbackRedirect>> {
  const { port = 0, milliseconds, signal } = options
  let arrive: (parameters: URLSearchParams | undefined) => void = () => undefined
  const arrival = new Promise<URLSearchParams | undefined>((resolve) => {
    arrive = resolve
  })
  const server = createServer((request, response) => answer(request, response, options.state, arrive))
  try {
    await listen(server, port)
  } catch (error) {
    return fail('system_error', `Cannot wait for the browser on port ${port}: ${messageOf(error)}`)
  }
  const giveUp = () => arrive(undefined)
  const timer = setTimeout(giveUp, milliseconds)
  signal?.addEventListener('abort', giveUp, { once: true })
  const { port: actual } = server.address() as AddressInfo
  return succeed({
    url: `http://${HOST}:${actual}${PATH}`,
    arrival,
    close: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      giveUp()
      server.close()
      // The browser may keep its connection.
      server.closeIdleConnections()
      setTimeout(() => server.closeAllConnections(), CLOSING_MILLISECONDS).unref()
    },
  })
}

const CLOSING_MILLISECONDS = 500

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Any program and any page on this machine can send requests here, so everything but the expected one is refused. */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  state: string,
  arrive: (parameters: URLSearchParams) => void,
): void {
  const { port } = request.socket.address() as AddressInfo
  const host = `${HOST}:${port}`
  const url = new URL(request.url ?? '/', `http://${host}`)
  const { searchParams } = url
  // Another name for this address would be that of a page that reaches for it.
  if (request.headers.host !== host) say(response, 403, 'This address is not served here.')
  else if (request.method !== 'GET' || url.pathname !== PATH) say(response, 404, 'Not found.')
  else if (!isSame(searchParams.get('state') ?? '', state)) say(response, 400, UNKNOWN)
  else {
    const end = searchParams.has('error') ? 'You are not signed in.' : 'Almost done.'
    say(response, 200, `${end} Go back to your terminal.`)
    arrive(searchParams)
  }
}

const UNKNOWN = 'This sign-in was not started here, or it is over. Start it again in your terminal.'

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Text only: nothing of the request is in the page. */
function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
    connection: 'close',
  })
  response.end(`${text}\n`)
}
