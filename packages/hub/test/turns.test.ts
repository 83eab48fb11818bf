/** The embedded database runs in the process that answers: between two of its queries, others get their turn. */
import { expect, test } from 'vitest'
import { openPgliteDatabase } from '../src/database/pglite-database.js'

const QUERIES = 30

test('a queue of queries leaves the event loop free in between, and keeps their order', async () => {
  const database = await openPgliteDatabase(undefined)
  try {
    await database.query('select 1')
    let isEnded = false
    let turns = 0
    const count = () => {
      turns++
      if (!isEnded) setImmediate(count)
    }
    setImmediate(count)
    const ended: number[] = []
    await Promise.all(
      Array.from({ length: QUERIES }, async (_, at) => {
        await database.query('select count(*) from generate_series(1, 20000)')
        ended.push(at)
      }),
    )
    isEnded = true
    expect(turns).toBeGreaterThanOrEqual(QUERIES)
    expect(ended).toEqual(ended.toSorted((a, b) => a - b))
    await expect(database.query('select nothing_of_the_kind')).rejects.toThrow()
    expect(await database.transaction((sql) => sql.query('select 1 as one'))).toEqual([{ one: 1 }])
  } finally {
    await database.close()
  }
})
