/** Fetches over HTTP without trusting the server or its name (install pipeline rules 18 to 21). */

import { setTimeout as pause } from 'node:timers/promises'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { parseUrl } from '../../skill/text/parse-url.js'
import { type AddressPolicy, createAddressPolicy, type Lookup, refuseUrl } from './address-policy.js'
import { createConversation, type HttpConversation, type HttpFetch } from './http-fetch.js'
import { describeTime, HttpProblem } from './http-problem.js'
import { type Hop, isRedirect, sendRequest } from './http-request.js'
import { type Proxies, proxyFor } from './network-variables.js'

interface HttpLimits {
  /** Maximum body size, unless the request sets a lower one. */
  readonly bytes: number
  /** From connecting to the last byte. */
  readonly milliseconds: number
  /** Without receiving any data. */
  readonly idleMilliseconds: number
  readonly redirects: number
  readonly retries: number
  /** The longest `Retry-After` to wait for. */
  readonly waitMilliseconds: number
}

const HTTP_LIMITS: HttpLimits = {
  bytes: 50 * 1024 * 1024,
  milliseconds: 120_000,
  idleMilliseconds: 15_000,
  redirects: 3,
  retries: 2,
  waitMilliseconds: 60_000,
}

export interface HttpOptions {
  /** `host` or `host:port` from the user's configuration: these may use plain http and private addresses. */
  readonly allowedHosts?: readonly string[] | undefined
  readonly proxies?: Proxies | undefined
  readonly limits?: Partial<HttpLimits> | undefined
  /** Certificates to trust in addition to the system's. */
  readonly certificates?: string | undefined
  /** Replaces the system's name resolution. */
  readonly lookup?: Lookup | undefined
  /** Replaces the wait before a retry. */
  readonly wait?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

export interface HttpRequest {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly mostBytes?: number
  /** Where to stream the body; must not exist yet. */
  readonly file?: string
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((done: number, total: number | undefined) => void) | undefined
  /** Called before a wait long enough to notice. */
  readonly onWait?: ((milliseconds: number) => void) | undefined
  /** Called before following a redirect. */
  readonly mayFollow: (url: URL) => boolean
  /** One more allowed host, for this request only. */
  readonly allowedHost?: string | undefined
}

/** Bytes for one address. */
export interface HttpUpload
  extends Pick<HttpRequest, 'url' | 'headers' | 'mostBytes' | 'signal' | 'onWait' | 'allowedHost'> {
  readonly body: Uint8Array
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The URL after the last redirect. */
  readonly url: string
  /** Empty if the body went to a file. */
  readonly body: Uint8Array
  /** The address that was checked and connected to; undefined behind a proxy. */
  readonly address?: string | undefined
}

export interface HttpClient {
  /** Any response below 500 other than 429 is a value; server and network errors are failures. */
  get(request: HttpRequest): Promise<Result<HttpAnswer>>
  /** As `get`, but no redirect is followed, and only a request that the server did not look at (429) is sent again. */
  post(upload: HttpUpload): Promise<Result<HttpAnswer>>
  /** A `fetch` for a protocol library: one origin, checked addresses, no redirects, a shared allowance of bytes. */
  converse(conversation: HttpConversation): HttpFetch
  readonly proxies: Proxies
  readonly policy: AddressPolicy
}

const NO_PROXIES: Proxies = { exceptions: [] }

export function createHttpClient(options: HttpOptions = {}): HttpClient {
  const limits = { ...HTTP_LIMITS, ...options.limits }
  const proxies = options.proxies ?? NO_PROXIES
  const policy = createAddressPolicy(options.allowedHosts ?? [], options.lookup)
  const settings: Settings = {
    limits,
    proxies,
    policy,
    certificates: options.certificates,
    wait: options.wait ?? waitFor,
  }
  return {
    get: (request) => withRetries(request, settings, () => attempt(() => followRedirects(request, settings))),
    post: (upload) =>
      withRetries(upload, settings, async () => {
        const { result, wait, isLimited } = await attempt(() => sendUpload(upload, settings))
        return isLimited === true && wait !== undefined ? { result, wait } : { result }
      }),
    converse: (conversation) => createConversation(conversation, settings),
    proxies,
    policy,
  }
}

interface Settings {
  readonly limits: HttpLimits
  readonly proxies: Proxies
  readonly policy: AddressPolicy
  readonly certificates: string | undefined
  readonly wait: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
}

async function waitFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await pause(milliseconds, undefined, signal === undefined ? {} : { signal })
}

async function withRetries(
  { signal, onWait }: Pick<HttpRequest, 'signal' | 'onWait'>,
  settings: Settings,
  send: () => Promise<Outcome>,
): Promise<Result<HttpAnswer>> {
  for (let count = 0; ; count++) {
    signal?.throwIfAborted()
    const outcome = await send()
    signal?.throwIfAborted()
    if (outcome.wait === undefined || count >= settings.limits.retries) return outcome.result
    const delay = delayBefore(outcome.wait, count)
    if (delay > settings.limits.waitMilliseconds) return outcome.result
    if (delay >= NOTICED_MILLISECONDS) onWait?.(delay)
    await settings.wait(delay, signal)
  }
}

