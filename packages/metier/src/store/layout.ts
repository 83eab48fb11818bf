/** Where a store keeps things: everything but the lock lies in one dot-named folder below the root, on its file system. */

import { basename, dirname, join } from 'node:path'
import { createDurableFiles, type DurableFiles } from '../system/files/durable-files.js'
import { journalOf, STORE_FOLDER } from './store-folder.js'

/** How many earlier versions of a skill are kept. */
const KEPT_VERSIONS = 5
/** Milliseconds that one and the same holder of a root is waited for. */
const PATIENCE = 60_000

export interface StoreOptions {
  /** The root that skills are installed into. */
  readonly root: string
  readonly files?: DurableFiles
  readonly now?: () => Date
  readonly keep?: number
  readonly patience?: number
}

/** One root with what is known about its installed skills. */
export interface Store {
  readonly root: string
  readonly lockFile: string
  readonly folder: string
  readonly staging: string
  readonly journal: string
  readonly objects: string
  readonly versions: string
  readonly holders: string
  readonly files: DurableFiles
  readonly now: () => Date
  readonly keep: number
  readonly patience: number
}

export function describeStore(options: StoreOptions): Store {
  const { root } = options
  const folder = join(root, STORE_FOLDER)
  return {
    root,
    lockFile: lockFileOf(root),
    folder,
    staging: join(folder, 'staging'),
    journal: journalOf(root),
    objects: join(folder, 'objects'),
    versions: join(folder, 'versions'),
    holders: join(folder, 'holders'),
    files: options.files ?? createDurableFiles(),
    now: options.now ?? (() => new Date()),
    keep: options.keep ?? KEPT_VERSIONS,
    patience: options.patience ?? PATIENCE,
  }
}

/** The lock stands beside its root and has its name, so that roots with one parent do not share one. */
export function lockFileOf(root: string): string {
  return join(dirname(root), `${basename(root)}.lock.json`)
}
