import { succeed } from '../skill/failure.js'
import { type HoldContext, holdStore } from './commit/hold.js'
import { findEntry, refuseUnknown } from './installed.js'
import { type LockEntry, readLock, withEntry, writeLock } from './lock.js'
import type { Outcome } from './refusal.js'

interface Pinning {
  readonly entry: LockEntry
  /** Whether that is new. */
  readonly isChanged: boolean
}

/** Pins a skill to its installed version, or unpins it. */
export async function pinSkill(context: HoldContext, name: string, isPinned: boolean): Promise<Outcome<Pinning>> {
  const { store } = context
  const unknown = await refuseUnknown(store, name)
  if (unknown !== undefined) return unknown
  return holdStore(context, async () => {
    const lock = await readLock(store.lockFile)
    if (!lock.ok) return lock
    const found = findEntry(store, lock.value, name)
    if (!found.ok) return found
    const { pinned: _, ...rest } = found.value.entry
    const entry: LockEntry = isPinned ? { ...rest, pinned: true } : rest
    await writeLock(store, withEntry(lock.value, name, entry))
    return succeed({ entry, isChanged: isPinned !== (found.value.entry.pinned === true) })
  })
}
