/** Searches all known skills, including shadowed ones. */

import type { SkillRecord } from '../record/skill-record.js'
import type { Snapshot } from '../snapshot.js'
import type { Searchable } from './kept/kept-search.js'
import { searchDocuments } from './query.js'

/** A skill that a query found. */
export interface SkillMatch {
  readonly record: SkillRecord
  readonly score: number
  /** The words that matched. */
  readonly matched: readonly string[]
  /** The skill that shadows it; undefined if none does. */
  readonly shadowedBy: SkillRecord | undefined
}

/** Options of `SkillManager.search`. */
export interface SearchOptions {
  /** The maximum number of results; 10 by default. */
  readonly limit?: number
}

/** The skills that match a query best, with the matched words. A shadowed skill never comes before the one that shadows it. */
export function searchSkills(
  { records, followers, index }: Searchable,
  { skills, shadowed }: Snapshot,
  query: string,
  { limit = 10 }: SearchOptions = {},
): readonly SkillMatch[] {
  return searchDocuments(index, query, { limit, followers }).flatMap(({ position, score, matched }) => {
    const record = records[position]
    if (record === undefined) return []
    return [{ record, score, matched, shadowedBy: shadowed[position - skills.length]?.shadowedBy }]
  })
}
