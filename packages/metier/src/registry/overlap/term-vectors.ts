/** Texts as lists of weighted stems of length 1, so that the sum over the shared stems is the cosine of the angle between them. */

import { countOf, type SearchIndex } from '../search/index-shape.js'
import { stem } from '../search/stem.js'
import { isStopWord } from '../search/stop-words.js'
import { eachWord } from '../search/tokenise.js'
import { findWord } from '../search/vocabulary.js'
import { genericWords } from './generic-words.js'

/** The stems of a text, each with its weight. The squares of the weights add up to 1. */
export interface TermVector {
  readonly terms: Uint32Array
  readonly weights: Float32Array
}

/** How often each stem occurs in a text. */
export type TermCounts = ReadonlyMap<number, number>

/** A generic word counts this much of any other. */
const GENERIC_WEIGHT = 0.35
const GENERIC = 1
/** Not a stem of the index, or a stop word. */
const IGNORED = -1

/** Counts stems, by their numbers in the search index. Remembers each word, because most words repeat. */
export class TermReader {
  readonly #index: SearchIndex
  readonly #known = new Map<string, number>()
  readonly #generic: Uint8Array

  constructor(index: SearchIndex) {
    this.#index = index
    this.#generic = new Uint8Array(index.terms.size)
    for (const word of genericWords()) {
      const term = this.#find(word)
      if (term !== IGNORED) this.#generic[term] = GENERIC
    }
  }

  count(text: string): Map<number, number> {
    const counts = new Map<number, number>()
    eachWord(text, (word) => {
      const term = this.#known.get(word) ?? this.#find(word)
      if (term !== IGNORED) counts.set(term, (counts.get(term) ?? 0) + 1)
    })
    return counts
  }

  isGeneric(term: number): boolean {
    return this.#generic[term] === GENERIC
  }

  /** Weighs the stems of a text, in their order: often in the text and in few documents means telling. */
  weigh(counts: TermCounts, rarityOf: (term: number) => number): TermVector {
    const terms = Uint32Array.from(counts.keys())
    const weights = new Float32Array(terms.length)
    let square = 0
    let at = 0
    for (const [term, count] of counts) {
      const weight = (1 + Math.log(count)) * rarityOf(term) * (this.isGeneric(term) ? GENERIC_WEIGHT : 1)
      square += weight * weight
      weights[at++] = weight
    }
    const length = Math.sqrt(square) || 1
    for (at = 0; at < weights.length; at++) weights[at] = (weights[at] as number) / length
    return { terms, weights }
  }

  /** Weighs the stems of a body, which are as rare as the whole index says. */
  weighBody(counts: TermCounts): TermVector {
    const { documentCount } = this.#index
    return this.weigh(counts, (term) => rarity(documentCount, countOf(this.#index, term)))
  }

  #find(word: string): number {
    const term = isStopWord(word) || word.length < 2 ? IGNORED : findWord(this.#index.terms, stem(word))
    this.#known.set(word, term)
    return term
  }
}

/** In a small library every shared word would look common, so it is taken for a part of a larger one. */
const FEWEST_DOCUMENTS = 1_000

/** How telling a stem is: the fewer documents have it, the more. */
export function rarity(documents: number, documentsWith: number): number {
  return Math.log((1 + Math.max(documents, FEWEST_DOCUMENTS)) / (1 + documentsWith)) + 1
}

/** One vector spread over all stems, to compare it with many others. */
export class SpreadVector {
  readonly #weights: Float32Array
  #current: TermVector | undefined

  constructor(size: number) {
    this.#weights = new Float32Array(size)
  }

  set(vector: TermVector): void {
    if (this.#current === vector) return
    for (const term of this.#current?.terms ?? []) this.#weights[term] = 0
    vector.terms.forEach((term, at) => {
      this.#weights[term] = vector.weights[at] as number
    })
    this.#current = vector
  }

  weightOf(term: number): number {
    return this.#weights[term] as number
  }

  cosine({ terms, weights }: TermVector): number {
    let sum = 0
    for (let at = 0; at < terms.length; at++) {
      sum += (this.#weights[terms[at] as number] as number) * (weights[at] as number)
    }
    return Math.min(1, sum)
  }
}
