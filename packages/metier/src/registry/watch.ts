/** Tells when skills change on disk: one `fs.watch` a folder, a look around now and then where that is not possible. */

import { existsSync, type FSWatcher, watch } from 'node:fs'
import { dirname } from 'node:path'
import { isMainFileName } from './main-file-name.js'
import type { Position } from './refresh.js'
import type { Root } from './root.js'
import { directoryOf } from './skill-record.js'
import type { Snapshot } from './snapshot.js'

export interface WatchOptions {
  readonly snapshot: () => Snapshot
  readonly roots: () => readonly Root[]
  /** Folders watched at once. */
  readonly limit: number
  /** Called once things have calmed down. Either some skills were edited in place, or anything may have changed. */
  readonly onChange: (edited: readonly Position[] | 'anything') => Promise<void>
}

/** Waits this long for the next event before it speaks, */
const QUIET_MILLISECONDS = 50
/** but no longer than this in all. */
const LONGEST_MILLISECONDS = 500
/** How often it looks around where folders cannot be watched. */
const LOOK_MILLISECONDS = 2_000

/** Starts watching; the function it returns stops. */
export function watchRoots(options: WatchOptions): () => void {
  const watcher = new RootsWatcher(options)
  watcher.follow()
  return () => watcher.stop()
}

class RootsWatcher {
  readonly #options: WatchOptions
  readonly #watchers = new Map<string, FSWatcher>()
  #edited = new Map<string, Position>()
  #mayBeAnything = false
  #firstEventAt = 0
  #timer: NodeJS.Timeout | undefined
  #looking: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: WatchOptions) {
    this.#options = options
  }

  /** Watches the folders of the current snapshot, and no others. */
  follow(): void {
    const wanted = this.#wantedFolders()
    for (const [path, watcher] of this.#watchers) {
      if (wanted.has(path)) continue
      watcher.close()
      this.#watchers.delete(path)
    }
    let isComplete = true
    for (const [path, position] of wanted) {
      if (this.#watchers.has(path)) continue
      if (this.#watchers.size >= this.#options.limit || !this.#watchFolder(path, position)) isComplete = false
    }
    if (isComplete) {
      clearInterval(this.#looking)
      this.#looking = undefined
    } else this.#looking ??= setInterval(() => this.#note('anything'), LOOK_MILLISECONDS).unref()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    clearInterval(this.#looking)
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  /** Folder → the skill in it, or undefined for folders of folders. Those come first: they matter most. */
  #wantedFolders(): ReadonlyMap<string, Position | undefined> {
    const wanted = new Map<string, Position | undefined>()
    // A root can be removed and made again: the folder above it tells.
    for (const { path } of this.#options.roots()) wanted.set(nearestExisting(dirname(path)), undefined)
    const { scans } = this.#options.snapshot()
    for (const { root, groups } of scans) {
      for (const group of groups) wanted.set(group === '' ? root.path : `${root.path}/${group}`, undefined)
    }
    for (const { root, records, keys } of scans) {
      if (keys.length === 0) continue
      for (const [index, record] of records.entries()) wanted.set(directoryOf(record), { rootPath: root.path, index })
    }
    return wanted
  }

  #watchFolder(path: string, position: Position | undefined): boolean {
    try {
      const watcher = watch(path, { persistent: false }, (_event, fileName) => {
        if (position === undefined) this.#note('anything')
        else if (fileName === null || isMainFileName(fileName)) this.#note(position)
        else if (fileName === path.slice(path.lastIndexOf('/') + 1)) this.#note('anything')
      })
      watcher.on('error', () => {
        watcher.close()
        this.#watchers.delete(path)
        this.#note('anything')
      })
      this.#watchers.set(path, watcher)
      return true
    } catch {
      // Gone already, or no watch to be had: looking around finds out.
      return false
    }
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

function nearestExisting(path: string): string {
  let folder = path
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder)
  return folder
}
