/** The skills of this process: keeps the scans, builds the next snapshot from them, and replaces the current one in one assignment. */

import { DIAGNOSTICS, type Diagnostic } from '../skill/diagnostic.js'
import type { Limits } from '../skill/limits.js'
import { SlicedWork } from '../system/files/slices.js'
import { readYaml } from '../system/yaml.js'
import { readIndex, writeIndex } from './index/index-file.js'
import { type SkillProvider, scanProvider } from './provider.js'
import { createRecordReader } from './record/record-reader.js'
import { type Position, refreshSkill } from './refresh.js'
import type { Root } from './root.js'
import type { Scan } from './scan.js'
import { buildSnapshot, type Snapshot } from './snapshot.js'
import { walkRoots } from './walk/discover.js'

export interface RegistryOptions {
  readonly strict: boolean
  /** The path of the index for these roots; undefined if none is kept. */
  readonly indexPath: (roots: readonly Root[]) => string | undefined
  readonly providers: readonly SkillProvider[]
  readonly now: () => number
}

export interface LoadOptions {
  readonly roots: readonly Root[]
  readonly limits: Pick<Limits, 'walkDepth' | 'walkEntries'>
  /** Problems with the configuration. */
  readonly notes: readonly Diagnostic[]
}

/** A walk through all roots, and the scans it compares with. */
interface RootsWalk {
  readonly work: SlicedWork<readonly Scan[]>
  readonly previous: ReadonlyMap<string, Scan>
}

export class Registry {
  readonly #options: RegistryOptions
  #snapshot: Snapshot
  #scans: ReadonlyMap<string, Scan> = new Map()
  #indexNotes: readonly Diagnostic[] = []
  /** Problems of files that others keep next to the index, by file. */
  readonly #otherNotes = new Map<string, Diagnostic>()
  #indexPath: string | undefined
  #writing: Promise<void> = Promise.resolve()
  /** The walk that is under way. */
  #walk: RootsWalk | undefined

  constructor(options: RegistryOptions) {
    this.#options = options
    this.#snapshot = buildSnapshot([], options.strict, [])
  }

  get snapshot(): Snapshot {
    return this.#snapshot
  }

  /** Reads skills again that were edited in place; false if everything must be loaded instead. */
  refresh(edited: readonly Position[]): boolean {
    const reader = createRecordReader(readYaml, this.#options.strict)
    const { skills: before } = this.#snapshot
    const positions: number[] = []
    let next: Snapshot | undefined = this.#snapshot
    for (const position of edited) {
      next = next && refreshSkill(next, position, reader)
      positions.push(...(next?.edits?.positions ?? []))
    }
    if (next !== undefined) this.#swap({ ...next, edits: { before, positions } })
    return next !== undefined
  }

  /** Adds a problem of a file that is kept next to the index; undefined takes it back, as of the next load. */
  note(file: string, problem: Diagnostic | undefined): void {
    if (problem === undefined) {
      this.#otherNotes.delete(file)
      return
    }
    this.#otherNotes.set(file, problem)
    const others = this.#snapshot.notes.filter((earlier) => earlier.file !== file)
    this.#snapshot = { ...this.#snapshot, notes: [...others, problem] }
  }

  #swap(next: Snapshot): void {
    this.#snapshot = next
    this.#scans = new Map(next.scans.map((scan) => [scan.root.path, scan]))
  }

  /** Scans every root again. Files that have not changed since the last scan or the index are not read. */
  async load(options: LoadOptions, signal?: AbortSignal): Promise<void> {
    const { strict, providers, now } = this.#options
    const walk = this.#startWalk(options)
    this.#walk = walk
    try {
      const scans = await walk.work.run(signal)
      const provided = await Promise.all(providers.map((provider) => scanProvider(provider, now(), signal)))
      signal?.throwIfAborted()
      if (isWorthWriting(scans, walk.previous)) this.#writeIndex(scans)
      this.#swap(buildSnapshot([...scans, ...provided], strict, this.#notesWith(options)))
    } finally {
      this.#walk = undefined
    }
  }

  /** As `load`, for a caller that cannot wait: finishes the walk that is under way, and leaves out the providers. */
  loadRoots(options: LoadOptions): void {
    const isUnderWay = this.#walk !== undefined
    const { work, previous } = this.#walk ?? this.#startWalk(options)
    const scans = work.finish()
    if (!isUnderWay && isWorthWriting(scans, previous)) this.#writeIndex(scans)
    this.#swap(buildSnapshot(scans, this.#options.strict, this.#notesWith(options)))
  }

  #startWalk({ roots, limits }: LoadOptions): RootsWalk {
    const { strict, now } = this.#options
    this.#readIndex(roots)
    const previous = this.#scans
    const same = roots.map((root) => sameRoot(previous.get(root.path)?.root, root))
    const work = new SlicedWork(walkRoots(same, { limits, strict, previous: withRoots(previous, same), now }))
    return { work, previous }
  }

  #notesWith({ notes }: LoadOptions): readonly Diagnostic[] {
    return [...notes, ...this.#indexNotes, ...this.#otherNotes.values()]
  }

  /** Resolves when all writes are finished. */
  async settle(): Promise<void> {
    await this.#writing
  }

  /** Reads the index once, and again only if the roots change, because each set of roots has its own index. */
  #readIndex(roots: readonly Root[]): void {
    const path = this.#options.indexPath(roots)
    if (path === undefined || path === this.#indexPath) return
    this.#indexPath = path
    const reading = readIndex(path, roots, this.#options.strict)
    if (typeof reading === 'object') this.#scans = new Map([...reading, ...this.#scans])
    else if (reading === 'damaged') {
      this.#indexNotes = [note('index_damaged', `The index ${path} was damaged; everything was read again`, path)]
    }
  }

  #writeIndex(scans: readonly Scan[]): void {
    const path = this.#indexPath
    if (path === undefined) return
    this.#writing = this.#writing.then(async () => {
      const error = await writeIndex(path, scans, this.#options.strict)
      const message = `The index ${path} cannot be written: ${error?.message}`
      // A successful write fixes any problem that the index had.
      this.#indexNotes = error === undefined ? [] : [note('index_unwritable', message, path)]
    })
  }
}

/** Returns the same object for the same root, so that records can be reused. */
function sameRoot(earlier: Root | undefined, root: Root): Root {
  if (earlier === undefined) return root
  const isSame =
    earlier.scope === root.scope && earlier.isExplicit === root.isExplicit && earlier.within === root.within
  return isSame ? earlier : root
}

/** Drops the scans of roots whose scope changed: a record holds its root, so it must be read again. */
function withRoots(scans: ReadonlyMap<string, Scan>, roots: readonly Root[]): ReadonlyMap<string, Scan> {
  return new Map([...scans].filter(([, { root }]) => roots.includes(root)))
}

function isWorthWriting(scans: readonly Scan[], previous: ReadonlyMap<string, Scan>): boolean {
  return scans.some(({ root, records, readCount }) => {
    const earlier = previous.get(root.path)
    return readCount > 0 || records.length !== (earlier?.records.length ?? 0)
  })
}

function note(code: 'index_damaged' | 'index_unwritable', message: string, file: string): Diagnostic {
  return { code, severity: DIAGNOSTICS[code].severity, message, file, line: 1, column: 1 }
}
