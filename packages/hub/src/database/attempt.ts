/** A change that happens as a whole or not at all: a refusal undoes what came before it, and who lost a race tries again. */

import { type Outcome, refuse } from '../outcome.js'
import type { Database, Sql } from './database.js'

const MOST_ATTEMPTS = 5

/** SQLSTATE: not serializable, a deadlock, and a key that another transaction has just inserted: the next attempt finds its row. */
const LOST_RACES = /^(?:40001|40P01|23505)$/

/** The work may run more than once, so all that it changes is in the database. */
export async function attempt<T>(
  database: Database,
  work: (sql: Sql) => Promise<Outcome<T>>,
  left = MOST_ATTEMPTS,
): Promise<Outcome<T>> {
  try {
    return await database.transaction(async (sql) => {
      const outcome = await work(sql)
      if (!outcome.ok) throw new RefusedError(outcome)
      return outcome
    })
  } catch (error) {
    if (error instanceof RefusedError) return error.outcome
    if (!isLostRace(error)) throw error
    return left > 1 ? attempt(database, work, left - 1) : refuse('conflict', 'Others change the same; try again')
  }
}

/** Rolls the transaction back. */
class RefusedError extends Error {
  readonly outcome: ReturnType<typeof refuse>

  constructor(outcome: ReturnType<typeof refuse>) {
    super(outcome.refusal.message)
    this.outcome = outcome
  }
}

function isLostRace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LOST_RACES.test(String(error.code))
}
