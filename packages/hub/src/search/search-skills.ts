/**
 * Searches as `metier search` does, with the words in the database: each word of the query reads the heaviest rows of each word that
 * it may mean, never more, so that the time hardly grows with the number of skills.
 */

import { type QueryTerm, readSearchQuery } from 'metier/gate'
import type { Sql } from '../database/database.js'
import type { Viewer } from '../principals/principal.js'
import { SKILL_COLUMNS, type SkillRow } from '../skills/skill-row.js'
import { IS_LISTED, viewerValues } from '../skills/visibility.js'
import { type Posting, scoreSkills, type WordMeaning } from './score.js'

export interface SearchedSkill extends SkillRow {
  readonly score: number
}

/** The rows that are read of one word. */
const MOST_POSTINGS = 400
const MOST_MEANINGS = 12
const MOST_PREFIXES = 8
const SHORTEST_PREFIX = 3
const SHORTEST_TYPO = 4
const PREFIX_CERTAINTY = 0.5
const TYPO_CERTAINTY = 0.6
const LIKENESS = 0.35

/** The best skills for a query that the viewer sees, best first. */
export async function searchSkills(
  sql: Sql,
  viewer: Viewer,
  query: string,
  limit: number,
): Promise<readonly SearchedSkill[]> {
  const words = readSearchQuery(query)
  if (words.length === 0) return []
  const meanings = await findMeanings(sql, words)
  const postings = await readPostings(sql, meanings)
  const total = await countSkills(sql)
  const scored = scoreSkills(meanings, postings, total)
  return takeVisible(sql, viewer, scored, limit)
}

interface WordRow {
  readonly term: string
  readonly skills: number
}

/** The words that skills have, of those that the query may mean; similar ones if they have none. */
async function findMeanings(sql: Sql, words: readonly QueryTerm[]): Promise<readonly (readonly WordMeaning[])[]> {
  const wanted = [...new Set(words.flatMap(({ meanings }) => meanings.map(({ term }) => term)))]
  const known = new Map(
    (
      await sql.query<WordRow>('select term, skills from search_words where term = any($1::text[]) and skills > 0', [
        wanted,
      ])
    ).map((row) => [row.term, row]),
  )
  const lists: (readonly WordMeaning[])[] = []
  for (const word of words) {
    const exact = word.meanings.flatMap(({ term, certainty, isForeign }) => {
      const row = known.get(term)
      return row === undefined ? [] : [{ ...row, certainty, isForeign }]
    })
    const [own] = word.meanings
    const more = word.isPrefix && own !== undefined ? await findContinuations(sql, own.term) : []
    const found = withoutRepeats([...exact, ...more]).slice(0, MOST_MEANINGS)
    lists.push(found.length > 0 || own === undefined ? found : await findSimilar(sql, word.word))
  }
  return lists.filter((list) => list.length > 0)
}

function withoutRepeats(meanings: readonly WordMeaning[]): readonly WordMeaning[] {
  return meanings.filter(({ term }, at) => meanings.findIndex((other) => other.term === term) === at)
}

/** Words that start with an unfinished one, the shortest first. */
async function findContinuations(sql: Sql, prefix: string): Promise<readonly WordMeaning[]> {
  if (prefix.length < SHORTEST_PREFIX && prefix.charCodeAt(0) < 128) return []
  const rows = await sql.query<WordRow>(
    `select term, skills from search_words where term > $1 and term < $2 and skills > 0
     order by length(term), term limit ${MOST_PREFIXES}`,
    [prefix, `${prefix}\u{10ffff}`],
  )
  return rows.map((row) => ({
    ...row,
    certainty: (PREFIX_CERTAINTY * prefix.length) / row.term.length,
    isForeign: false,
  }))
}

/** Words that look like a mistyped one, by their trigrams. */
async function findSimilar(sql: Sql, word: string): Promise<readonly WordMeaning[]> {
  if (word.length < SHORTEST_TYPO || /\d/.test(word)) return []
  const rows = await sql.query<WordRow & { likeness: number }>(
    `select term, skills, similarity(term, $1) as likeness from search_words
     where term % $1 and skills > 0 and similarity(term, $1) >= ${LIKENESS}
     order by likeness desc, skills desc, term limit 3`,
    [word],
  )
  const best = rows[0]?.likeness ?? 0
  return rows
    .filter(({ likeness }) => likeness >= best - 0.1)
    .map(({ term, skills }) => ({ term, skills, certainty: TYPO_CERTAINTY, isForeign: false }))
}

function readPostings(sql: Sql, meanings: readonly (readonly WordMeaning[])[]): Promise<readonly Posting[]> {
  const terms = [...new Set(meanings.flat().map(({ term }) => term))]
  return sql.query<Posting>(
    `select w.term, p.skill_id as "skillId", p.weight from unnest($1::text[]) as w(term) cross join lateral (
       select skill_id, weight from search_terms t where t.term = w.term
       order by t.weight desc, t.skill_id limit ${MOST_POSTINGS}) p`,
    [terms],
  )
}

/** About how many skills there are: the rarity of a word needs no more. */
async function countSkills(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select max(skills) as count from (select skills from search_words order by skills desc limit 1) w',
  )
  return Math.max(1, row?.count ?? 1)
}

interface ScoredSkill {
  readonly skillId: number
  readonly score: number
}

/** The best ones that the viewer sees. Asks for more while too few of them are visible. */
async function takeVisible(
  sql: Sql,
  viewer: Viewer,
  scored: readonly ScoredSkill[],
  limit: number,
): Promise<readonly SearchedSkill[]> {
  const found: SearchedSkill[] = []
  for (let start = 0; start < scored.length && found.length < limit; start += 4 * limit) {
    const part = scored.slice(start, start + 4 * limit)
    const rows = await sql.query<SkillRow>(
      `select ${SKILL_COLUMNS} from skills s join owners o on o.id = s.owner_id
       where s.id = any($3::bigint[]) and ${IS_LISTED}`,
      [...viewerValues(viewer), part.map(({ skillId }) => skillId)],
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const { skillId, score } of part) {
      const row = byId.get(skillId)
      if (row !== undefined && found.length < limit) found.push({ ...row, score })
    }
  }
  return found
}
