/** Keeps the search index of the known skills: in memory while they stay the same, and in a file for the next process. */

import { DIAGNOSTICS, type Diagnostic } from '../../../skill/diagnostic.js'
import { runAtOnce, runSliced } from '../../../system/files/slices.js'
import { readKeptFile, writeKeptFile } from '../../index/kept-file.js'
import type { SkillRecord } from '../../record/skill-record.js'
import type { Snapshot } from '../../snapshot.js'
import { StemCollector } from '../collect.js'
import { termsOfDocuments } from '../document-terms.js'
import type { SearchIndex } from '../index-shape.js'
import { invertStems } from '../search-index.js'
import type { Followers } from '../tally.js'
import { findUnchanged, statesOf } from './document-states.js'
import { createDocumentReader } from './read-document.js'
import { decodeSearchIndex, encodeSearchIndex, type StatedIndex } from './search-format.js'

export interface KeptSearchOptions {
  /** The file of the index; undefined if none is kept. */
  readonly path: () => string | undefined
  /** Called with a problem of the file, or with undefined if it has none any more. */
  readonly report: (file: string, problem: Diagnostic | undefined) => void
}

/** The skills of a snapshot, with their index. */
export interface Searchable extends StatedIndex {
  /** The skills that are used, then the shadowed ones; the documents of the index. */
  readonly records: readonly SkillRecord[]
  /** The shadowed skills follow those that shadow them. */
  readonly followers: Followers
}

export class KeptSearch {
  readonly #options: KeptSearchOptions
  #current: { readonly snapshot: Snapshot; readonly searchable: Searchable } | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: KeptSearchOptions) {
    this.#options = options
  }

  /** The index of a snapshot. Reads or builds it at once if `prepare` has not. */
  searchable(snapshot: Snapshot): Searchable {
    const current = this.#current
    if (current !== undefined && isSameRegistry(current.snapshot, snapshot)) return current.searchable
    return this.#keep(snapshot, runAtOnce(this.#make(snapshot)))
  }

  /** Reads or builds the index of a snapshot in slices, so that the event loop stays free. */
  async prepare(snapshot: Snapshot, signal?: AbortSignal): Promise<void> {
    const current = this.#current
    if (current !== undefined && isSameRegistry(current.snapshot, snapshot)) return
    this.#keep(snapshot, await runSliced(this.#make(snapshot), signal))
  }

  /** Resolves when all writes are finished. */
  async settle(): Promise<void> {
    await this.#writing
  }

  #keep(snapshot: Snapshot, searchable: Searchable): Searchable {
    this.#current = { snapshot, searchable }
    return searchable
  }

  *#make(snapshot: Snapshot): Generator<void, Searchable> {
    const { skills, shadowed, positions, scans } = snapshot
    const records = shadowed.length === 0 ? skills : [...skills, ...shadowed.map(({ record }) => record)]
    const followers = {
      positions: shadowed.map((_, place) => skills.length + place),
      leaders: shadowed.map(({ record }) => positions.get(record.name) ?? -1),
    }
    const states = statesOf(records, scans)
    yield
    const earlier = this.#current?.searchable ?? this.#read()
    const unchanged = earlier && findUnchanged(earlier.states, states)
    if (earlier !== undefined && unchanged === undefined) return { records, followers, index: earlier.index, states }
    const kept = earlier === undefined || unchanged === undefined ? undefined : { index: earlier.index, unchanged }
    const index = yield* buildIndex(records, kept)
    this.#write({ index, states })
    return { records, followers, index, states }
  }

  #read(): StatedIndex | undefined {
    const path = this.#options.path()
    if (path === undefined) return undefined
    const reading = readSearchIndex(path)
    if (typeof reading === 'object') return reading
    if (reading === 'damaged') {
      this.#options.report(
        path,
        describe('index_damaged', path, `The search index ${path} was damaged; it was built again`),
      )
    }
    return undefined
  }

  #write(made: StatedIndex): void {
    const path = this.#options.path()
    if (path === undefined) return
    this.#writing = this.#writing.then(async () => {
      const error = await writeKeptFile(path, encodeSearchIndex(made))
      const message = `The search index ${path} cannot be written: ${error?.message}`
      this.#options.report(path, error && describe('index_unwritable', path, message))
    })
  }
}

/** Reads an index file. If it is unusable, says so, and everything is read from the skills again. */
export function readSearchIndex(path: string): StatedIndex | 'absent' | 'damaged' | 'stale' {
  const bytes = readKeptFile(path)
  if (typeof bytes === 'string') return bytes
  try {
    return decodeSearchIndex(bytes)
  } catch {
    return 'damaged'
  }
}

/** Indexes skills. Reads only those that an earlier index does not have as they are now. */
function* buildIndex(
  records: readonly SkillRecord[],
  kept: { readonly index: SearchIndex; readonly unchanged: Int32Array } | undefined,
): Generator<void, SearchIndex> {
  const earlier = kept && (yield* termsOfDocuments(kept.index))
  const collector = new StemCollector()
  const readDocument = createDocumentReader()
  for (const [document, record] of records.entries()) {
    const before = kept?.unchanged[document] ?? -1
    if (earlier !== undefined && before >= 0) collector.copy(earlier, before)
    else collector.add(readDocument(record))
    yield
  }
  return yield* invertStems(collector.finish())
}

/** Whether two snapshots have the same skills: notes alone make no difference. */
function isSameRegistry(left: Snapshot, right: Snapshot): boolean {
  return left.skills === right.skills && left.shadowed === right.shadowed
}

function describe(code: 'index_damaged' | 'index_unwritable', file: string, message: string): Diagnostic {
  return { code, severity: DIAGNOSTICS[code].severity, message, file, line: 1, column: 1 }
}
