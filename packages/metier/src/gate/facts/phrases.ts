/** Finds what instructions ask for, phrase by phrase; rules combine nearby phrases into chains. */

import { preparedTables } from '../fast/prepared.js'
import { createLearningSieve, type LearningSieve, type SiftedText } from '../text/sieve/learning-sieve.js'
import { mayMatch } from '../text/sieve/sieve.js'
import type { PhraseKind } from './phrase-kind.js'
import { OTHER_LANGUAGES } from './phrase-languages.js'
import { PHRASES } from './phrase-table.js'

export interface Phrase {
  readonly index: number
  readonly text: string
}

/** Finds phrases in one text, which is sifted once: most texts contain few of them. */
export class PhraseFinder {
  readonly #text: string
  readonly #sifted: SiftedText

  constructor(text: string) {
    this.#text = text
    this.#sifted = phraseSieve().sieve.sift(text)
  }

  /** The first phrase of a kind. */
  phrase(kind: PhraseKind): Phrase | undefined {
    const known = phraseSieve().placed.get(kind)
    const { groups } = this.#sifted
    if (known === undefined || !mayMatch(groups, known.place)) return undefined
    for (const { pattern, place } of known.patterns) {
      const found = mayMatch(groups, place) ? firstMatch(pattern, this.#text) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The first match of a pattern. */
  match(pattern: RegExp): Phrase | undefined {
    return phraseSieve().sieve.mayContain(this.#sifted, pattern) ? firstMatch(pattern, this.#text) : undefined
  }
}

function firstMatch(pattern: RegExp, text: string): Phrase | undefined {
  const match = pattern.exec(text)
  return match === null ? undefined : { index: match.index, text: match[0] }
}

/** The positions of a kind and its patterns in the sieve. */
interface Placed {
  readonly place: number
  readonly patterns: readonly { readonly pattern: RegExp; readonly place: number }[]
}

interface PhraseSieve {
  readonly sieve: LearningSieve
  readonly placed: ReadonlyMap<PhraseKind, Placed>
}

let known: PhraseSieve | undefined

function phraseSieve(): PhraseSieve {
  known ??= createPhraseSieve()
  return known
}

const KINDS = Object.keys(PHRASES) as PhraseKind[]

function patternsOf(kind: PhraseKind): readonly RegExp[] {
  return [...PHRASES[kind], ...(OTHER_LANGUAGES[kind] ?? [])]
}

/** Every pattern of every phrase, in a fixed order. */
export function phrasePatterns(): readonly RegExp[] {
  return KINDS.flatMap(patternsOf)
}

/** Kinds come first, so that one lookup rules out a whole kind. */
function createPhraseSieve(): PhraseSieve {
  const groups: (readonly RegExp[])[] = KINDS.map(patternsOf)
  const placed = new Map<PhraseKind, Placed>()
  KINDS.forEach((kind, place) => {
    const patterns = (groups[place] ?? []).map((pattern) => ({ pattern, place: groups.push([pattern]) - 1 }))
    placed.set(kind, { place, patterns })
  })
  const literals = preparedTables()?.literals
  const prepared = new Map(
    literals === undefined ? [] : phrasePatterns().map((pattern, at) => [pattern, literals[at] ?? undefined] as const),
  )
  return { sieve: createLearningSieve(groups, prepared), placed }
}
