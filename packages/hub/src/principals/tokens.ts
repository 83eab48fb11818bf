/** Tokens: 256 random bits, kept as a hash, shown once. */

import { createHash, randomBytes } from 'node:crypto'
import { first, one, type Sql } from '../database/database.js'
import { appendLog } from '../log/audit-log.js'
import { done, type Outcome, refuse } from '../outcome.js'
import { type Principal, SCOPES, type Scope } from './principal.js'

const PREFIX = 'mhub_'
const BYTES = 32
const TOKEN = /^[\x21-\x7e]{20,200}$/
/** How often the last use is written down. */
const USE_SECONDS = 60

export interface NewToken {
  readonly userId: number
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt?: Date | undefined
  /** A token that the operator chose; a random one without it. */
  readonly text?: string | undefined
  readonly actor: string
}

/** A token that was just made: the only moment at which its text is known. */
export interface IssuedToken {
  readonly id: number
  readonly text: string
}

export async function issueToken(sql: Sql, token: NewToken): Promise<Outcome<IssuedToken>> {
  const { userId, name, scopes, expiresAt, text = `${PREFIX}${randomBytes(BYTES).toString('base64url')}` } = token
  if (!TOKEN.test(text)) return refuse('invalid', 'A token has 20 to 200 printable characters without spaces')
  if (scopes.length === 0) return refuse('invalid', `A token needs a scope: ${SCOPES.join(', ')}`)
  const { id } = await one<{ id: number }>(
    sql,
    `insert into tokens (user_id, name, hash, hint, scopes, expires_at) values ($1, $2, $3, $4, $5, $6) returning id`,
    [userId, name, hashToken(text), `…${text.slice(-4)}`, [...new Set(scopes)], expiresAt ?? null],
  )
  const details = { name, scopes, ...(expiresAt !== undefined && { expiresAt: expiresAt.toISOString() }) }
  await appendLog(sql, { actor: token.actor, action: 'token.issue', subject: `token ${id}`, details })
  return done({ id, text })
}

const DAY = 86_400_000

/** A token never outlives the one that made it. */
export function chooseExpiry(days: number, maker: Date | null): Date {
  const wanted = new Date(Date.now() + days * DAY)
  return maker !== null && maker < wanted ? maker : wanted
}

export function hashToken(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

interface TokenRow {
  readonly id: number
  readonly user_id: number
  readonly handle: string
  readonly display_name: string
  readonly scopes: readonly Scope[]
  readonly expires_at: Date | null
  readonly is_stale: boolean
}

/** The user of a valid token; undefined for any other text. */
export async function findPrincipal(sql: Sql, text: string): Promise<Principal | undefined> {
  if (!TOKEN.test(text)) return undefined
  const row = await first<TokenRow>(
    sql,
    `select t.id, t.user_id, u.handle, u.display_name, t.scopes, t.expires_at,
       coalesce(t.last_used_at < now() - interval '${USE_SECONDS} seconds', true) as is_stale
     from tokens t join users u on u.id = t.user_id
     where t.hash = $1 and t.revoked_at is null and (t.expires_at is null or t.expires_at > now()) and u.disabled_at is null`,
    [hashToken(text)],
  )
  if (row === undefined) return undefined
  if (row.is_stale) await sql.query('update tokens set last_used_at = now() where id = $1', [row.id])
  return toPrincipal(row)
}

export function toPrincipal(row: Omit<TokenRow, 'is_stale'>): Principal {
  const { id, user_id: userId, handle, display_name: displayName, scopes, expires_at: expiresAt } = row
  return { userId, handle, displayName, tokenId: id, scopes, expiresAt }
}

export interface TokenSummary {
  readonly id: number
  readonly handle: string
  readonly name: string
  readonly hint: string
  readonly scopes: readonly Scope[]
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
}

const SUMMARY = `t.id, u.handle, t.name, t.hint, t.scopes, t.created_at as "createdAt", t.expires_at as "expiresAt",
  t.revoked_at as "revokedAt", t.last_used_at as "lastUsedAt"`

/** Of one user, or of everybody. */
export function listTokens(sql: Sql, userId?: number): Promise<readonly TokenSummary[]> {
  const mine = userId === undefined ? '' : 'where t.user_id = $1'
  const values = userId === undefined ? [] : [userId]
  return sql.query<TokenSummary>(
    `select ${SUMMARY} from tokens t join users u on u.id = t.user_id ${mine} order by t.id desc limit 1000`,
    values,
  )
}

/** Revokes a token of the user, or with `ofAnybody` one of another user. */
export async function revokeToken(
  sql: Sql,
  id: number,
  { by, ofAnybody }: { readonly by: Pick<Principal, 'userId' | 'handle'>; readonly ofAnybody: boolean },
): Promise<Outcome<{ readonly id: number }>> {
  const [row] = await sql.query<{ id: number }>(
    `update tokens set revoked_at = now() where id = $1 and revoked_at is null and ($2 or user_id = $3) returning id`,
    [id, ofAnybody, by.userId],
  )
  if (row === undefined) return refuse('not_found', 'Token not found')
  await sql.query('delete from sessions where token_id = $1', [id])
  await appendLog(sql, { actor: by.handle, action: 'token.revoke', subject: `token ${id}`, details: {} })
  return done(row)
}
