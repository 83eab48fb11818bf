/** How time grows with the input: ratios of one run on one machine, never seconds. */

/** How many times longer eight times the input takes; the best of several tries, because other work only ever adds. */
export function measureGrowth(make: (size: number) => string, size: number, work: (text: string) => unknown): number {
  const [small, large] = [make(size), make(8 * size)]
  return leastOf(ACCEPTABLE_GROWTH, () => fastest(() => work(large), 1) / fastest(() => work(small), 5))
}

/** How many times longer one input takes than another of the same size. */
export function measureRatio(text: string, beside: string, work: (text: string) => unknown): number {
  return leastOf(ACCEPTABLE_RATIO, () => fastest(() => work(text), 1) / fastest(() => work(beside), 5))
}

/** Half a megabyte of the worst text may take as long as fifty megabytes of a harmless one. */
export const ACCEPTABLE_RATIO = 100

/** Eight times the input may take three times that: quadratic work would take sixty-four times as long. */
export const ACCEPTABLE_GROWTH = 24

/**
 * A few tries where the first is not well below what is acceptable, and more only where all of them were above it.
 * What is divided by is the best of five, lest a slow first run hide growth; a slow run of the other only costs a try.
 */
function leastOf(acceptable: number, measure: () => number): number {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; least >= acceptable ? attempt < 12 : least > acceptable / 2 && attempt < 4; attempt++) {
    least = Math.min(least, measure())
  }
  return least
}

/** Gives the milliseconds of the processor since the start: what other programs take of it does not count. */
export function startProcessorClock(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
}

function fastest(action: () => unknown, times: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let at = 0; at < times; at++) {
    const elapsed = startProcessorClock()
    action()
    best = Math.min(best, elapsed())
  }
  return best
}
