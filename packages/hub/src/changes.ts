/** Tells every process what changed, so that none serves an old answer from memory. */

import type { Database, Sql } from './database/database.js'

const CHANNEL = 'metier_hub'

/** A skill that changed; undefined if anything may have. */
export type OnChange = (skillId: number | undefined) => void

/** Marks a change in the transaction of the write; it is announced when that commits. */
export async function announceChange(sql: Sql, skillId: number): Promise<void> {
  await sql.query('update generation set value = value + 1')
  await sql.query('select pg_notify($1, $2)', [CHANNEL, String(skillId)])
}

export async function followChanges(database: Database, onChange: OnChange): Promise<void> {
  await database.listen(CHANNEL, (payload) => onChange(payload === '' ? undefined : Number(payload)))
}
