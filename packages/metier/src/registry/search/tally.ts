/** Adds up what the words of a query are worth in each document, and takes the best documents out. */
import type { Candidate } from './expand.js'
import type { SearchIndex } from './search-index.js'
import { WEIGHTS } from './weights.js'

/** A document and how well it answers. */
interface Scored {
  readonly position: number
  readonly score: number
}

/** Sums by document, all 0 between queries; kept with the index, since making them costs more than most queries. */
interface Tally {
  readonly scores: Float32Array
  /** How much of the query the document answers, in rarity. */
  readonly covered: Float32Array
  /** The same two for a word of several meanings while it is being added. */
  readonly wordScores: Float32Array
  readonly wordCovered: Float32Array
}

const TALLIES = new WeakMap<SearchIndex, Tally>()

/** The documents that answer best, best first; equals in the order of the documents. A list holds what one word may mean. */
export function bestDocuments(
  index: SearchIndex,
  meanings: readonly (readonly Candidate[])[],
  limit: number,
): readonly Scored[] {
  const tally = tallyOf(index)
  let whole = 0
  for (const candidates of meanings) {
    const rarity = candidates.reduce((rarest, { term }) => Math.max(rarest, index.rarity[term] as number), 0)
    const [only] = candidates
    if (only !== undefined && candidates.length === 1) addOnly(index, tally, only, rarity)
    else addBest(index, tally, candidates, rarity)
    whole += rarity
  }
  return takeBest(index, tally, meanings.flat(), whole, limit)
}

function tallyOf(index: SearchIndex): Tally {
  const known = TALLIES.get(index)
  if (known !== undefined) return known
  const size = index.documentCount
  const tally: Tally = {
    scores: new Float32Array(size),
    covered: new Float32Array(size),
    wordScores: new Float32Array(size),
    wordCovered: new Float32Array(size),
  }
  TALLIES.set(index, tally)
  return tally
}

// The loops below have no branches on purpose: which documents were met before is as good as random, and a processor
// that guesses wrong takes longer than one that adds.

/** Adds a word that means one stem. */
function addOnly({ postings }: SearchIndex, tally: Tally, { term, certainty }: Candidate, rarity: number): void {
  const { documents, impacts } = postings
  const { scores, covered } = tally
  const unit = postings.impactUnit * certainty
  const share = rarity * certainty
  const end = postings.starts[term + 1] as number
  for (let slot = postings.starts[term] as number; slot < end; slot++) {
    const document = documents[slot] as number
    scores[document] = (scores[document] as number) + (impacts[slot] as number) * unit
    covered[document] = (covered[document] as number) + share
  }
}

/** Adds a word of several meanings: of those that a document has, the best counts. */
function addBest(index: SearchIndex, tally: Tally, candidates: readonly Candidate[], rarity: number): void {
  for (const candidate of candidates) noteBest(index, tally, candidate, rarity)
  for (const { term } of candidates) settle(index, tally, term)
}

function noteBest({ postings }: SearchIndex, tally: Tally, { term, certainty }: Candidate, rarity: number): void {
  const { documents, impacts } = postings
  const { wordScores, wordCovered } = tally
  const unit = postings.impactUnit * certainty
  const share = rarity * certainty
  const end = postings.starts[term + 1] as number
  for (let slot = postings.starts[term] as number; slot < end; slot++) {
    const document = documents[slot] as number
    wordScores[document] = Math.max(wordScores[document] as number, (impacts[slot] as number) * unit)
    wordCovered[document] = Math.max(wordCovered[document] as number, share)
  }
}

/** Moves what was noted to the sums; a document that has several of the meanings is met again with nothing left. */
function settle({ postings }: SearchIndex, tally: Tally, term: number): void {
  const { scores, covered, wordScores, wordCovered } = tally
  const end = postings.starts[term + 1] as number
  for (let slot = postings.starts[term] as number; slot < end; slot++) {
    const document = postings.documents[slot] as number
    scores[document] = (scores[document] as number) + (wordScores[document] as number)
    covered[document] = (covered[document] as number) + (wordCovered[document] as number)
    wordScores[document] = 0
    wordCovered[document] = 0
  }
}

/** Takes the best of the documents that were met, and leaves the tally as it was found. */
function takeBest(
  { postings }: SearchIndex,
  { scores, covered }: Tally,
  met: readonly Candidate[],
  whole: number,
  limit: number,
): readonly Scored[] {
  const best: Scored[] = []
  const unit = WEIGHTS.coverage / whole
  let worst = Number.MIN_VALUE
  for (const { term } of met) {
    const end = postings.starts[term + 1] as number
    for (let slot = postings.starts[term] as number; slot < end; slot++) {
      const position = postings.documents[slot] as number
      const score = (scores[position] as number) * (1 + unit * (covered[position] as number))
      // A document that is met again has nothing left.
      scores[position] = 0
      covered[position] = 0
      if (score < worst) continue
      insert(best, { position, score }, limit)
      worst = best[limit - 1]?.score ?? worst
    }
  }
  return best
}

function insert(best: Scored[], one: Scored, limit: number): void {
  const last = best[limit - 1]
  if (last !== undefined && !isBetter(one, last)) return
  let at = Math.min(best.length, limit - 1)
  for (; at > 0 && isBetter(one, best[at - 1] as Scored); at--) best[at] = best[at - 1] as Scored
  best[at] = one
}

function isBetter(left: Scored, right: Scored): boolean {
  return left.score === right.score ? left.position < right.position : left.score > right.score
}
