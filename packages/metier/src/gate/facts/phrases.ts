/** Finds what instructions ask for, phrase by phrase; rules combine nearby phrases into chains. */

import { createSieve, mayMatch, type PatternGroups } from '../text/sieve/sieve.js'
import type { PhraseKind } from './phrase-kind.js'
import { OTHER_LANGUAGES } from './phrase-languages.js'
import { PHRASES } from './phrase-table.js'

export interface Phrase {
  readonly index: number
  readonly text: string
}

/** Finds phrases in one text, which is sifted once: most texts contain few of them. */
export function createPhraseFinder(text: string): (kind: PhraseKind) => Phrase | undefined {
  const { sift, placed } = phraseSieve()
  const sifted = sift(text)
  return (kind) => {
    const known = placed.get(kind)
    if (known === undefined || !mayMatch(sifted, known.place)) return undefined
    for (const { pattern, place } of known.patterns) {
      const match = mayMatch(sifted, place) ? pattern.exec(text) : null
      if (match !== null) return { index: match.index, text: match[0] }
    }
    return undefined
  }
}

/** The positions of a kind and its patterns in the sieve. */
interface Placed {
  readonly place: number
  readonly patterns: readonly { readonly pattern: RegExp; readonly place: number }[]
}

interface PhraseSieve {
  readonly sift: (text: string) => PatternGroups
  readonly placed: ReadonlyMap<PhraseKind, Placed>
}

let known: PhraseSieve | undefined

function phraseSieve(): PhraseSieve {
  known ??= createPhraseSieve()
  return known
}

/** Kinds come first, so that one lookup rules out a whole kind. */
function createPhraseSieve(): PhraseSieve {
  const kinds = Object.keys(PHRASES) as PhraseKind[]
  const groups: (readonly RegExp[])[] = kinds.map((kind) => [...PHRASES[kind], ...(OTHER_LANGUAGES[kind] ?? [])])
  const placed = new Map<PhraseKind, Placed>()
  kinds.forEach((kind, place) => {
    const patterns = (groups[place] ?? []).map((pattern) => ({ pattern, place: groups.push([pattern]) - 1 }))
    placed.set(kind, { place, patterns })
  })
  return { sift: createSieve(groups), placed }
}
