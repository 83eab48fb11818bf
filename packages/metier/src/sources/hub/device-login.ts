/** Logs in to a hub with a code that the user types on its page (RFC 8628). */

import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { parseUrl } from '../../skill/text/parse-url.js'
import { plain } from '../clawhub/clawhub-answers.js'
import { readJsonObject, textOf } from '../download.js'
import { settleOptions } from '../sources-options.js'
import type { HubAddress } from './hub-address.js'
import { isToken } from './kept-tokens.js'

/** What the user does in a browser. */
export interface LoginCode {
  readonly page: string
  /** To be typed on that page. */
  readonly code: string
  readonly minutes: number
}

interface StartedLogin extends LoginCode {
  readonly secret: string
  readonly pauseSeconds: number
}

interface DeviceOptions {
  /** Called once, before the wait for the user. */
  readonly onCode: (code: LoginCode) => void
  readonly signal: AbortSignal
}

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const ANSWER_BYTES = 64 * 1024
const MOST_MINUTES = 30
const SHORTEST_PAUSE = 1
const LONGEST_PAUSE = 60
/** A connection may be lost for a moment while the user types. */
const MOST_FAILURES = 3

type Ask = (path: string, body: object) => Promise<Result<AskedHub>>

interface AskedHub {
  readonly status: number
  readonly json: Readonly<Record<string, unknown>>
}

/** The token, once the user confirmed the code. */
export async function logInWithCode(hub: HubAddress, { onCode, signal }: DeviceOptions): Promise<Result<string>> {
  const ask = openConversation(hub, signal)
  const started = await startLogin(hub, ask)
  if (!started.ok) return started
  const { secret, page, code, minutes } = started.value
  onCode({ page, code, minutes })
  let { pauseSeconds } = started.value
  let failures = 0
  for (let waited = 0; waited < minutes * 60; waited += pauseSeconds) {
    await wait(pauseSeconds * 1000, undefined, { signal })
    const asked = await ask('/api/cli/device/token', { device_code: secret, grant_type: GRANT })
    failures = asked.ok ? 0 : failures + 1
    const answer = readAnswer(hub, asked, pauseSeconds)
    if (answer.state === 'issued') return succeed(answer.token)
    if (answer.state === 'waiting') pauseSeconds = answer.pauseSeconds
    else if (asked.ok || failures >= MOST_FAILURES) return answer.failed
  }
  return refuseLogin(hub, 'expired_token', 400)
}

type TokenAnswer =
  | { readonly state: 'issued'; readonly token: string }
  | { readonly state: 'waiting'; readonly pauseSeconds: number }
  | { readonly state: 'failed'; readonly failed: Result<never> }

function readAnswer(hub: HubAddress, asked: Result<AskedHub>, pauseSeconds: number): TokenAnswer {
  if (!asked.ok) return { state: 'failed', failed: asked }
  const { status, json } = asked.value
  const token = status === 200 ? textOf(json.access_token) : undefined
  if (token !== undefined && isToken(token)) return { state: 'issued', token }
  const error = textOf(json.error)
  if (error === 'authorization_pending') return { state: 'waiting', pauseSeconds }
  if (error === 'slow_down') return { state: 'waiting', pauseSeconds: readPause(json.interval, pauseSeconds + 5) }
  return { state: 'failed', failed: refuseLogin(hub, error, status) }
}

/** No token goes with it, and no redirect is followed. */
function openConversation({ url, host }: HubAddress, signal: AbortSignal): Ask {
  const { registryHttp: http } = settleOptions({})
  return async (path, body) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const bytes = new TextEncoder().encode(JSON.stringify(body))
    const upload = { url: `${url}${path}`, headers, body: bytes, mostBytes: ANSWER_BYTES, signal, allowedHost: host }
    const answer = await http.post(upload)
    if (!answer.ok) return answer
    return succeed({ status: answer.value.status, json: readJsonObject(answer.value) ?? {} })
  }
}

async function startLogin({ host, origin }: HubAddress, ask: Ask): Promise<Result<StartedLogin>> {
  const body = { scope: 'read write', label: `metier on ${hostname()}` }
  const asked = await ask('/api/cli/device/code', body)
  if (!asked.ok) return asked
  const { status, json } = asked.value
  if (status === 404 || status === 405) {
    return fail('source_unavailable', `${host} has no login with a code`, [
      'Make a token on its pages, then pass it on standard input with --token-stdin.',
    ])
  }
  const [secret, code, page] = [json.device_code, json.user_code, json.verification_uri].map(textOf)
  const isUsable = status === 200 && page !== undefined && /^https?:\/\//i.test(page) && parseUrl(page) !== undefined
  if (!isUsable || secret === undefined || code === undefined) {
    return fail('source_unavailable', `${host} sent an unexpected response for a login (${status})`, [
      `Check that ${origin} is a hub`,
    ])
  }
  const seconds = typeof json.expires_in === 'number' ? json.expires_in : 0
  return succeed({
    secret,
    code: plain(code),
    page: plain(page),
    minutes: Math.min(MOST_MINUTES, Math.max(1, Math.floor(seconds / 60))),
    pauseSeconds: readPause(json.interval, 5),
  })
}

function readPause(value: unknown, otherwise: number): number {
  const seconds = typeof value === 'number' && Number.isFinite(value) ? value : otherwise
  return Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, seconds))
}

function refuseLogin({ host, origin }: HubAddress, error: string | undefined, status: number): Result<never> {
  const again = [`Try again: metier login ${origin}`]
  if (error === 'access_denied') return fail('source_unavailable', `The login was refused on the page of ${host}`)
  if (error === 'expired_token') return fail('source_unavailable', 'The code expired before it was confirmed', again)
  const why = error === undefined ? String(status) : plain(error)
  return fail('source_unavailable', `${host} did not finish the login (${why})`, again)
}
