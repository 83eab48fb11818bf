/** The paths of a store: everything except the lockfile is in one dot-directory below the root, on the same file system. */

import { join } from 'node:path'
import { createDurableFiles, type DurableFiles } from '../system/files/durable-files.js'
import type { AgentPlace } from './links/agent-place.js'
import { journalOf, lockFileOf, STORE_FOLDER } from './store-folder.js'

/** The number of previous versions that are kept for each skill. */
const KEPT_VERSIONS = 5
/** The number of further versions that are kept for each skill because no source has their files. */
const KEPT_OWN_VERSIONS = 20
/** In milliseconds: how long to wait for the same process to release a root. */
const PATIENCE = 60_000

export interface StoreOptions {
  /** The root for installed skills. */
  readonly root: string
  readonly files?: DurableFiles
  readonly now?: () => Date
  readonly keep?: number
  readonly keepOwn?: number
  readonly patience?: number
  /** Where agents look for its skills. Without it, no links are made or removed. */
  readonly agents?: AgentPlace | undefined
}

/** One root and the paths of its store. */
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
  readonly keepOwn: number
  readonly patience: number
  readonly agents: AgentPlace | undefined
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
    keepOwn: options.keepOwn ?? KEPT_OWN_VERSIONS,
    patience: options.patience ?? PATIENCE,
    agents: options.agents,
  }
}
