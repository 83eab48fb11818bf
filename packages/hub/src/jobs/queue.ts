/** Jobs in the database: any process takes the next one, and none takes one twice while its holder lives. */

import type { Database } from '../database/database.js'

export interface Job {
  readonly id: number
  readonly kind: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly attempts: number
}

const HOLD_SECONDS = 120
const MOST_ATTEMPTS = 5

/** Takes the next job and works on it. False if there is none. */
export async function workOnce(database: Database, work: (job: Job) => Promise<void>): Promise<boolean> {
  const [job] = await database.query<Job>(
    `update jobs set state = 'running', attempts = attempts + 1, held_until = now() + interval '${HOLD_SECONDS} seconds'
     where id = (
       select id from jobs where run_at <= now() and (state = 'waiting' or (state = 'running' and held_until < now()))
       order by run_at, id limit 1 for update skip locked)
     returning id, kind, payload, attempts`,
  )
  if (job === undefined) return false
  try {
    await work(job)
    await database.query(`update jobs set held_until = null, state = 'done', finished_at = now() where id = $1`, [
      job.id,
    ])
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    await database.query(
      `update jobs set state = case when attempts >= ${MOST_ATTEMPTS} then 'failed' else 'waiting' end, error = $2,
         held_until = null, run_at = now() + least(interval '1 hour', interval '5 seconds' * power(4, attempts))
       where id = $1`,
      [job.id, message],
    )
  }
  return true
}

export interface Worker {
  /** Looks for jobs now. */
  wake(): void
  /** Finishes the job at hand, and takes no other. */
  close(): Promise<void>
}

const PAUSE_MILLISECONDS = 5000

export function startWorker(
  database: Database,
  work: (job: Job) => Promise<void>,
  onError: (error: unknown) => void,
): Worker {
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const run = async () => {
    try {
      while (!isClosed && (await workOnce(database, work))) {
        // The next one at once.
      }
    } catch (error) {
      onError(error)
    }
    running = undefined
    if (!isClosed) timer = setTimeout(wake, PAUSE_MILLISECONDS).unref()
  }
  const wake = () => {
    if (isClosed || running !== undefined) return
    clearTimeout(timer)
    running = run()
  }
  wake()
  return {
    wake,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
