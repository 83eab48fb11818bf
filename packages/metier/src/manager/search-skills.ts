/** Search over everything that is known, shadowed skills included; the index is built when it is first needed. */

import { Buffer } from 'node:buffer'
import { closeSync } from 'node:fs'
import { detailsOf } from '../registry/details.js'
import { searchDocuments } from '../registry/search/query.js'
import { buildSearchIndex, type SearchIndex } from '../registry/search/search-index.js'
import type { SearchDocument } from '../registry/search/search-text.js'
import { directoryOf, fileOf, type SkillRecord } from '../registry/skill-record.js'
import type { Snapshot } from '../registry/snapshot.js'
import { LIMITS } from '../skill/limits.js'
import { splitDocument } from '../skill/split.js'
import { openMainFile, readInto } from '../system/main-file.js'

export interface SearchAnswer {
  readonly count: number
  readonly results: readonly {
    readonly name: string
    readonly description: string
    readonly path: string
    readonly score: number
    readonly matched: readonly string[]
  }[]
}

export interface SearchOptions {
  readonly limit?: number
}

interface Searchable {
  readonly records: readonly SkillRecord[]
  readonly index: SearchIndex
}

const built = new WeakMap<Snapshot, Searchable>()

/** The skills that answer a query best, with what made them match. */
export function searchSkills(snapshot: Snapshot, query: string, { limit = 10 }: SearchOptions): SearchAnswer {
  const { records, index } = searchableOf(snapshot)
  const results = searchDocuments(index, query, { limit }).flatMap(({ position, score, matched }) => {
    const record = records[position]
    if (record === undefined) return []
    return [{ name: record.name, description: record.description, path: fileOf(record), score, matched }]
  })
  return { count: results.length, results }
}

function searchableOf(snapshot: Snapshot): Searchable {
  const known = built.get(snapshot)
  if (known !== undefined) return known
  const records = [...snapshot.skills, ...snapshot.shadowed.map(({ record }) => record)]
  const searchable = { records, index: buildSearchIndex(toDocuments(records)) }
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

/** The beginning of a body: enough to tell what a skill is about. */
function readBodyHead(record: SkillRecord, buffer: Buffer): string {
  const descriptor = openMainFile(directoryOf(record), record.fileName)
  if (typeof descriptor !== 'number') return ''
  try {
    const text = buffer.toString('utf8', 0, readInto(descriptor, buffer, LIMITS.headBytes))
    return text.slice(splitDocument(text).bodyStart, LIMITS.headBytes)
  } catch {
    // A body that cannot be read now leaves name and description to search in.
    return ''
  } finally {
    closeSync(descriptor)
  }
}
