/** The first administrator, who makes the tokens of all others. */

import { type Database, first } from '../database/database.js'
import { hashToken, issueToken } from './tokens.js'
import { ensureUser } from './users.js'

const HANDLE = 'admin'

/**
 * Makes sure that the configured token works. Without one, makes a token if no administrator has any, and gives its text, which is
 * never known again.
 */
export function ensureAdministrator(database: Database, configured: string | undefined): Promise<string | undefined> {
  return database.transaction(async (sql) => {
    // Several processes start at once: one makes the token, the others see it.
    await sql.query('select number from log_head for update')
    if (configured !== undefined) {
      const known = await first(sql, 'select 1 from tokens where hash = $1', [hashToken(configured)])
      if (known !== undefined) return undefined
    } else {
      const known = await first(sql, `select 1 from tokens where 'admin' = any(scopes) and revoked_at is null`)
      if (known !== undefined) return undefined
    }
    const { id: userId } = await ensureUser(sql, HANDLE)
    const name = configured === undefined ? 'first administrator' : 'METIER_HUB_ADMIN_TOKEN'
    const issued = await issueToken(sql, { userId, name, scopes: ['admin'], text: configured, actor: 'system' })
    if (!issued.ok) throw new Error(issued.refusal.message)
    return configured === undefined ? issued.value.text : undefined
  })
}
