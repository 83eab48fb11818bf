/** PostgreSQL inside this process, in one directory. */

import { setImmediate as immediately } from 'node:timers/promises'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { Database, Sql } from './database.js'

/** Opens the database of a directory, or one in memory. The caller holds the directory's lock. */
export async function openPgliteDatabase(directory: string | undefined): Promise<Database> {
  const lite = await PGlite.create({
    ...(directory !== undefined && { dataDir: directory }),
    extensions: { pg_trgm },
    relaxedDurability: false,
  })
  const scripts = new WeakMap<Sql, Transaction>()
  const inTurn = createTurns()
  return {
    kind: 'PGlite',
    query: <Shape extends object>(text: string, values: readonly unknown[] = []) =>
      inTurn(async () => (await lite.query<Shape>(text, [...values])).rows),
    transaction: (work) =>
      inTurn(() =>
        lite.transaction((transaction) => {
          const sql: Sql = {
            query: async <Shape extends object>(text: string, values: readonly unknown[] = []) =>
              (await transaction.query<Shape>(text, [...values])).rows,
          }
          scripts.set(sql, transaction)
          return work(sql)
        }),
      ),
    script: async (sql, text) => {
      await (scripts.get(sql) ?? lite).exec(text)
    },
    listen: async (channel, onPayload) => {
      await lite.listen(channel, onPayload)
    },
    isListening: () => true,
    close: () => lite.close(),
  }
}

/** One after the other, with the event loop in between: the database blocks it, and a long queue would close idle connections. */
function createTurns(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(() => immediately()).then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}
