/** Limits the requests per second from each address, with a reserve for clients that start. */

/** Counts requests. */
export interface RateLimit {
  /** Whether one more request is accepted now. */
  take(key: string): boolean
}

/** How many requests are accepted. */
export interface RateLimitOptions {
  readonly perSecond: number
  /** How many requests may arrive at once after a pause. */
  readonly burst: number
  readonly now?: () => number
}

/** How many addresses are remembered. Idle ones are dropped first, which does not change their limit. */
const MOST_KEYS = 10_000

/** Creates a limit. */
export function createRateLimit({ perSecond, burst, now = () => performance.now() }: RateLimitOptions): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    take: (key) => {
      const time = now()
      const known = buckets.get(key)
      const left = known === undefined ? burst : Math.min(burst, known.left + ((time - known.at) / 1_000) * perSecond)
      buckets.delete(key)
      const [oldest] = buckets.keys()
      if (buckets.size >= MOST_KEYS && oldest !== undefined) buckets.delete(oldest)
      buckets.set(key, { left: left >= 1 ? left - 1 : left, at: time })
      return left >= 1
    },
  }
}
