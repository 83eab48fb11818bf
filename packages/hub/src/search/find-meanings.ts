/** The words that skills have, of those that a query may mean. */

import type { QueryTerm } from 'metier/gate'
import type { Sql } from '../database/database.js'

/** A word that skills have, and how certain it is that the query means it. */
export interface WordMeaning {
  readonly term: string
  /** How many skills have it. */
  readonly skills: number
  readonly certainty: number
  readonly isForeign: boolean
}

interface WordRow {
  readonly term: string
  readonly skills: number
}

const MOST_MEANINGS = 10
const MOST_PREFIXES = 8
const SHORTEST_PREFIX = 3
const SHORTEST_TYPO = 4
/** As `metier search` has them. */
const PREFIX_CERTAINTY = 0.5
const TYPO_CERTAINTY = 0.6
const LIKENESS = 0.35
const SIMILAR_TO_BEST = 0.1

/** One list for each word of the query that means anything here. */
export async function findMeanings(
  sql: Sql,
  words: readonly QueryTerm[],
  audiences: readonly number[],
): Promise<readonly (readonly WordMeaning[])[]> {
  if (words.length === 0) return []
  const wanted = [...new Set(words.flatMap(({ meanings }) => meanings.map(({ term }) => term)))]
  const rows = await sql.query<WordRow>(
    `select term, sum(skills)::int as skills from search_words
     where term = any($1::text[]) and audience = any($2::bigint[]) and skills > 0 group by term`,
    [wanted, audiences],
  )
  const known = new Map(rows.map((row) => [row.term, row]))
  const lists: (readonly WordMeaning[])[] = []
  for (const word of words) lists.push(await meaningsOf(sql, word, known, audiences))
  return lists.filter((list) => list.length > 0)
}

async function meaningsOf(
  sql: Sql,
  { word, meanings, isPrefix }: QueryTerm,
  known: ReadonlyMap<string, WordRow>,
  audiences: readonly number[],
): Promise<readonly WordMeaning[]> {
  const [own] = meanings
  if (own === undefined) return []
  const exact = meanings.flatMap(({ term, certainty, isForeign }) => {
    const row = known.get(term)
    return row === undefined ? [] : [{ ...row, certainty, isForeign }]
  })
  const more = isPrefix ? await findContinuations(sql, own.term, audiences) : []
  const found = withoutRepeats([...exact, ...more]).slice(0, MOST_MEANINGS)
  return found.length > 0 ? found : findSimilar(sql, word, audiences)
}

function withoutRepeats(meanings: readonly WordMeaning[]): readonly WordMeaning[] {
  return meanings.filter(({ term }, at) => meanings.findIndex((other) => other.term === term) === at)
}

/** Words that start with an unfinished one. */
async function findContinuations(
  sql: Sql,
  prefix: string,
  audiences: readonly number[],
): Promise<readonly WordMeaning[]> {
  if (prefix.length < SHORTEST_PREFIX && prefix.charCodeAt(0) < 128) return []
  const rows = await sql.query<WordRow>(
    `select term, sum(skills)::int as skills from search_words
     where term > $1 and term < $2 and audience = any($3::bigint[]) and skills > 0
     group by term order by term limit ${MOST_PREFIXES}`,
    [prefix, `${prefix}\u{10ffff}`, audiences],
  )
  return rows.map((row) => ({
    ...row,
    certainty: (PREFIX_CERTAINTY * prefix.length) / row.term.length,
    isForeign: false,
  }))
}

/** Words that look like a mistyped one, by their trigrams. */
async function findSimilar(sql: Sql, word: string, audiences: readonly number[]): Promise<readonly WordMeaning[]> {
  if (word.length < SHORTEST_TYPO || /\d/.test(word)) return []
  const rows = await sql.query<WordRow & { likeness: number }>(
    `select term, sum(skills)::int as skills, similarity(term, $1) as likeness from search_words
     where term % $1 and audience = any($2::bigint[]) and skills > 0 and similarity(term, $1) >= ${LIKENESS}
     group by term order by likeness desc, skills desc, term limit 3`,
    [word, audiences],
  )
  const best = rows[0]?.likeness ?? 0
  return rows
    .filter(({ likeness }) => likeness >= best - SIMILAR_TO_BEST)
    .map(({ term, skills }) => ({ term, skills, certainty: TYPO_CERTAINTY, isForeign: false }))
}
