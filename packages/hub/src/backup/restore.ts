/** Fills an empty hub from a backup, in one transaction: all of it, or nothing. */

import { type Database, one, type Sql } from '../database/database.js'
import { MIGRATIONS } from '../database/migrations/migrations.js'
import { done, type Outcome, refuse } from '../outcome.js'
import { TABLES } from './tables.js'

const MOST_BATCH_BYTES = 8 * 1024 * 1024
const MOST_BATCH_ROWS = 500

/** How many rows were restored. */
export function restoreBackup(database: Database, lines: AsyncIterable<string>): Promise<Outcome<number>> {
  return database
    .transaction(async (sql) => {
      if (!(await isEmpty(sql)))
        throw new RestoreError('The hub is not empty: restore into a new directory or database')
      for (const { name, hasFirstRow } of TABLES) if (hasFirstRow === true) await sql.query(`delete from ${name}`)
      const restored = await insertLines(sql, lines)
      for (const { name, hasIdentity } of TABLES) if (hasIdentity) await continueIds(sql, name)
      return done(restored)
    })
    .catch((error: unknown) => {
      if (error instanceof RestoreError) return refuse('invalid', error.message)
      throw error
    })
}

/** Rolls the transaction back. */
class RestoreError extends Error {}

async function isEmpty(sql: Sql): Promise<boolean> {
  const { count } = await one<{ count: number }>(
    sql,
    `select ((select count(*) from skills) + (select count(*) from users) + (select count(*) from log_entries))::bigint as count`,
  )
  return count === 0
}

async function insertLines(sql: Sql, lines: AsyncIterable<string>): Promise<number> {
  const batch = createBatch(sql)
  let expected: number | undefined
  let isFirst = true
  for await (const line of lines) {
    const mark = isFirst ? undefined : readMark(line)
    if (isFirst) checkHeader(line)
    else if (mark === undefined) await batch.add(line)
    else if ('table' in mark) await batch.startTable(mark.table)
    else expected = mark.rows
    isFirst = false
  }
  await batch.flush()
  if (expected !== batch.rows()) throw new RestoreError('The backup is incomplete')
  return expected
}

/** Collects the rows of a table, and inserts many at once. */
function createBatch(sql: Sql) {
  let table: string | undefined
  let waiting: string[] = []
  let bytes = 0
  let rows = 0
  const flush = async () => {
    if (table !== undefined && waiting.length > 0) await insertRows(sql, table, waiting)
    waiting = []
    bytes = 0
  }
  return {
    flush,
    rows: () => rows,
    startTable: async (name: string) => {
      await flush()
      table = name
    },
    add: async (row: string) => {
      waiting.push(row)
      bytes += row.length
      rows++
      if (bytes >= MOST_BATCH_BYTES || waiting.length >= MOST_BATCH_ROWS) await flush()
    },
  }
}

function checkHeader(line: string): void {
  const header = parse(line)
  if (header.format !== 'metier-hub-backup' || header.version !== 1)
    throw new RestoreError('The file is not a backup of a hub')
  const known = new Set(MIGRATIONS.map(({ name }) => name))
  const made = Array.isArray(header.migrations) ? header.migrations.map(String) : []
  if (made.length !== known.size || made.some((name) => !known.has(name))) {
    throw new RestoreError('The backup was made with another schema: restore it with the version that made it')
  }
}

/** Marks are the lines that are not rows; a row of a table has more than one column. */
function readMark(line: string): { readonly table: string } | { readonly rows: number } | undefined {
  if (!/^\{"(?:table|rows)":/.test(line) || line.length > 100) return undefined
  const value = parse(line)
  const keys = Object.keys(value)
  if (keys.length !== 1) return undefined
  if (typeof value.rows === 'number') return { rows: value.rows }
  if (typeof value.table !== 'string') return undefined
  if (!TABLES.some(({ name }) => name === value.table))
    throw new RestoreError(`The backup has an unknown table '${value.table}'`)
  return { table: value.table }
}

function parse(line: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(line) as Readonly<Record<string, unknown>>
  } catch {
    throw new RestoreError('The file is not a backup of a hub')
  }
}

async function insertRows(sql: Sql, table: string, rows: readonly string[]): Promise<void> {
  await sql.query(
    `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [`[${rows.join(',')}]`],
  )
}

/** New rows get ids after the restored ones. */
async function continueIds(sql: Sql, table: string): Promise<void> {
  await sql.query(
    `select setval(pg_get_serial_sequence('${table}', 'id'), greatest(1, (select coalesce(max(id), 0) from ${table})),
       (select max(id) from ${table}) is not null)`,
  )
}
