/** Tells every process what changed, so that none serves an old answer from memory. */

import { type Database, one, type Sql } from './database/database.js'

const CHANNEL = 'metier_hub'
const OF_PRIVATE = 'private'

/** Called after a change, with whether only a private skill changed. */
export type OnChange = (isPrivate: boolean) => void

/** Marks a change in the transaction of the write; it is announced when that commits. */
export async function announceChange(sql: Sql, skillId: number): Promise<void> {
  const { visibility } = await one<{ visibility: string }>(sql, 'select visibility from skills where id = $1', [
    skillId,
  ])
  await announce(sql, visibility === 'private' ? OF_PRIVATE : '')
}

/** A change that everyone may see, such as of a skill that was public before. */
export function announceToAll(sql: Sql): Promise<void> {
  return announce(sql, '')
}

async function announce(sql: Sql, payload: string): Promise<void> {
  await sql.query('update generation set value = value + 1')
  await sql.query('select pg_notify($1, $2)', [CHANNEL, payload])
}

export async function followChanges(database: Database, onChange: OnChange): Promise<void> {
  await database.listen(CHANNEL, (payload) => onChange(payload === OF_PRIVATE))
}
