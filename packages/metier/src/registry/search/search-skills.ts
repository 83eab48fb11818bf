/** Searches all known skills, including shadowed ones. The index is built on first use. */

import { Buffer } from 'node:buffer'
import { closeSync } from 'node:fs'
import { LIMITS } from '../../skill/limits.js'
import { splitDocument } from '../../skill/split.js'
import { readInto } from '../../system/skill-files/main-file.js'
import { detailsOf } from '../record/details.js'
import type { SkillRecord } from '../record/skill-record.js'
import type { Snapshot } from '../snapshot.js'
import { openRecord } from '../walk/boundary.js'
import type { SearchIndex } from './index-shape.js'
import { searchDocuments } from './query.js'
import { buildSearchIndex } from './search-index.js'
import type { SearchDocument } from './search-text.js'
import type { Followers } from './tally.js'

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

interface Searchable {
  /** The skills that are used, then the shadowed ones. */
  readonly records: readonly SkillRecord[]
  /** The shadowed skills follow those that shadow them. */
  readonly followers: Followers
  readonly index: SearchIndex
}

const built = new WeakMap<Snapshot, Searchable>()

/** The skills that match a query best, with the matched words. A shadowed skill never comes before the one that shadows it. */
export function searchSkills(
  snapshot: Snapshot,
  query: string,
  { limit = 10 }: SearchOptions = {},
): readonly SkillMatch[] {
  const { records, followers, index } = searchableOf(snapshot)
  const { length } = snapshot.skills
  return searchDocuments(index, query, { limit, followers }).flatMap(({ position, score, matched }) => {
    const record = records[position]
    if (record === undefined) return []
    return [{ record, score, matched, shadowedBy: snapshot.shadowed[position - length]?.shadowedBy }]
  })
}

function searchableOf(snapshot: Snapshot): Searchable {
  const known = built.get(snapshot)
  if (known !== undefined) return known
  const { skills, shadowed, positions } = snapshot
  const records = [...skills, ...shadowed.map(({ record }) => record)]
  const followers = {
    positions: shadowed.map((_, place) => skills.length + place),
    leaders: shadowed.map(({ record }) => positions.get(record.name) ?? -1),
  }
  const searchable = { records, followers, index: buildSearchIndex(toDocuments(records)) }
  built.set(snapshot, searchable)
  return searchable
}

function* toDocuments(records: readonly SkillRecord[]): Generator<SearchDocument> {
  const buffer = Buffer.allocUnsafe(LIMITS.headBytes)
  for (const record of records) {
    const { name, description, directory } = record
    const details = record.frontmatter === undefined ? undefined : detailsOf(record)
    const tags = details === undefined ? [] : [...details.tags, ...details.triggers]
    yield { name, slug: directory, description, tags, body: readBodyHead(record, buffer) }
  }
}

/** Reads the start of a body, which is enough to tell what a skill is about. */
function readBodyHead(record: SkillRecord, buffer: Buffer): string {
  const descriptor = openRecord(record)
  if (typeof descriptor !== 'number') return ''
  try {
    const text = buffer.toString('utf8', 0, readInto(descriptor, buffer, LIMITS.headBytes))
    return text.slice(splitDocument(text).bodyStart, LIMITS.headBytes)
  } catch {
    // If a body cannot be read now, only name and description are searched.
    return ''
  } finally {
    closeSync(descriptor)
  }
}
