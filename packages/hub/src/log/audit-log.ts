/** The log of every write: each entry contains the hash of the one before it, so that none can be changed or left out. */

import { createHash } from 'node:crypto'
import { type Database, one, type Sql } from '../database/database.js'

/** What is written down. */
export interface LogRecord {
  /** The handle of the user, or `system`. */
  readonly actor: string
  /** `skill.publish`, `token.revoke`, … */
  readonly action: string
  /** What it was done to: `@acme/pdf@1.0.0`. */
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Appends an entry in the transaction of the write. Concurrent writers wait for each other. */
export async function appendLog(sql: Sql, record: LogRecord, now = new Date()): Promise<void> {
  const head = await one<{ number: number; hash: Uint8Array }>(sql, 'select number, hash from log_head for update')
  const number = head.number + 1
  const hash = hashEntry({ ...record, number, at: now, previous: head.hash })
  await sql.query(
    `insert into log_entries (number, at, actor, action, subject, details, previous, hash)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8)`,
    [number, now, record.actor, record.action, record.subject, JSON.stringify(record.details), head.hash, hash],
  )
  await sql.query('update log_head set number = $1, hash = $2', [number, hash])
}

interface LogEntry extends LogRecord {
  readonly number: number
  readonly at: Date
  readonly previous: Uint8Array
}

type HashedEntry = LogEntry & { readonly hash: Uint8Array }

/** Covers every field, in one order. */
function hashEntry({ number, at, actor, action, subject, details, previous }: LogEntry): Buffer {
  const text = canonicalJson([number, at.getTime(), actor, action, subject, details])
  return createHash('sha256').update(previous).update(text).digest()
}

/** JSON with sorted keys: a database does not keep their order. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(',')}}`
}

export type LogCheck =
  | { readonly ok: true; readonly entries: number }
  | { readonly ok: false; readonly number: number; readonly problem: string }

const PAGE = 1000

/** Reads the whole log and computes every hash again. */
export async function verifyLog(database: Database): Promise<LogCheck> {
  let previous: Uint8Array = Buffer.alloc(32)
  let number = 0
  for (;;) {
    const entries = await database.query<HashedEntry>(
      `select number, at, actor, action, subject, details, previous, hash from log_entries
       where number > $1 order by number limit ${PAGE}`,
      [number],
    )
    for (const entry of entries) {
      const problem = findProblem(entry, number, previous)
      if (problem !== undefined) return problem
      number = entry.number
      previous = entry.hash
    }
    if (entries.length < PAGE) break
  }
  const head = await one<{ number: number; hash: Uint8Array }>(database, 'select number, hash from log_head')
  if (head.number === number && isSame(head.hash, previous)) return { ok: true, entries: number }
  return { ok: false, number: number + 1, problem: `the log ends early: the last entry was ${head.number}` }
}

function findProblem(entry: HashedEntry, before: number, previous: Uint8Array): LogCheck | undefined {
  const { number } = entry
  if (number !== before + 1) return { ok: false, number: before + 1, problem: 'the entry is missing' }
  if (!isSame(entry.previous, previous)) return { ok: false, number, problem: 'it does not follow the entry before it' }
  if (isSame(entry.hash, hashEntry(entry))) return undefined
  return { ok: false, number, problem: 'its content does not match its hash' }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}
