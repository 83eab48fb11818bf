/** Watches skills for changes on disk: one `fs.watch` per directory, and polling if that is not possible. */

import { existsSync, type FSWatcher, watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isMainFileName } from '../skill/main-file.js'
import { directoryOf } from './record/skill-record.js'
import type { Position } from './refresh.js'
import type { Root } from './root.js'
import type { Scan } from './scan.js'
import type { Snapshot } from './snapshot.js'
import { isHeldRoot } from './walk/boundary.js'

export interface WatchOptions {
  readonly snapshot: () => Snapshot
  readonly roots: () => readonly Root[]
  /** Files outside the roots that affect the skills: configurations, whether or not they exist yet. */
  readonly files: () => readonly string[]
  /** The maximum number of watched directories. */
  readonly limit: number
  /** Called after changes have settled: with the skills that were edited in place, or with `anything`. */
  readonly onChange: (edited: readonly Position[] | 'anything') => Promise<void>
}

/** In milliseconds: waits this long for the next event, */
const QUIET_MILLISECONDS = 50
/** but not longer than this in total. */
const LONGEST_MILLISECONDS = 500
/** In milliseconds: the polling interval if directories cannot be watched. */
const LOOK_MILLISECONDS = 2_000

/** Starts watching. Call the returned function to stop. */
export function watchRoots(options: WatchOptions): () => void {
  const watcher = new RootsWatcher(options)
  watcher.follow()
  return () => watcher.stop()
}

/** Why a directory is watched: for a skill in it, for skills and groups below it, or for the path to a root through these names. */
type Purpose =
  | { readonly kind: 'skill'; readonly position: Position }
  | { readonly kind: 'group' }
  | { readonly kind: 'way'; readonly names: Set<string> }

