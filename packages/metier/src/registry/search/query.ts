/** Answers a query from an index. */
import { expandName, expandWords } from './expand.js'
import { explainMatch } from './explain.js'
import type { SearchIndex } from './index-shape.js'
import { understandQuery } from './languages/query-words.js'
import { bestDocuments, type Followers, NO_FOLLOWERS } from './tally.js'

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

const DEFAULT_LIMIT = 10

/** The documents that match a query best, best first, each with its followers; ties keep the order of the documents. */
export function searchDocuments(
  index: SearchIndex,
  query: string,
  { limit: most = DEFAULT_LIMIT, followers = NO_FOLLOWERS }: QueryOptions = {},
): readonly SearchHit[] {
  const limit = Math.floor(most)
  if (!(limit > 0)) return []
  const { words, all } = understandQuery(query)
  const meanings = [...expandWords(index, words), ...expandName(index, all)]
  const hits: SearchHit[] = []
  for (const { position, score } of bestDocuments(index, meanings, limit, followers)) {
    if (hits.length >= limit) break
    hits.push({ position, score, matched: explainMatch(index, meanings, position) })
    for (const follower of followersOf(position, followers)) {
      const matched = explainMatch(index, meanings, follower)
      if (matched.length > 0) hits.push({ position: follower, score, matched })
    }
  }
  return hits.slice(0, limit)
}

function followersOf(leader: number, { positions, leaders }: Followers): readonly number[] {
  return positions.filter((_, at) => leaders[at] === leader)
}
