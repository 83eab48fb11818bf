/**
 * Searches as `metier search` does, with the words in the database: each word of the query reads the heaviest rows of each word that
 * it may mean, never more, so that the time hardly grows with the number of skills.
 */

import { readSearchQuery } from 'metier/gate'
import type { Sql } from '../database/database.js'
import type { Viewer } from '../principals/principal.js'
import { SKILL_COLUMNS, type SkillRow } from '../skills/skill-row.js'
import { IS_LISTED, viewerValues } from '../skills/visibility.js'
import { countSkills, findAudiences } from './audiences.js'
import { findMeanings, type WordMeaning } from './find-meanings.js'

export interface SearchedSkill extends SkillRow {
  readonly score: number
}

/** The rows that are read of one word. */
const MOST_POSTINGS = 300
/** Candidates whose visibility is looked at: more than the limit, because some may be hidden. */
const SPARE = 50

/** The best skills for a query that the viewer sees, best first. */
export async function searchSkills(
  sql: Sql,
  viewer: Viewer,
  query: string,
  limit: number,
): Promise<readonly SearchedSkill[]> {
  const audiences = await findAudiences(sql, viewer)
  const words = await findMeanings(sql, readSearchQuery(query), audiences)
  if (words.length === 0) return []
  const request = weigh(words, await countSkills(sql, audiences))
  for (let candidates = limit + SPARE; ; candidates *= 10) {
    const found = await score(sql, viewer, request, { audiences, candidates, limit })
    // All hidden, perhaps: look further down.
    if (found.skills.length >= limit || found.candidates < candidates) return found.skills
  }
}

interface SearchRange {
  readonly audiences: readonly number[]
  readonly candidates: number
  readonly limit: number
}

interface WeightedQuery {
  /** One entry for each meaning: the number of its word, its stem, what a unit of weight is worth, its share of the query. */
  readonly meanings: readonly {
    readonly word: number
    readonly term: string
    readonly unit: number
    readonly share: number
  }[]
  /** The rarity of the whole query. */
  readonly whole: number
}

/** Rare words are worth more. A word is as rare as its rarest meaning, but a foreign one makes no common word important. */
function weigh(words: readonly (readonly WordMeaning[])[], total: number): WeightedQuery {
  let whole = 0
  const meanings = words.flatMap((list, word) => {
    const own = list.filter(({ isForeign }) => !isForeign)
    const rarest = Math.max(0, ...(own.length > 0 ? own : list).map(({ skills }) => rarityOf(skills, total)))
    whole += rarest
    return list.map(({ term, skills, certainty }) => {
      return { word, term, unit: rarityOf(skills, total) * certainty, share: rarest * certainty }
    })
  })
  return { meanings, whole }
}

function rarityOf(skills: number, total: number): number {
  return Math.log(1 + (Math.max(total, skills) - skills + 0.5) / (skills + 0.5))
}

/**
 * BM25 with the weights of `metier search`: in each skill the best meaning of a word counts, and the sum is up to doubled for
 * a skill that has every word.
 */
async function score(
  sql: Sql,
  viewer: Viewer,
  { meanings, whole }: WeightedQuery,
  { audiences, candidates, limit }: SearchRange,
) {
  const rows = await sql.query<SearchedSkill & { candidates: number }>(
    `with hits as (
       select m.word, p.skill_id, p.weight * m.unit as worth, m.share
       from unnest($3::int[], $4::text[], $5::float8[], $6::float8[]) as m(word, term, unit, share)
       cross join unnest($10::bigint[]) as a(audience)
       cross join lateral (
         select t.skill_id, t.weight from search_terms t where t.term = m.term and t.audience = a.audience
         order by t.weight desc, t.skill_id limit ${MOST_POSTINGS}) p),
     best as (select skill_id, word, max(worth) as worth, max(share) as share from hits group by skill_id, word),
     ranked as (
       select skill_id, sum(worth) * (1 + sum(share) / $7::float8) as score from best
       group by skill_id order by score desc, skill_id limit $8)
     select ${SKILL_COLUMNS}, r.score, (select count(*) from ranked)::int as candidates
     from ranked r join skills s on s.id = r.skill_id join owners o on o.id = s.owner_id
     where ${IS_LISTED} order by r.score desc, s.id limit $9`,
    [
      ...viewerValues(viewer),
      meanings.map(({ word }) => word),
      meanings.map(({ term }) => term),
      meanings.map(({ unit }) => unit),
      meanings.map(({ share }) => share),
      Math.max(whole, Number.EPSILON),
      candidates,
      limit,
      audiences,
    ],
  )
  return { skills: rows, candidates: rows[0]?.candidates ?? 0 }
}
