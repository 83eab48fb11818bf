/** Searches that share an index on disk, and what must be equal between them. */

import type { Root } from '../../src/registry/root.js'
import { KeptSearch, type Searchable } from '../../src/registry/search/kept/kept-search.js'
import { decodeSearchIndex, encodeSearchIndex } from '../../src/registry/search/kept/search-format.js'
import { searchSkills } from '../../src/registry/search/search-skills.js'
import type { Snapshot } from '../../src/registry/snapshot.js'
import type { Diagnostic } from '../../src/skill/diagnostic.js'
import { loadRegistry } from './indexing.js'

export interface OpenedSearch {
  readonly snapshot: Snapshot
  readonly searchable: Searchable
  readonly problems: readonly Diagnostic[]
  /** The directories of the skills that a query finds, best first. */
  readonly find: (query: string) => readonly string[]
}

export interface OpenOptions {
  /** The file of the search index; without it nothing is kept. */
  readonly file?: string
  readonly now?: () => number
  readonly strict?: boolean
}

/** Looks at roots as a new process does, and returns once the search index is written. */
export async function openSearch(
  roots: readonly Root[],
  { file, ...options }: OpenOptions = {},
): Promise<OpenedSearch> {
  const { snapshot } = await loadRegistry(roots, options)
  const problems = new Map<string, Diagnostic>()
  const search = new KeptSearch({
    path: () => file,
    report: (path, problem) => {
      if (problem !== undefined) problems.set(path, problem)
    },
  })
  await search.prepare(snapshot)
  await search.settle()
  const searchable = search.searchable(snapshot)
  const find = (query: string) =>
    searchSkills(searchable, snapshot, query, { limit: 50 }).map(({ record }) => record.directory)
  return { snapshot, searchable, problems: [...problems.values()], find }
}

/** Everything that an index says, as plain values. Labels are left out: an index may name a stem by a word that is gone. */
export function meaningOf({ index, states, records }: Searchable): unknown {
  const { endings: _, ...meaning } = index
  const { keys, ...places } = states
  return { ...meaning, places, count: keys.length, directories: records.map(({ directory }) => directory) }
}

/** The same index as another process would read it. */
export function reread(searchable: Searchable): ReturnType<typeof decodeSearchIndex> {
  return decodeSearchIndex(encodeSearchIndex(searchable))
}
