/** Adds up the scores of a query's words in each document, and selects the best documents. */
import type { Candidate } from './expand.js'
import { countOf, rarityOf, type SearchIndex } from './index-shape.js'
import { WEIGHT_UNIT, WEIGHTS } from './weights.js'

/** A document and its score. */
interface Scored {
  readonly position: number
  readonly score: number
}

/**
 * Sums by document, all 0 between queries. Kept with the index, because allocating them costs more than most queries. The sums of one
 * document are adjacent, because a query mostly waits for memory.
 */
type Tally = Float32Array

/** The score of the document. */
const SCORE = 0
/** How much of the query it matches, in rarity. */
const COVERED = 1
/** The last word with several meanings that it matches, counted from 1, and that word's score. */
const LAST_WORD = 2
const LAST_WORTH = 3
const SUMS = 4

const TALLIES = new WeakMap<SearchIndex, Tally>()

/** Documents that have no place of their own in a ranking if their leader matches: they follow it. */
export interface Followers {
  readonly positions: readonly number[]
  /** The position of the leader of each follower. */
  readonly leaders: readonly number[]
}

export const NO_FOLLOWERS: Followers = { positions: [], leaders: [] }

/** The best documents, best first; ties keep the order of the documents. Each list holds the meanings of one word. */
export function bestDocuments(
  index: SearchIndex,
  meanings: readonly (readonly Candidate[])[],
  limit: number,
  followers: Followers,
): readonly Scored[] {
  const tally = tallyOf(index)
  let whole = 0
  meanings.forEach((candidates, at) => {
    const rarities = candidates.map(({ term }) => rarityOf(index, term))
    const rarest = rarityOfWord(candidates, rarities)
    whole += rarest
    candidates.forEach((candidate, place) => {
      const unit = WEIGHT_UNIT * (rarities[place] as number) * candidate.certainty
      const share = rarest * candidate.certainty
      if (candidates.length === 1) addOnly(index, tally, candidate.term, { unit, share })
      else addMeaning(index, tally, candidate.term, { unit, share, word: at + 1 })
    })
  })
  dropFollowers(tally, followers)
  // The best documents have the rare words: add those first, and most others can be skipped quickly.
  const rarestFirst = meanings.flat().sort((a, b) => countOf(index, a.term) - countOf(index, b.term))
  return takeBest(index, tally, rarestFirst, whole, limit)
}

/** A word is as rare as its rarest meaning. A rare word of another language makes no common word important. */
function rarityOfWord(candidates: readonly Candidate[], rarities: readonly number[]): number {
  const own = rarities.filter((_, place) => candidates[place]?.isForeign !== true)
  return Math.max(0, ...(own.length > 0 ? own : rarities))
}

function tallyOf(index: SearchIndex): Tally {
  const known = TALLIES.get(index)
  if (known !== undefined) return known
  const tally = new Float32Array(index.documentCount * SUMS)
  TALLIES.set(index, tally)
  return tally
}

/** What a meaning is worth: for each unit of weight in a document, and as a share of the query. */
interface Worth {
  readonly unit: number
  readonly share: number
}

/** Adds a word with one meaning. */
function addOnly({ postings }: SearchIndex, tally: Tally, term: number, { unit, share }: Worth): void {
  const { documents, weights } = postings
  const end = postings.starts[term + 1] as number
  // Keeps no list of matched documents: a branch on whether one was matched before is unpredictable, and slower than adding.
  for (let slot = postings.starts[term] as number; slot < end; slot++) {
    const at = (documents[slot] as number) * SUMS
    tally[at + SCORE] = (tally[at + SCORE] as number) + (weights[slot] as number) * unit
    tally[at + COVERED] = (tally[at + COVERED] as number) + share
  }
}

/** Adds one meaning of a word with several, most certain first; the best one in a document counts. */
function addMeaning(
  { postings }: SearchIndex,
  tally: Tally,
  term: number,
  { unit, share, word }: Worth & { readonly word: number },
): void {
  const { documents, weights } = postings
  const end = postings.starts[term + 1] as number
  for (let slot = postings.starts[term] as number; slot < end; slot++) {
    const at = (documents[slot] as number) * SUMS
    const worth = (weights[slot] as number) * unit
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

function dropFollowers(tally: Tally, { positions, leaders }: Followers): void {
  positions.forEach((position, at) => {
    if ((tally[(leaders[at] as number) * SUMS + SCORE] as number) > 0) tally[position * SUMS + SCORE] = 0
  })
}

/** Selects the best of the matched documents, and resets the tally. */
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
      // A document that appears again has a score of zero by now.
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
