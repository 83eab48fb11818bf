/** Answers a query from an index: adds up what each word is worth in each document, and takes the best. */
import type { Candidate } from './expand.js'
import { expandWords } from './expand.js'
import type { SearchIndex } from './search-index.js'
import { FIELDS } from './search-text.js'
import { isStopWord } from './stop-words.js'
import { wordsOf } from './tokenise.js'
import { wordAt } from './vocabulary.js'
import { WEIGHTS } from './weights.js'

/** One document that answers a query. */
export interface SearchHit {
  /** The place of the document in the list that the index was built from. */
  readonly position: number
  readonly score: number
  /** The words that explain the match, each with the best field that holds it: `name:calendar`. */
  readonly matched: readonly string[]
}

const DEFAULT_LIMIT = 10
/** Nobody asks for more than this in one breath; text pasted by mistake should not cost more either. */
const MOST_WORDS = 32

/** The documents that answer a query best, best first; equals stand in the order of the documents. */
export function searchDocuments(
  index: SearchIndex,
  query: string,
  options: { readonly limit?: number } = {},
): readonly SearchHit[] {
  const meanings = expandWords(index, tellingWords(query))
  const tally = addUp(index, meanings)
  const hits = best(tally, options.limit ?? DEFAULT_LIMIT).map((position) => ({
    position,
    score: tally.scores[position] as number,
    matched: explain(index, meanings, position),
  }))
  clear(tally)
  return hits
}

/** The words of a query without the phrasing around them, each once; a query of small words only is taken as it is. */
function tellingWords(query: string): readonly string[] {
  const words = [...new Set(wordsOf(query))].slice(0, MOST_WORDS)
  const telling = words.filter((word) => !isStopWord(word))
  return telling.length > 0 ? telling : words
}

/** What a query adds up in, by document. Kept with the index and left clean, since most queries touch few documents. */
interface Tally {
  readonly scores: Float32Array
  /** What the word being added is worth so far. */
  readonly words: Float32Array
  /** The word, counted from 1, that touched the document last. */
  readonly seen: Uint8Array
  /** How much of the query the document answers, in rarity. */
  readonly covered: Float32Array
  readonly touched: Uint32Array
  count: number
}

const TALLIES = new WeakMap<SearchIndex, Tally>()

function tallyOf(index: SearchIndex): Tally {
  const known = TALLIES.get(index)
  if (known !== undefined) return known
  const size = index.documentCount
  const tally: Tally = {
    scores: new Float32Array(size),
    words: new Float32Array(size),
    seen: new Uint8Array(size),
    covered: new Float32Array(size),
    touched: new Uint32Array(size),
    count: 0,
  }
  TALLIES.set(index, tally)
  return tally
}

function addUp(index: SearchIndex, meanings: readonly (readonly Candidate[])[]): Tally {
  const tally = tallyOf(index)
  let whole = 0
  meanings.forEach((candidates, at) => {
    const rarity = candidates.reduce((rarest, { term }) => Math.max(rarest, index.rarity[term] as number), 0)
    whole += rarity
    for (const candidate of candidates) addPostings(index, tally, candidate, at + 1, rarity)
  })
  for (let at = 0; at < tally.count; at++) {
    const document = tally.touched[at] as number
    const share = (tally.covered[document] as number) / whole
    tally.scores[document] = (tally.scores[document] as number) * (1 + WEIGHTS.coverage * share)
  }
  return tally
}

/** Adds what one meaning of a word is worth; of several meanings that a document has, the best counts. */
function addPostings(index: SearchIndex, tally: Tally, candidate: Candidate, word: number, rarity: number): void {
  const { starts, documents, impacts, impactUnit } = index.postings
  const { scores, words, seen, covered, touched } = tally
  const unit = impactUnit * candidate.certainty
  const share = rarity * candidate.certainty
  const end = starts[candidate.term + 1] as number
  for (let slot = starts[candidate.term] as number; slot < end; slot++) {
    const document = documents[slot] as number
    const worth = (impacts[slot] as number) * unit
    const last = seen[document] as number
    if (last !== word) {
      if (last === 0) touched[tally.count++] = document
      seen[document] = word
      words[document] = worth
      scores[document] = (scores[document] as number) + worth
      covered[document] = (covered[document] as number) + share
    } else if (worth > (words[document] as number)) {
      scores[document] = (scores[document] as number) + worth - (words[document] as number)
      words[document] = worth
    }
  }
}

function best({ scores, touched, count }: Tally, limit: number): readonly number[] {
  const found: number[] = []
  const isBetter = (left: number, right: number): boolean => {
    const difference = (scores[left] as number) - (scores[right] as number)
    return difference > 0 || (difference === 0 && left < right)
  }
  for (let at = 0; at < count; at++) {
    const document = touched[at] as number
    if (found.length >= limit && !isBetter(document, found[found.length - 1] as number)) continue
    let place = found.length
    while (place > 0 && isBetter(document, found[place - 1] as number)) place--
    found.splice(place, 0, document)
    if (found.length > limit) found.pop()
  }
  return found
}

function clear(tally: Tally): void {
  for (let at = 0; at < tally.count; at++) {
    const document = tally.touched[at] as number
    tally.scores[document] = 0
    tally.seen[document] = 0
    tally.covered[document] = 0
  }
  tally.count = 0
}

function explain(index: SearchIndex, meanings: readonly (readonly Candidate[])[], position: number): readonly string[] {
  const matched = new Set<string>()
  for (const { term } of meanings.flat()) {
    const slot = findPosting(index, term, position)
    if (slot < 0) continue
    matched.add(`${FIELDS[index.postings.fields[slot] as number]}:${wordAt(index.labels, term)}`)
  }
  return [...matched]
}

function findPosting(index: SearchIndex, term: number, document: number): number {
  const { starts, documents } = index.postings
  const end = starts[term + 1] as number
  let low = starts[term] as number
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((documents[middle] as number) < document) low = middle + 1
    else high = middle
  }
  return low < end && documents[low] === document ? low : -1
}
