/** A sieve that learns which patterns are tried on its texts, so that later texts are sifted for all of them at once. */

import { createSieve, type KnownNeeds, mayMatch, type PatternGroups } from './sieve.js'

/** What a text may match, according to the patterns that were known when it was sifted. */
export interface SiftedText {
  readonly groups: PatternGroups
  readonly places: ReadonlyMap<RegExp, number>
}

/** After so many texts a sieve includes what it has learned: a small skill ends before that, and needs none. */
const LESSONS: ReadonlySet<number> = new Set([300, 3000])
const MOST_LEARNED = 600

export interface LearningSieve {
  readonly sift: (text: string) => SiftedText
  /** False only if a pattern matches nowhere in a text. */
  readonly mayContain: (sifted: SiftedText, pattern: RegExp) => boolean
}

/** `groups` are known from the start; what is learned comes after them. */
export function createLearningSieve(
  groups: readonly (readonly RegExp[])[],
  prepared: KnownNeeds = new Map(),
): LearningSieve {
  const learned = new Set<RegExp>()
  let places: ReadonlyMap<RegExp, number> = new Map()
  let sift: ((text: string) => PatternGroups) | undefined
  let texts = 0
  const learn = () => {
    const patterns = [...learned]
    places = new Map(patterns.map((pattern, at) => [pattern, groups.length + at]))
    return createSieve([...groups, ...patterns.map((pattern) => [pattern])], prepared)
  }
  return {
    sift: (text) => {
      if (sift === undefined || (LESSONS.has(++texts) && learned.size > places.size)) sift = learn()
      return { groups: sift(text), places }
    },
    mayContain: (sifted, pattern) => {
      const place = sifted.places.get(pattern)
      if (place !== undefined) return mayMatch(sifted.groups, place)
      // One that keeps its position between calls has to be called.
      if (learned.size < MOST_LEARNED && !pattern.global && !pattern.sticky) learned.add(pattern)
      return true
    },
  }
}
