/** Adds up what the words of a query are worth in each document, and takes the best documents out. */
import type { Candidate } from './expand.js'
import type { SearchIndex } from './search-index.js'
import { WEIGHTS } from './weights.js'

/** A document and how well it answers. */
interface Scored {
  readonly position: number
  readonly score: number
}

/**
 * Sums by document, all 0 between queries; kept with the index, since making them costs more than most queries. They
 * stand side by side for each document, since what a query waits for is memory.
 */
type Tally = Float32Array

/** What the document is worth. */
const SCORE = 0
/** How much of the query it answers, in rarity. */
const COVERED = 1
/** The last word of several meanings that it has, counted from 1, and what that word is worth in it. */
const LAST_WORD = 2
const LAST_WORTH = 3
const SUMS = 4

const TALLIES = new WeakMap<SearchIndex, Tally>()

/** The documents that answer best, best first; equals in the order of the documents. A list holds what one word may mean. */
export function bestDocuments(
  index: SearchIndex,
  meanings: readonly (readonly Candidate[])[],
  limit: number,
): readonly Scored[] {
  const tally = tallyOf(index)
  let whole = 0
  meanings.forEach((candidates, at) => {
    const rarity = candidates.reduce((rarest, { term }) => Math.max(rarest, index.rarity[term] as number), 0)
    whole += rarity
    const [only] = candidates
    if (only !== undefined && candidates.length === 1) addOnly(index, tally, only, rarity)
    else for (const candidate of candidates) addMeaning(index, tally, candidate, rarity, at + 1)
  })
  // The best documents have the rare words: once they are in, the others are passed over quickly.
  const rarestFirst = meanings
    .flat()
    .sort((a, b) => (index.rarity[b.term] as number) - (index.rarity[a.term] as number))
  return takeBest(index, tally, rarestFirst, whole, limit)
}

function tallyOf(index: SearchIndex): Tally {
  const known = TALLIES.get(index)
  if (known !== undefined) return known
  const tally = new Float32Array(index.documentCount * SUMS)
  TALLIES.set(index, tally)
  return tally
}

/** Adds a word that means one stem. */
function addOnly({ postings }: SearchIndex, tally: Tally, { term, certainty }: Candidate, rarity: number): void {
  const { documents, impacts } = postings
  const unit = postings.impactUnit * certainty
  const share = rarity * certainty
  const end = postings.starts[term + 1] as number
  // No list of the documents met is kept: whether one was met before is as good as random, and a processor that
  // guesses wrong takes longer than one that adds.
  for (let slot = postings.starts[term] as number; slot < end; slot++) {
    const at = (documents[slot] as number) * SUMS
    tally[at + SCORE] = (tally[at + SCORE] as number) + (impacts[slot] as number) * unit
    tally[at + COVERED] = (tally[at + COVERED] as number) + share
  }
}

/** Adds one meaning of a word that has several, surest first: of those that a document has, the best counts. */
function addMeaning(
  { postings }: SearchIndex,
  tally: Tally,
  { term, certainty }: Candidate,
  rarity: number,
  word: number,
): void {
  const { documents, impacts } = postings
  const unit = postings.impactUnit * certainty
  const share = rarity * certainty
  const end = postings.starts[term + 1] as number
  for (let slot = postings.starts[term] as number; slot < end; slot++) {
    const at = (documents[slot] as number) * SUMS
    const worth = (impacts[slot] as number) * unit
    // Few documents have several of the meanings.
    const earlier = tally[at + LAST_WORD] === word ? (tally[at + LAST_WORTH] as number) : 0
    if (worth <= earlier) continue
    tally[at + LAST_WORTH] = worth
    tally[at + SCORE] = (tally[at + SCORE] as number) + worth - earlier
    if (earlier > 0) continue
    tally[at + LAST_WORD] = word
    tally[at + COVERED] = (tally[at + COVERED] as number) + share
  }
}

/** Takes the best of the documents that were met, and leaves the tally as it was found. */
function takeBest(
  { postings }: SearchIndex,
  tally: Tally,
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
      const at = position * SUMS
      const score = (tally[at + SCORE] as number) * (1 + unit * (tally[at + COVERED] as number))
      // A document that is met again has nothing left.
      tally[at + SCORE] = 0
      tally[at + COVERED] = 0
      tally[at + LAST_WORD] = 0
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
