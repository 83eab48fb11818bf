/** Finds the pairs of vectors that are close enough to compare, through an index of their rare stems. */

import type { TermVector } from './term-vectors.js'

/** Called with a document and all earlier ones whose cosine with it may reach the least one. */
type CandidateListener = (document: number, earlier: readonly number[]) => void

/** The rare stems of a vector. */
interface Prefix {
  readonly length: number
  /** The length of the vector of the other stems. */
  readonly rest: number
}

export interface CandidateQuery {
  /** The stems of each, rarest first. */
  readonly vectors: readonly TermVector[]
  /** How many vectors have each stem. */
  readonly documents: Uint32Array
  /** The least cosine of a pair. */
  readonly least: number
}

/** Two vectors must share a stem that at most so many, or this part of all, have. */
const RARE_DOCUMENTS = 256
const RARE_SHARE = 1 / 64

/**
 * Compares only vectors that share a rare stem. Loses no other pair: if the rarest shared stem of two vectors is in the rest of one of
 * them, all shared stems are, and the rest is shorter than the least cosine.
 */
export function* eachCandidate(
  { vectors, documents, least }: CandidateQuery,
  tell: CandidateListener,
): Generator<void, void> {
  const most = Math.max(RARE_DOCUMENTS, Math.floor(vectors.length * RARE_SHARE))
  const isRare = (term: number) => (documents[term] as number) <= most
  const prefixes = vectors.map((vector) => prefixOf(vector, least, isRare))
  const postings = new PrefixPostings(vectors, prefixes, documents.length)
  const sums = new Float32Array(vectors.length)
  for (let document = 0; document < vectors.length; document++) {
    const prefix = prefixes[document] as Prefix
    const met = postings.addUp(document, prefix.length, sums)
    const near: number[] = []
    for (const earlier of met) {
      const bound = (sums[earlier] as number) + prefix.rest * (prefixes[earlier] as Prefix).rest
      sums[earlier] = 0
      if (bound >= least) near.push(earlier)
    }
    if (near.length > 0) tell(document, near)
    yield
  }
}

/** The rare stems at the start of a vector, without those whose rest is shorter than the least cosine anyway. */
function prefixOf({ terms, weights }: TermVector, least: number, isRare: (term: number) => boolean): Prefix {
  let length = weights.length
  let square = 0
  while (length > 0) {
    const weight = weights[length - 1] as number
    if (square + weight * weight >= least * least && isRare(terms[length - 1] as number)) break
    square += weight * weight
    length--
  }
  return { length, rest: Math.sqrt(square) }
}

/** For each stem the documents with it among their rare stems, in order. */
class PrefixPostings {
  readonly #vectors: readonly TermVector[]
  readonly #starts: Uint32Array
  readonly #ends: Uint32Array
  readonly #documents: Uint32Array
  readonly #weights: Float32Array

  constructor(vectors: readonly TermVector[], prefixes: readonly Prefix[], termCount: number) {
    this.#vectors = vectors
    this.#starts = new Uint32Array(termCount + 1)
    vectors.forEach(({ terms }, document) => {
      const { length } = prefixes[document] as Prefix
      for (let at = 0; at < length; at++) {
        const next = (terms[at] as number) + 1
        this.#starts[next] = (this.#starts[next] as number) + 1
      }
    })
    for (let term = 0; term < termCount; term++) {
      this.#starts[term + 1] = (this.#starts[term + 1] as number) + (this.#starts[term] as number)
    }
    this.#ends = this.#starts.slice(0, termCount)
    this.#documents = new Uint32Array(this.#starts[termCount] as number)
    this.#weights = new Float32Array(this.#documents.length)
  }

  /** Adds a document's products with earlier ones to `sums`, returns these, and adds the document. */
  addUp(document: number, length: number, sums: Float32Array): readonly number[] {
    const met: number[] = []
    const { terms, weights } = this.#vectors[document] as TermVector
    for (let at = 0; at < length; at++) {
      const [term, weight] = [terms[at] as number, weights[at] as number]
      const end = this.#ends[term] as number
      for (let slot = this.#starts[term] as number; slot < end; slot++) {
        const other = this.#documents[slot] as number
        if (sums[other] === 0) met.push(other)
        sums[other] = (sums[other] as number) + weight * (this.#weights[slot] as number)
      }
      this.#documents[end] = document
      this.#weights[end] = weight
      this.#ends[term] = end + 1
    }
    return met
  }
}
