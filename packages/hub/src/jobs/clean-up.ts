/** Removes rows whose time has passed, now and then. */

import type { Database } from '../database/database.js'
import { removeOldCounts } from '../http/rate-limit.js'
import { removeOldDeviceCodes } from '../principals/device-logins.js'
import { removeOldSessions } from '../principals/sessions.js'

const PAUSE_MILLISECONDS = 10 * 60_000
const KEPT_DAYS = 7

/** Several processes may do this at once. */
export async function cleanUp(database: Database): Promise<void> {
  await removeOldCounts(database)
  await removeOldDeviceCodes(database)
  await removeOldSessions(database)
  await database.query('delete from uploads where expires_at < now()')
  await database.query(`delete from jobs where state = 'done' and finished_at < now() - interval '${KEPT_DAYS} days'`)
}

/** Cleans up from time to time, until the returned function is called. */
export function startCleaning(database: Database, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => void cleanUp(database).catch(onError), PAUSE_MILLISECONDS).unref()
  return () => clearInterval(timer)
}
