/** Answers a query from an index, and explains each match. */
import { expandName, expandWords } from './expand.js'
import { labelOf, type SearchIndex } from './index-shape.js'
import { FIELDS } from './search-text.js'
import { isStopWord } from './stop-words.js'
import { bestDocuments, type Followers, NO_FOLLOWERS } from './tally.js'
import { wordsOf } from './tokenise.js'

/** One document that matches a query. */
export interface SearchHit {
  /** The position of the document in the indexed list. */
  readonly position: number
  readonly score: number
  /** The words that explain the match, each with the best field that contains it: `name:calendar`. */
  readonly matched: readonly string[]
}

export interface QueryOptions {
  /** The maximum number of hits; 10 by default. */
  readonly limit?: number
  readonly followers?: Followers
}

interface Labelled {
  readonly term: number
  readonly label: string
}

const DEFAULT_LIMIT = 10
/** No real query is longer; text that is pasted by mistake should not cost more. */
const MOST_WORDS = 32
const MOST_CHARACTERS = 2000

/** The documents that match a query best, best first, each with its followers; ties keep the order of the documents. */
export function searchDocuments(
  index: SearchIndex,
  query: string,
  { limit: most = DEFAULT_LIMIT, followers = NO_FOLLOWERS }: QueryOptions = {},
): readonly SearchHit[] {
  const limit = Math.floor(most)
  if (!(limit > 0)) return []
  const words = wordsOf(query.slice(0, MOST_CHARACTERS))
  const meanings = [...expandWords(index, tellingWords(words)), ...expandName(index, words)]
  const labelled = meanings.map((candidates) => candidates.map(({ term }) => ({ term, label: labelOf(index, term) })))
  const hits: SearchHit[] = []
  for (const { position, score } of bestDocuments(index, meanings, limit, followers)) {
    if (hits.length >= limit) break
    hits.push({ position, score, matched: explain(index, labelled, position) })
    for (const follower of followersOf(position, followers)) {
      const matched = explain(index, labelled, follower)
      if (matched.length > 0) hits.push({ position: follower, score, matched })
    }
  }
  return hits.slice(0, limit)
}

function followersOf(leader: number, { positions, leaders }: Followers): readonly number[] {
  return positions.filter((_, at) => leaders[at] === leader)
}

/** The distinct words of a query without stop words; if it has only stop words, all of them. */
function tellingWords(all: readonly string[]): readonly string[] {
  const words = [...new Set(all)].slice(0, MOST_WORDS)
  const telling = words.filter((word) => !isStopWord(word))
  return telling.length > 0 ? telling : words
}

/** For each word of the query, the most certain meaning that the document has. */
function explain(index: SearchIndex, meanings: readonly (readonly Labelled[])[], position: number): readonly string[] {
  const matched: string[] = []
  for (const candidates of meanings) {
    for (const { term, label } of candidates) {
      const slot = findPosting(index, term, position)
      if (slot < 0) continue
      const match = `${FIELDS[index.postings.fields[slot] as number]}:${label}`
      if (!matched.includes(match)) matched.push(match)
      break
    }
  }
  return matched
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
