/** Counts downloads, and writes the sums down now and then: a download must not wait for a write. */

import type { Database } from '../database/database.js'

export interface DownloadCounter {
  count(skillId: number): void
  /** Writes what was counted. */
  flush(): Promise<void>
  close(): Promise<void>
}

const PAUSE_MILLISECONDS = 1000

export function createDownloadCounter(database: Database, onError: (error: unknown) => void): DownloadCounter {
  let counts = new Map<number, number>()
  let timer: NodeJS.Timeout | undefined
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const rows = [...counts].toSorted(([a], [b]) => a - b)
    counts = new Map()
    if (rows.length === 0) return
    try {
      await database.query(
        `update skills s set downloads = s.downloads + c.n
         from jsonb_to_recordset($1::jsonb) as c(id bigint, n bigint) where s.id = c.id`,
        [JSON.stringify(rows.map(([id, n]) => ({ id, n })))],
      )
    } catch (error) {
      // Nothing is lost while the database is away.
      for (const [id, n] of rows) counts.set(id, (counts.get(id) ?? 0) + n)
      onError(error)
    }
  }
  return {
    count: (skillId) => {
      counts.set(skillId, (counts.get(skillId) ?? 0) + 1)
      timer ??= setTimeout(() => void flush(), PAUSE_MILLISECONDS).unref()
    },
    flush,
    close: flush,
  }
}
