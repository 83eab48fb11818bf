/** What instructions tell somebody to do, phrase by phrase; rules put phrases that stand together into chains. */

import { createSieve, mayMatch, type Sifted } from '../text/sieve.js'
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
    for (const { pattern, place } of placed.get(kind) ?? []) {
      const match = mayMatch(sifted, place) ? pattern.exec(text) : null
      if (match !== null) return { index: match.index, text: match[0] }
    }
    return undefined
  }
}

interface Placed {
  readonly pattern: RegExp
  /** Where it stands among all patterns. */
  readonly place: number
}

interface PhraseSieve {
  readonly sift: (text: string) => Sifted
  readonly placed: ReadonlyMap<string, readonly Placed[]>
}

let known: PhraseSieve | undefined

function phraseSieve(): PhraseSieve {
  known ??= createPhraseSieve()
  return known
}

function createPhraseSieve(): PhraseSieve {
  const all: RegExp[] = []
  const placed = new Map<string, readonly Placed[]>()
  for (const kind of Object.keys(PHRASES) as PhraseKind[]) {
    const patterns = [...PHRASES[kind], ...(OTHER_LANGUAGES[kind] ?? [])]
    placed.set(
      kind,
      patterns.map((pattern, at) => ({ pattern, place: all.length + at })),
    )
    all.push(...patterns)
  }
  return { sift: createSieve(all), placed }
}
