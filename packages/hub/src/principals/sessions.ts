/** Sessions of browsers, in the database: every process knows them, and a revoked token ends them. */

import { randomBytes } from 'node:crypto'
import { first, type Sql } from '../database/database.js'
import type { Principal, Scope } from './principal.js'
import { hashToken, toPrincipal } from './tokens.js'

const HOURS = 12

/** The text of a new session's cookie. */
export async function openSession(sql: Sql, { tokenId }: Pick<Principal, 'tokenId'>): Promise<string> {
  const text = randomBytes(32).toString('base64url')
  await sql.query(
    `insert into sessions (hash, token_id, expires_at) values ($1, $2, now() + interval '${HOURS} hours')`,
    [hashToken(text), tokenId],
  )
  return text
}

/** Who is signed in, by the text of the cookie or its hash. */
export async function findSession(sql: Sql, session: string | Uint8Array): Promise<Principal | undefined> {
  const row = await first<{
    id: number
    user_id: number
    handle: string
    display_name: string
    scopes: readonly Scope[]
    expires_at: Date | null
  }>(
    sql,
    `select t.id, t.user_id, u.handle, u.display_name, t.scopes, t.expires_at
     from sessions s join tokens t on t.id = s.token_id join users u on u.id = t.user_id
     where s.hash = $1 and s.expires_at > now() and t.revoked_at is null
       and (t.expires_at is null or t.expires_at > now()) and u.disabled_at is null`,
    [typeof session === 'string' ? hashToken(session) : session],
  )
  return row && toPrincipal(row)
}

export async function closeSession(sql: Sql, text: string): Promise<void> {
  await sql.query('delete from sessions where hash = $1', [hashToken(text)])
}

export async function removeOldSessions(sql: Sql): Promise<void> {
  await sql.query('delete from sessions where expires_at < now()')
}

/** How long a browser keeps the cookie. */
export const SESSION_SECONDS = HOURS * 3600
