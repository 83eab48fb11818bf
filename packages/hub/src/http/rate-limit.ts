/**
 * Limits requests per minute, with the counts in the database, so that all processes share them. A process takes requests in small
 * portions: it asks the database once for many of them.
 */

import { one, type Sql } from '../database/database.js'

export type RateBucket = 'read' | 'write' | 'download' | 'export' | 'login' | 'none'

export interface RateLimits {
  readonly anonymous: Readonly<Record<Exclude<RateBucket, 'none'>, number>>
  readonly user: Readonly<Record<Exclude<RateBucket, 'none'>, number>>
  readonly admin: Readonly<Record<Exclude<RateBucket, 'none'>, number>>
}

/** Per minute, as ClawHub has them. A user types only a few codes of logins. */
export const RATE_LIMITS: RateLimits = {
  anonymous: { read: 3000, write: 300, download: 1200, export: 10, login: 30 },
  user: { read: 12_000, write: 3000, download: 6000, export: 60, login: 30 },
  admin: { read: 120_000, write: 30_000, download: 60_000, export: 60, login: 30 },
}

interface RateVerdict {
  readonly isAllowed: boolean
  readonly limit: number
  /** Seconds until the next minute. */
  readonly reset: number
}

export interface RateLimiter {
  take(sql: Sql, key: string, limit: number): Promise<RateVerdict>
}

const MINUTE = 60_000
const SHARE = 20
const LARGEST_PORTION = 200
const MOST_KEYS = 50_000

export function createRateLimiter(now: () => number = Date.now): RateLimiter {
  let minute = 0
  const portions = new Map<string, { left: number; isSpent: boolean }>()
  return {
    take: async (sql, key, limit) => {
      const current = Math.floor(now() / MINUTE)
      if (current !== minute || portions.size > MOST_KEYS) {
        minute = current
        portions.clear()
      }
      const reset = Math.max(1, Math.ceil(((current + 1) * MINUTE - now()) / 1000))
      const portion = portions.get(key) ?? { left: 0, isSpent: false }
      portions.set(key, portion)
      if (portion.left === 0 && !portion.isSpent) {
        const size = Math.min(LARGEST_PORTION, Math.max(1, Math.floor(limit / SHARE)))
        const { requests } = await one<{ requests: number }>(
          sql,
          `insert into request_counts (bucket, minute, requests) values ($1, $2, $3)
           on conflict (bucket, minute) do update set requests = request_counts.requests + excluded.requests
           returning requests`,
          [key, current, size],
        )
        portion.left += Math.max(0, Math.min(size, limit - (requests - size)))
        portion.isSpent = requests >= limit
      }
      const isAllowed = portion.left > 0
      if (isAllowed) portion.left--
      return { isAllowed, limit, reset }
    },
  }
}

/** Counts of past minutes. */
export async function removeOldCounts(sql: Sql, now = Date.now()): Promise<void> {
  await sql.query('delete from request_counts where minute < $1', [Math.floor(now / MINUTE) - 1])
}