const NOTICED_MILLISECONDS = 1000

/** `wait` is set if a retry may help: the number of seconds the server asked for, or -1. */
interface Outcome {
  readonly result: Result<HttpAnswer>
  readonly wait?: number
  /** Whether the server refused because of too many requests. */
  readonly isLimited?: boolean
}

function delayBefore(seconds: number, attempt: number): number {
  // Jitter keeps many clients from retrying at the same moment.
  if (seconds >= 0) return seconds * 1000 + Math.random() * 250
  return Math.min(5000, 300 * 2 ** attempt) + Math.random() * 300
}

async function attempt(send: () => Promise<HttpAnswer>): Promise<Outcome> {
  try {
    const answer = await send()
    if (answer.status === 429 || answer.status >= 500) return refuseForNow(answer)
    return { result: succeed(answer) }
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error
    const result = fail(error.code, error.message, error.suggestions)
    return error.mayPass ? { result, wait: -1 } : { result }
  }
}

function refuseForNow(answer: HttpAnswer): Outcome {
  const host = new URL(answer.url).host
  const seconds = retryAfter(answer.headers['retry-after'])
  const what = answer.status === 429 ? 'is rate limiting requests' : 'is currently unavailable'
  const when = seconds > 0 ? `Try again in ${describeTime(seconds * 1000)}` : 'Try again later'
  const result = fail('source_unavailable', `${host} ${what} (${answer.status})`, [when])
  return { result, wait: seconds, isLimited: answer.status === 429 }
}

/** Seconds; a date counts from now; -1 if the header is missing or invalid. */
function retryAfter(header: string | undefined): number {
  if (header === undefined) return -1
  if (/^[0-9]{1,9}$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? -1 : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

async function followRedirects(request: HttpRequest, settings: Settings): Promise<HttpAnswer> {
  const start = Date.now()
  let url = requireUrl(request.url)
  let headers = request.headers ?? {}
  for (let count = 0; ; count++) {
    const left = settings.limits.milliseconds - (Date.now() - start)
    const hop = await prepareHop(url, { ...request, headers }, left, settings)
    const answer = await sendRequest(hop, request)
    const location = answer.headers.location
    if (!REDIRECTS.has(answer.status) || location === undefined) return answer
    if (count >= settings.limits.redirects)
      throw new HttpProblem('source_untrusted', `${url.host} redirected too many times`)
    const next = nextUrl(url, location, request)
    // A credential is for the place that was asked, which may be one path of a host.
    headers = withoutCredentials(headers)
    url = next
  }
}

async function sendUpload(upload: HttpUpload, settings: Settings): Promise<HttpAnswer> {
  const url = requireUrl(upload.url)
  const { milliseconds } = settings.limits
  const hop = await prepareHop(url, upload, milliseconds, settings)
  // The server may look at everything before it answers.
  const limits = { ...hop.limits, idleMilliseconds: milliseconds }
  const { signal } = upload
  const answer = await sendRequest({ ...hop, method: 'POST', body: upload.body, limits }, { signal })
  if (isRedirect(answer.status, answer.headers)) throw refuseUrl(url, 'it redirects elsewhere')
  return answer
}

/** One request to an address that was checked. */
async function prepareHop(
  url: URL,
  {
    headers = {},
    allowedHost,
    mostBytes,
    signal,
  }: Pick<HttpUpload, 'headers' | 'allowedHost' | 'mostBytes' | 'signal'>,
  milliseconds: number,
  { limits, policy, proxies, certificates }: Settings,
): Promise<Hop> {
  const proxy = proxyFor(url, proxies)
  const addresses = await orAborted(policy.check(url, allowedHost, proxy !== undefined), signal)
  const bytes = Math.min(mostBytes ?? limits.bytes, limits.bytes)
  const { idleMilliseconds } = limits
  return { url, headers, addresses, proxy, certificates, limits: { bytes, milliseconds, idleMilliseconds } }
}

/** A name lookup cannot be cancelled, but the caller need not wait for it. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function nextUrl(from: URL, location: string, request: HttpRequest): URL {
  const next = requireUrl(location, from)
  if (from.protocol === 'https:' && next.protocol !== 'https:') {
    throw refuseUrl(next, `${from.host} redirected from https to ${next.protocol.slice(0, -1)}`)
  }
  if (!request.mayFollow(next)) {
    const where = next.host === from.host ? `${next.host}${next.pathname}` : next.host
    throw refuseUrl(next, `${from.host} redirected to ${where}, which is not trusted`)
  }
  return next
}

function requireUrl(text: string, base?: URL): URL {
  const url = parseUrl(text, base?.href)
  if (url === undefined) throw new HttpProblem('source_untrusted', 'Invalid URL')
  return url
}

const CREDENTIALS = new Set(['authorization', 'cookie', 'proxy-authorization'])

function withoutCredentials(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name.toLowerCase())))
}
