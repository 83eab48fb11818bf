/** One pass over a text for the patterns of all rules: nearly every text matches nearly none of them. */

import { createSieve, mayMatch, type Sifted } from './sieve.js'

/** A segment or a passage. */
interface Readable {
  readonly text: string
}

const groups: (readonly RegExp[])[] = []
let sift: ((text: string) => Sifted) | undefined
let sifted = new WeakMap<Readable, Sifted>()

/**
 * Whether a text may match one of these patterns: false only where none of them does. A rule asks before it tries them.
 *
 * @example
 * const mayMine = createHint(MINER)
 * const match = mayMine(segment) ? MINER.exec(segment.text) : null
 */
export function createHint(...patterns: readonly RegExp[]): (read: Readable) => boolean {
  const place = groups.push(patterns) - 1
  // What was sifted before knows nothing of these.
  sift = undefined
  return (read) => mayMatch(siftedOf(read), place)
}

function siftedOf(read: Readable): Sifted {
  if (sift === undefined) {
    sift = createSieve(groups)
    sifted = new WeakMap()
  }
  const known = sifted.get(read) ?? sift(read.text)
  sifted.set(read, known)
  return known
}
