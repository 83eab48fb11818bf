/** Writes the whole hub as lines of JSON: the same lines from both databases, and the same lines from the same state. */

import type { Database, Sql } from '../database/database.js'
import { MIGRATIONS } from '../database/migrations/migrations.js'
import { TABLES } from './tables.js'

/** The first line of a backup. */
interface BackupHeader {
  readonly format: 'metier-hub-backup'
  readonly version: 1
  readonly migrations: readonly string[]
}

/** The lines of a backup, from one moment. Each row is a line after the name of its table; the last line counts them. */
export async function writeBackup(database: Database, write: (line: string) => Promise<void>): Promise<number> {
  return database.transaction(async (sql) => {
    await sql.query('set transaction isolation level repeatable read read only')
    const header: BackupHeader = {
      format: 'metier-hub-backup',
      version: 1,
      migrations: MIGRATIONS.map(({ name }) => name),
    }
    await write(JSON.stringify(header))
    let rows = 0
    for (const { name, order } of TABLES) {
      await write(JSON.stringify({ table: name }))
      for await (const row of readRows(sql, `select to_jsonb(t)::text as row from ${name} t order by ${order}`)) {
        await write(row)
        rows++
      }
    }
    await write(JSON.stringify({ rows }))
    return rows
  })
}

/** Few at once: a blob may have 10 MiB. */
const FETCHED = 20

async function* readRows(sql: Sql, query: string): AsyncGenerator<string> {
  await sql.query(`declare backup_rows no scroll cursor for ${query}`)
  for (;;) {
    const rows = await sql.query<{ row: string }>(`fetch ${FETCHED} from backup_rows`)
    for (const { row } of rows) yield row
    if (rows.length < FETCHED) break
  }
  await sql.query('close backup_rows')
}
