/** Adds up what the words of a query are worth in each document, and takes the best documents out. */
import type { Candidate } from './expand.js'
import type { SearchIndex } from './search-index.js'
import { WEIGHTS } from './weights.js'

/** A document and how well it answers. */
interface Scored {
  readonly position: number
  readonly score: number
}

/** Sums by document, kept with the index from query to query, since most queries touch few documents. */
interface Tally {
  /** All 0 between queries; the rest is only looked at where this is not. */
  readonly scores: Float32Array
  /** How much of the query the document answers, in rarity. */
  readonly covered: Float32Array
  /** The last word of several meanings that was found in the document, and what it is worth so far. */
  readonly lastWords: Uint32Array
  readonly lastWorths: Float32Array
  readonly touched: Uint32Array
  count: number
  /** Words of several meanings met so far, in this query and those before. */
  wordCount: number
}

/** Sums of 32-bit numbers may come out a little above the whole. */
const ROUNDING = 1e-3

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
    whole += rarity
    const [only] = candidates
    if (only !== undefined && candidates.length === 1) addOnly(index, tally, only, rarity)
    else addBest(index, tally, candidates, rarity)
  }
  return takeBest(tally, whole, limit)
}

function tallyOf(index: SearchIndex): Tally {
  const known = TALLIES.get(index)
  if (known !== undefined) return known
  const size = index.documentCount
  const tally: Tally = {
    scores: new Float32Array(size),
    covered: new Float32Array(size),
    lastWords: new Uint32Array(size),
    lastWorths: new Float32Array(size),
    touched: new Uint32Array(size),
    count: 0,
    wordCount: 0,
  }
  TALLIES.set(index, tally)
  return tally
}

/** Adds a word that means one stem. */
function addOnly({ postings }: SearchIndex, tally: Tally, { term, certainty }: Candidate, rarity: number): void {
  const { documents, impacts } = postings
  const { scores, covered, touched } = tally
  const unit = postings.impactUnit * certainty
  const share = rarity * certainty
  const end = postings.starts[term + 1] as number
  let { count } = tally
  for (let slot = postings.starts[term] as number; slot < end; slot++) {
    const document = documents[slot] as number
    const score = scores[document] as number
    if (score === 0) {
      touched[count++] = document
      covered[document] = share
    } else {
      covered[document] = (covered[document] as number) + share
    }
    scores[document] = score + (impacts[slot] as number) * unit
  }
  tally.count = count
}

/** Adds a word of several meanings, surest first: of those that a document has, the best counts. */
function addBest(index: SearchIndex, tally: Tally, candidates: readonly Candidate[], rarity: number): void {
  tally.wordCount++
  for (const candidate of candidates) addMeaning(index, tally, candidate, rarity * candidate.certainty)
}

function addMeaning({ postings }: SearchIndex, tally: Tally, { term, certainty }: Candidate, share: number): void {
  const { documents, impacts } = postings
  const { scores, covered, lastWords, lastWorths, touched, wordCount } = tally
  const unit = postings.impactUnit * certainty
  const end = postings.starts[term + 1] as number
  for (let slot = postings.starts[term] as number; slot < end; slot++) {
    const document = documents[slot] as number
    const worth = (impacts[slot] as number) * unit
    const score = scores[document] as number
    if (score === 0) {
      touched[tally.count++] = document
      covered[document] = 0
    }
    if (lastWords[document] !== wordCount) {
      lastWords[document] = wordCount
      lastWorths[document] = worth
      scores[document] = score + worth
      covered[document] = (covered[document] as number) + share
    } else if (worth > (lastWorths[document] as number)) {
      scores[document] = score + worth - (lastWorths[document] as number)
      lastWorths[document] = worth
    }
  }
}

/** Takes the best documents out and leaves the tally as it was found. */
function takeBest(tally: Tally, whole: number, limit: number): readonly Scored[] {
  const { scores, covered, touched, count } = tally
  const best: Scored[] = []
  const unit = WEIGHTS.coverage / whole
  // What a document must have before its coverage is looked at: no coverage is more than whole.
  let floor = limit > 0 ? 0 : Number.POSITIVE_INFINITY
  for (let at = 0; at < count; at++) {
    const position = touched[at] as number
    const worth = scores[position] as number
    scores[position] = 0
    if (worth < floor) continue
    insert(best, { position, score: worth * (1 + unit * (covered[position] as number)) }, limit)
    if (best.length === limit) floor = (best[limit - 1] as Scored).score / (1 + WEIGHTS.coverage + ROUNDING)
  }
  tally.count = 0
  return best
}

function insert(best: Scored[], one: Scored, limit: number): void {
  let at = best.length
  while (at > 0 && isBetter(one, best[at - 1] as Scored)) at--
  if (at === limit) return
  best.splice(at, 0, one)
  if (best.length > limit) best.pop()
}

function isBetter(left: Scored, right: Scored): boolean {
  return left.score === right.score ? left.position < right.position : left.score > right.score
}
