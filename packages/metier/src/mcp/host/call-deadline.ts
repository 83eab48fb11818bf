/** How long a call may take: progress gives it more time up to a limit, and a question to the user stops the clock. */

/** The time of one call. */
export interface CallDeadline {
  /** Aborted when the time is up. */
  readonly signal: AbortSignal
  /** Starts the time without a sign of progress again. */
  extend(): void
  /** Stops the clock while something else takes its time. */
  pauseFor<T>(work: () => Promise<T>): Promise<T>
  end(): void
}

/** Starts the clock. */
export function startDeadline(idleMilliseconds: number, longestMilliseconds: number): CallDeadline {
  const over = new AbortController()
  let left = longestMilliseconds
  let since = performance.now()
  let pauses = 0
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    clearTimeout(timer)
    left -= performance.now() - since
  }
  const run = () => {
    since = performance.now()
    const wait = Math.max(0, Math.min(idleMilliseconds, left))
    timer = setTimeout(() => over.abort(), wait)
  }
  const restart = () => {
    stop()
    run()
  }
  run()
  return {
    signal: over.signal,
    extend: () => {
      if (pauses === 0) restart()
    },
    pauseFor: async (work) => {
      if (pauses++ === 0) stop()
      try {
        return await work()
      } finally {
        if (--pauses === 0) run()
      }
    },
    end: () => {
      pauses++
      clearTimeout(timer)
    },
  }
}
