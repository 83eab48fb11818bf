/** What instructions tell somebody to do, phrase by phrase; rules put phrases that stand together into chains. */

import { createSieve, mayMatch, type PatternGroups } from '../text/sieve.js'
import type { PhraseKind } from './phrase-kind.js'
import { OTHER_LANGUAGES } from './phrase-languages.js'
import { PHRASES } from './phrase-table.js'

export interface Phrase {
  readonly index: number
  readonly text: string
}

/** Looks for phrases in one text, which is sifted once: most phrases are not in most texts. */
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

/** Where a kind and each of its patterns stand in the sieve. */
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

/** The kinds come first, so that one look tells that a kind is not there. */
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
