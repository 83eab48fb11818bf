/** How much of a long test runs: a small part in `npm test`, all of it in `npm run ci:full`. */

/** The only place where tests read the variable; `scripts/full/long-tests.mjs` sets it. */
export const isFull = process.env.METIER_TEST_FULL === '1'

/** How many cases of a property are tried: a tenth of them, but at least a hundred. */
export function runsOf(full: number): { readonly numRuns: number } {
  return { numRuns: isFull ? full : Math.min(full, Math.max(100, Math.round(full / 10))) }
}

/** So many of the values at equal distances, with the first and the last. */
export function someOf<T>(values: readonly T[], count: number): readonly T[] {
  if (isFull || values.length <= count) return values
  const distance = (values.length - 1) / (count - 1)
  return Array.from({ length: count }, (_, at) => values[Math.round(at * distance)] as T)
}
