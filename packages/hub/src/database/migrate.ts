/** Brings a database to the newest schema. Safe when several processes start at once: one migrates, the others wait. */

import type { Database } from './database.js'
import { MIGRATIONS } from './migrations/migrations.js'

/** Any number that no other program uses: "metier hub" in letters of a telephone. */
const LOCK = 638_437_482

/** The database has migrations that this version does not know. */
export class NewerSchemaError extends Error {}

/** The names of the migrations that were applied now. */
export async function migrate(database: Database): Promise<readonly string[]> {
  return database.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [LOCK])
    await database.script(
      sql,
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const applied = new Set((await sql.query<{ name: string }>('select name from migrations')).map(({ name }) => name))
    const known = new Set(MIGRATIONS.map(({ name }) => name))
    const newer = [...applied].filter((name) => !known.has(name))
    if (newer.length > 0) {
      throw new NewerSchemaError(`The database was migrated by a newer version of metier-hub (${newer.join(', ')})`)
    }
    const missing = MIGRATIONS.filter(({ name }) => !applied.has(name))
    for (const { name, sql: text } of missing) {
      await database.script(sql, text)
      await sql.query('insert into migrations (name) values ($1)', [name])
    }
    return missing.map(({ name }) => name)
  })
}

/** The names of migrations that are not applied. */
export async function findPending(database: Database): Promise<readonly string[]> {
  const [table] = await database.query<{ name: string | null }>("select to_regclass('migrations')::text as name")
  if (table?.name == null) return MIGRATIONS.map(({ name }) => name)
  const applied = await database.query<{ name: string }>('select name from migrations')
  const names = new Set(applied.map(({ name }) => name))
  return MIGRATIONS.filter(({ name }) => !names.has(name)).map(({ name }) => name)
}