class RootsWatcher {
  readonly #options: WatchOptions
  readonly #watchers = new Map<string, FSWatcher>()
  #purposes: ReadonlyMap<string, Purpose> = new Map()
  /** Directories that were replaced: a watcher follows the original directory, even if it was moved. */
  readonly #replaced = new Set<string>()
  #followed: Snapshot['positions'] | undefined
  #edited = new Map<string, Position>()
  #mayBeAnything = false
  #firstEventAt = 0
  #timer: NodeJS.Timeout | undefined
  #looking: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: WatchOptions) {
    this.#options = options
  }

  /** Watches exactly the directories of the current snapshot. */
  follow(): void {
    const { positions } = this.#options.snapshot()
    // After an edit in place the directories are the same.
    if (positions === this.#followed && this.#replaced.size === 0) return
    this.#followed = positions
    this.#purposes = this.#findPurposes()
    this.#dropWatchers()
    const missing = [...this.#purposes.keys()].filter((path) => !this.#watchers.has(path))
    const room = Math.max(0, this.#options.limit - this.#watchers.size)
    const added = missing.slice(0, room).filter((path) => this.#watchFolder(path))
    if (added.length < missing.length) {
      this.#looking ??= setInterval(() => this.#note('anything'), LOOK_MILLISECONDS).unref()
    } else {
      clearInterval(this.#looking)
      this.#looking = undefined
    }
    // Changes between reading a directory and watching it were not reported.
    if (added.length > 0) this.#note('anything')
  }

  #dropWatchers(): void {
    for (const [path, watcher] of this.#watchers) {
      if (this.#purposes.has(path) && !this.#isReplaced(path)) continue
      watcher.close()
      this.#watchers.delete(path)
    }
    this.#replaced.clear()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    clearInterval(this.#looking)
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  /** Whether a directory or one of its parents was replaced since it was watched. */
  #isReplaced(path: string): boolean {
    if (this.#replaced.size === 0) return false
    for (let folder = path; ; folder = dirname(folder)) {
      if (this.#replaced.has(folder)) return true
      if (folder === dirname(folder)) return false
    }
  }

  /** The directories to watch, most important first. */
  #findPurposes(): ReadonlyMap<string, Purpose> {
    const purposes = new Map<string, Purpose>()
    const roots = this.#options.roots()
    for (const { path, needs = [], within } of roots) for (const one of [path, ...needs]) addWay(purposes, one, within)
    for (const file of this.#options.files()) addWay(purposes, file)
    // A provider's skills are not on disk.
    const scans = this.#options.snapshot().scans.filter(({ root }) => roots.some(({ path }) => path === root.path))
    for (const { root, groups } of scans) {
      for (const group of groups) purposes.set(group === '' ? root.path : `${root.path}/${group}`, { kind: 'group' })
    }
    for (const scan of scans) addSkills(purposes, scan)
    return purposes
  }

  #watchFolder(path: string): boolean {
    try {
      const watcher = watch(path, { persistent: false }, (event, fileName) => this.#hear(path, event, fileName))
      watcher.on('error', () => {
        watcher.close()
        this.#watchers.delete(path)
        this.#note('anything')
      })
      this.#watchers.set(path, watcher)
      return true
    } catch {
      // It is gone, or no watcher is available: polling will notice.
      return false
    }
  }

  #hear(path: string, event: string, fileName: string | null): void {
    const purpose = this.#purposes.get(path)
    // A moved or removed directory reports its own name.
    const isItself = fileName === basename(path)
    if (isItself) this.#replaced.add(path)
    if (event === 'rename' && fileName !== null && purpose?.kind !== 'skill') this.#replaced.add(join(path, fileName))
    if (purpose === undefined || fileName === null || isItself) this.#note('anything')
    else if (purpose.kind === 'group' || (purpose.kind === 'way' && purpose.names.has(fileName))) this.#note('anything')
    else if (purpose.kind === 'skill' && isMainFileName(fileName)) this.#note(purpose.position)
  }

  #note(what: Position | 'anything'): void {
    if (this.#isStopped) return
    if (what === 'anything') this.#mayBeAnything = true
    else this.#edited.set(`${what.rootPath}\n${what.index}`, what)
    const now = performance.now()
    if (this.#timer === undefined) this.#firstEventAt = now
    else clearTimeout(this.#timer)
    const wait = Math.max(0, Math.min(QUIET_MILLISECONDS, this.#firstEventAt + LONGEST_MILLISECONDS - now))
    this.#timer = setTimeout(() => this.#speak(), wait)
  }

  #speak(): void {
    const edited = this.#mayBeAnything ? 'anything' : [...this.#edited.values()]
    this.#timer = undefined
    this.#mayBeAnything = false
    this.#edited = new Map()
    this.#options.onChange(edited).then(
      () => {
        if (!this.#isStopped) this.follow()
      },
      () => this.#note('anything'),
    )
  }
}

function addSkills(purposes: Map<string, Purpose>, { root, records }: Scan): void {
  for (const [index, record] of records.entries()) {
    const directory = directoryOf(record)
    // Such a skill becomes a group as soon as a skill directory appears in it.
    if (purposes.get(directory)?.kind === 'group') continue
    const position = { rootPath: root.path, index, directory: record.directory }
    purposes.set(directory, { kind: 'skill', position })
  }
}

/** A root or file may be created later, or removed and created again: the nearest existing parent directory reports that. */
function addWay(purposes: Map<string, Purpose>, path: string, within?: string): void {
  let [folder, below] = [dirname(path), path]
  while (!isWatchable(folder, within) && folder !== dirname(folder)) [folder, below] = [dirname(folder), folder]
  const known = purposes.get(folder)
  if (known?.kind === 'way') known.names.add(basename(below))
  else purposes.set(folder, { kind: 'way', names: new Set([basename(below)]) })
}

/** A link out of the project is not followed: the directory that contains it reports its replacement. */
function isWatchable(folder: string, within: string | undefined): boolean {
  return existsSync(folder) && (within === undefined || isHeldRoot({ path: folder, within }))
}
