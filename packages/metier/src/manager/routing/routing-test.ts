/** Tests skills without a model: is a skill found by its own queries, and not by its neighbors'? */

import type { SearchResult } from '../../contracts/skills.js'
import { type Catalogue, type CatalogueSkill, renderCatalogue } from '../../registry/catalogue.js'
import { isStopWord } from '../../registry/search/stop-words.js'
import { wordsOf } from '../../registry/search/tokenise.js'
import { LIMITS } from '../../skill/limits.js'
import { type EvalsFile, readSkillEvals } from './skill-evals.js'

/** A skill and its neighbors, as a `SkillManager` provides them. */
export interface Neighbourhood {
  readonly skills: readonly TestedSkill[]
  search(query: string, options: { readonly limit: number }): SearchResult
}

export interface TestedSkill {
  readonly name: string
  readonly description: string
  /** Its SKILL.md. */
  readonly path: string
  readonly skillPath: string
}

/** The origin of a query: a trigger set or eval of the skill, one of a neighbor, or the skill's own description. */
type QueryKind = 'own' | 'neighbour' | 'description'

export interface RoutingCase {
  readonly kind: QueryKind
  readonly query: string
  readonly shouldTrigger: boolean
  /** The file with the query. */
  readonly file: string
  /** 1-based. */
  readonly line: number
  /** The rank of the skill in the results, from 1; null if it was not found. */
  readonly rank: number | null
  /** The first result. */
  readonly first: string | null
  readonly passed: boolean
  /** Set if the author's query is the description itself, which proves nothing. */
  readonly repeatsDescription?: true
}

export interface RoutingReport {
  readonly name: string
  readonly path: string
  readonly cases: readonly RoutingCase[]
  /** Problems with the test files. */
  readonly problems: readonly {
    readonly file: string
    readonly message: string
    /** Set if the file is not valid JSON. */
    readonly line?: number
    readonly column?: number
  }[]
  readonly passed: number
  readonly failed: number
}

/** Results beyond this rank do not count. */
const SEEN = 50

/** Tests one skill among its neighbors. The same files always give the same report. */
export function testRouting(skill: TestedSkill, neighbourhood: Neighbourhood): RoutingReport {
  const own = readSkillEvals(skill)
  const others = neighbourhood.skills.filter(({ path }) => path !== skill.path)
  const theirs = others.flatMap(readSkillEvals)
  const judge = (kind: QueryKind, query: string, shouldTrigger: boolean, file: string, line: number) =>
    judgeQuery(skill, neighbourhood, { kind, query, shouldTrigger, file, line })
  const cases = [
    judge('description', skill.description, true, skill.path, 1),
    ...own.flatMap(({ file, queries }) =>
      queries.map((each) => judge('own', each.query, each.shouldTrigger, file, each.line)),
    ),
    ...theirs.flatMap(({ file, queries }) =>
      queries
        .filter(({ query, shouldTrigger }) => shouldTrigger && !isClaimed(own, query))
        .map(({ query, line }) => judge('neighbour', query, false, file, line)),
    ),
  ]
  const passed = cases.filter((each) => each.passed).length
  return {
    name: skill.name,
    path: skill.path,
    cases,
    problems: problemsOf(own),
    passed,
    failed: cases.length - passed,
  }
}

/** A query that this skill also claims is not the neighbor's alone. */
export function isClaimed(own: readonly EvalsFile[], query: string): boolean {
  return own.some(({ queries }) => queries.some((each) => each.shouldTrigger && each.query === query))
}

function judgeQuery(
  skill: TestedSkill,
  neighbourhood: Neighbourhood,
  wanted: Pick<RoutingCase, 'kind' | 'query' | 'shouldTrigger' | 'file' | 'line'>,
): RoutingCase {
  const { results } = neighbourhood.search(wanted.query, { limit: SEEN })
  const at = results.findIndex(({ path }) => path === skill.path)
  const isFirst = at === 0
  const passed = wanted.shouldTrigger ? isFirst : !(isFirst && isCovered(wanted.query, results[0]?.matched ?? []))
  const isRepeated = wanted.kind === 'own' && normalise(wanted.query) === normalise(skill.description)
  return {
    ...wanted,
    rank: at < 0 ? null : at + 1,
    first: results[0]?.name ?? null,
    passed,
    ...(isRepeated && { repeatsDescription: true }),
  }
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s.!?]+/g, ' ')
    .trim()
}

/** The fields that the catalogue shows, or fields with the same words. */
const SHOWN = /^(?:name|slug|tags|description):/

/**
 * Whether the visible fields of a skill have at least half of a query's words. Among few skills one is always first, even for a single
 * incidental word, which is not a match.
 */
function isCovered(query: string, matched: readonly string[]): boolean {
  const words = new Set(wordsOf(query).filter((word) => !isStopWord(word)))
  const shown = matched.filter((match) => SHOWN.test(match))
  return shown.length * 2 >= words.size
}

function problemsOf(files: readonly EvalsFile[]): RoutingReport['problems'] {
  return files.flatMap(({ file, problems, brokenAt }) => problems.map((message) => ({ file, message, ...brokenAt })))
}

/** Counts the skills that the catalogue shortens or leaves out, because a model chooses by what it sees. */
export function reviewCatalogue(skills: readonly TestedSkill[]): Pick<Catalogue, 'listed' | 'shortened' | 'left'> {
  const shown = skills.map(({ name, description, path }): CatalogueSkill => ({ name, description, location: path }))
  const { listed, shortened, left } = renderCatalogue(shown, LIMITS.catalogueTokens)
  return { listed, shortened, left }
}
