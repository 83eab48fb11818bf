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
import { type SearchHit, searchDocuments } from './query.js'
import { buildSearchIndex, type SearchIndex } from './search-index.js'
import type { SearchDocument } from './search-text.js'

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
  /** Maps the position of each shadowed skill to the position of the skill that shadows it. */
  readonly winners: ReadonlyMap<number, number>
  readonly index: SearchIndex
}

const built = new WeakMap<Snapshot, Searchable>()

/** The skills that match a query best, with the matched words. A shadowed skill never comes before the one that shadows it. */
export function searchSkills(
  snapshot: Snapshot,
  query: string,
  { limit = 10 }: SearchOptions = {},
): readonly SkillMatch[] {
  const searchable = searchableOf(snapshot)
  const { records, winners } = searchable
  return rank(searchable, query, limit).flatMap(({ position, score, matched }) => {
    const record = records[position]
    return record === undefined ? [] : [{ record, score, matched, shadowedBy: records[winners.get(position) ?? -1] }]
  })
}

function rank({ records, index, winners }: Searchable, query: string, limit: number): readonly SearchHit[] {
  const best = searchDocuments(index, query, { limit })
  const places = new Map(best.map(({ position }, place) => [position, place]))
  const isEarly = ({ position }: SearchHit, place: number) => {
    const winner = winners.get(position)
    return winner !== undefined && (places.get(winner) ?? Number.POSITIVE_INFINITY) > place
  }
  // Copies are mostly equal, and ties keep their order: few queries have to be repeated.
  if (!best.some(isEarly)) return best
  return putWinnersFirst(searchDocuments(index, query, { limit: records.length }), winners).slice(0, limit)
}

/** Moves each shadowed skill right behind the skill that shadows it, with at most its score. */
function putWinnersFirst(hits: readonly SearchHit[], winners: ReadonlyMap<number, number>): readonly SearchHit[] {
  const found = new Set(hits.map(({ position }) => position))
  const waiting = new Map<number, SearchHit[]>()
  const ordered: SearchHit[] = []
  for (const hit of hits) {
    const winner = winners.get(hit.position)
    if (winner !== undefined && found.has(winner)) {
      waiting.set(winner, [...(waiting.get(winner) ?? []), hit])
      continue
    }
    found.delete(hit.position)
    const behind = waiting.get(hit.position) ?? []
    waiting.delete(hit.position)
    ordered.push(hit, ...behind.map((copy) => ({ ...copy, score: hit.score })))
  }
  return ordered
}

function searchableOf(snapshot: Snapshot): Searchable {
  const known = built.get(snapshot)
  if (known !== undefined) return known
  const { skills, shadowed, positions } = snapshot
  const records = [...skills, ...shadowed.map(({ record }) => record)]
  const winners = new Map(
    shadowed.map(({ record }, place) => [skills.length + place, positions.get(record.name) ?? -1] as const),
  )
  const searchable = { records, winners, index: buildSearchIndex(toDocuments(records)) }
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
