/**
 * Logins by a code: a program shows it, a user types it on a page of the hub and confirms, and the program gets a token. The
 * program's own secret never leaves it, and the short code alone is worth nothing.
 */

import { randomBytes, randomInt } from 'node:crypto'
import { first, one, type Sql } from '../database/database.js'
import { appendLog } from '../log/audit-log.js'
import { done, type Outcome, refuse } from '../outcome.js'
import { may, type Principal, type Scope } from './principal.js'
import { findSession } from './sessions.js'
import { chooseExpiry, hashToken, issueToken } from './tokens.js'

/** Without vowels and look-alikes, so that no code is a word or is misread. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8
const MINUTES = 10
export const DEVICE_SECONDS = MINUTES * 60
/** How long a program waits before it asks again. */
export const POLL_SECONDS = 5
const SLOW_SECONDS = 2 * POLL_SECONDS
/** Programs count from the answer to the next question, the hub from question to question. */
const TOLERATED_SECONDS = POLL_SECONDS - 1
const MOST_WAITING = 10_000
const USUAL_DAYS = 90

export interface DeviceRequest {
  /** What the program calls itself. */
  readonly label: string
  readonly address: string
  readonly scopes: readonly Scope[]
}

export interface StartedLogin {
  /** The program's secret. */
  readonly deviceCode: string
  readonly userCode: string
}

export async function startDeviceLogin(sql: Sql, request: DeviceRequest): Promise<Outcome<StartedLogin>> {
  const { waiting } = await one<{ waiting: number }>(
    sql,
    'select count(*)::bigint as waiting from device_codes where expires_at > now()',
  )
  if (waiting >= MOST_WAITING) return refuse('unavailable', 'Too many logins are waiting; try again later')
  const deviceCode = randomBytes(32).toString('base64url')
  const userCode = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const made = await first(
    sql,
    `insert into device_codes (hash, user_code, label, address, scopes, expires_at)
     values ($1, $2, $3, $4, $5, now() + interval '${MINUTES} minutes') on conflict do nothing returning 1 as made`,
    [hashToken(deviceCode), userCode, request.label, request.address, request.scopes],
  )
  // Another login has the same code.
  return made === undefined ? startDeviceLogin(sql, request) : done({ deviceCode, userCode: spell(userCode) })
}

/** `BCDFGHJK` as it is shown. */
function spell(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}

export interface FoundLogin extends DeviceRequest {
  readonly userCode: string
  readonly expiresAt: Date
}

/** A session of the pages, and who is signed in there. */
export interface BrowserSession {
  readonly principal: Principal
  /** The text of its cookie. */
  readonly text: string
}

const UNKNOWN = refuse('not_found', 'Code not found or expired')

/** The login that a user typed the code of. From now on, only this session can decide about it. */
export async function findDeviceLogin(
  sql: Sql,
  typed: string,
  { principal, text }: BrowserSession,
): Promise<Outcome<FoundLogin>> {
  const row = await first<FoundLogin>(
    sql,
    `update device_codes set session_hash = $2
     where user_code = $1 and state = 'waiting' and expires_at > now() and (session_hash is null or session_hash = $2)
     returning user_code as "userCode", label, address, scopes, expires_at as "expiresAt"`,
    [readTyped(typed), hashToken(text)],
  )
  if (row === undefined) return UNKNOWN
  const scopes = row.scopes.filter((scope) => may(principal, scope))
  return done({ ...row, userCode: spell(row.userCode), scopes })
}

function readTyped(text: string): string {
  return text.toUpperCase().replace(/[\s-]+/g, '')
}

export interface DeviceDecision {
  readonly userCode: string
  readonly isApproved: boolean
  /** Fewer than were asked for. */
  readonly scopes?: readonly Scope[] | undefined
  readonly days?: number | undefined
}

/** Decides about a login that this session looked up. */
export async function decideDeviceLogin(
  sql: Sql,
  { userCode, isApproved, scopes, days }: DeviceDecision,
  session: BrowserSession,
): Promise<Outcome<'approved' | 'denied'>> {
  const { principal, text } = session
  const asked = await first<FoundLogin & { hash: Uint8Array }>(
    sql,
    `select hash, label, address, scopes from device_codes
     where user_code = $1 and state = 'waiting' and expires_at > now() and session_hash = $2 for update`,
    [readTyped(userCode), hashToken(text)],
  )
  if (asked === undefined) return UNKNOWN
  const given = asked.scopes.filter((scope) => may(principal, scope) && (scopes?.includes(scope) ?? true))
  if (isApproved && given.length === 0) return refuse('invalid', 'Choose at least one scope that was asked for')
  const state = isApproved ? 'approved' : 'denied'
  await sql.query('update device_codes set state = $2, scopes = $3, days = $4 where hash = $1', [
    asked.hash,
    state,
    given,
    days ?? USUAL_DAYS,
  ])
  const details = { label: asked.label, address: asked.address, ...(isApproved && { scopes: given }) }
  const action = isApproved ? 'login.approve' : 'login.deny'
  await appendLog(sql, { actor: principal.handle, action, subject: `@${principal.handle}`, details })
  return done(state)
}

/** What a program gets that asks for its token: the token once, or why not yet or not at all. */
export type DeviceAnswer =
  | { readonly state: 'issued'; readonly token: string; readonly scopes: readonly Scope[]; readonly expiresAt: Date }
  | { readonly state: 'waiting' | 'denied' | 'expired' }
  | { readonly state: 'too_fast'; readonly seconds: number }

interface DeviceRow {
  readonly hash: Uint8Array
  readonly label: string
  readonly scopes: readonly Scope[]
  readonly state: 'waiting' | 'approved' | 'denied'
  readonly session_hash: Uint8Array | null
  readonly days: number
  readonly is_fast: boolean
}

export async function redeemDeviceCode(sql: Sql, deviceCode: string): Promise<DeviceAnswer> {
  const row = await first<DeviceRow>(
    sql,
    `select hash, label, scopes, state, session_hash, days,
       coalesce(polled_at > now() - interval '${TOLERATED_SECONDS} seconds', false) as is_fast
     from device_codes where hash = $1 and expires_at > now() for update`,
    [hashToken(deviceCode)],
  )
  if (row === undefined) return { state: 'expired' }
  if (row.state === 'waiting') {
    await sql.query('update device_codes set polled_at = now() where hash = $1', [row.hash])
    return row.is_fast ? { state: 'too_fast', seconds: SLOW_SECONDS } : { state: 'waiting' }
  }
  await sql.query('delete from device_codes where hash = $1', [row.hash])
  return row.state === 'denied' ? { state: 'denied' } : issue(sql, row)
}

/** As the user who confirmed, if that session is still open. */
async function issue(sql: Sql, { label, scopes, session_hash: hash, days }: DeviceRow): Promise<DeviceAnswer> {
  const principal = hash === null ? undefined : await findSession(sql, hash)
  if (principal === undefined) return { state: 'expired' }
  const expiresAt = chooseExpiry(days, principal.expiresAt)
  const name = label === '' ? 'login by a code' : label
  const issued = await issueToken(sql, { userId: principal.userId, name, scopes, expiresAt, actor: principal.handle })
  return issued.ok ? { state: 'issued', token: issued.value.text, scopes, expiresAt } : { state: 'expired' }
}

export async function removeOldDeviceCodes(sql: Sql): Promise<void> {
  await sql.query('delete from device_codes where expires_at < now()')
}
