/** Removes only skills that the lockfile names: moves a skill aside first, then deletes it. */

import { succeed } from '../skill/failure.js'
import { commitChange } from './commit/commit.js'
import { type HoldContext, holdStore } from './commit/hold.js'
import { leaveQuarantine } from './commit/journal.js'
import { findEntry, refuseUnknown } from './installed.js'
import type { LinkOutcome } from './links/settle-links.js'
import { type LockEntry, readLock } from './lock.js'
import { openQuarantine } from './quarantine.js'
import type { Outcome } from './refusal.js'
import { folderOf } from './slug.js'
import { listVersions } from './versions/versions.js'

export interface RemovedSkill {
  readonly name: string
  readonly folder: string
  readonly entry: LockEntry
  /** Whether its files were kept, so that a rollback can restore them. */
  readonly isKept: boolean
  /** What happened to the links of agents. */
  readonly links: readonly LinkOutcome[]
  /** What the user has to know about files that are not kept. */
  readonly notices: readonly string[]
}

export async function removeSkill(context: HoldContext, text: string): Promise<Outcome<RemovedSkill>> {
  const { store } = context
  const unknown = await refuseUnknown(store, text)
  if (unknown !== undefined) return unknown
  return holdStore(context, async () => {
    const lock = await readLock(store.lockFile)
    if (!lock.ok) return lock
    const found = findEntry(store, lock.value, text)
    if (!found.ok) return found
    const { name, entry } = found.value
    const folder = folderOf(store.root, name)
    const quarantine = await openQuarantine(store)
    try {
      const committed = await commitChange(store, { name, quarantine, entry: undefined, lock: lock.value })
      if (!committed.ok) return committed
      const isKept = (await listVersions(store, name.text)).length > 0
      const { links, notices } = committed.value
      return succeed({ name: text, folder, entry, isKept, links, notices })
    } finally {
      await leaveQuarantine(store, quarantine)
    }
  })
}
