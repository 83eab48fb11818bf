/** Recovers from a crash: finishes the change in the journal, or undoes it. */

import { join } from 'node:path'
import type { Store } from '../layout.js'
import { type LockEntry, readLock, withEntry, writeLock } from '../lock.js'
import { findQuarantine, type Quarantine } from '../quarantine.js'
import { folderOf, parseLockedName, type StoreName } from '../slug.js'
import { recordSettled } from './commit-links.js'
import { settleOwnIntent } from './commit-own-links.js'
import { closeJournal, exists, type Intent, isRealFolder, readJournal, removeEmptyFolder } from './journal.js'

/** Brings a root to the state before or after an interrupted change. Call it only while the root is locked. */
export async function recoverStore(store: Store): Promise<void> {
  const intent = await readJournal(store)
  if (intent === undefined) return
  const name = parseLockedName(intent.name)
  const quarantine = findQuarantine(store, intent.quarantine)
  if (name.ok && quarantine !== undefined) await settleIntent(store, intent, name.value, quarantine)
  else if (name.ok && intent.links !== undefined) await settleOwnIntent(store, intent, name.value)
  else if (name.ok && intent.quarantine === '') await settleLinksOnly(store, intent, name.value)
  await closeJournal(store)
}

async function settleIntent(store: Store, intent: Intent, name: StoreName, quarantine: Quarantine): Promise<void> {
  const { entry, previous = {} } = intent
  // The quarantine is removed last, so without it the change is complete or was never started. A link in its place is not ours.
  if (!(await isRealFolder(quarantine.directory))) return
  const target = folderOf(store.root, name)
  const isThere = await exists(target)
  const isDone = entry === null ? !isThere : isThere && !(await exists(quarantine.incoming))
  if (isDone && (await recordIntent(store, entry, name))) await recordSettled(store, name, previous, entry ?? undefined)
  else if (!isThere && (await exists(quarantine.aside))) await store.files.move(quarantine.aside, target)
  await quarantine.discard()
}

/** Links are changed after the lockfile, so with the old lockfile they are the old ones. */
async function settleLinksOnly(store: Store, { entry, previous = {} }: Intent, name: StoreName): Promise<void> {
  const lock = await readLock(store.lockFile)
  const recorded = lock.ok ? lock.value.skills.get(name.text) : undefined
  if (entry === null || JSON.stringify(recorded?.links) !== JSON.stringify(entry.links)) return
  await recordSettled(store, name, previous, recorded)
}

/** Updates the lockfile to match the directories. False if it cannot be read. */
async function recordIntent(store: Store, entry: LockEntry | null, { text, owner }: StoreName): Promise<boolean> {
  const lock = await readLock(store.lockFile)
  // Do not overwrite a lockfile that was damaged in the meantime; `verify` shows the difference.
  if (!lock.ok) return false
  await writeLock(store, withEntry(lock.value, text, entry ?? undefined))
  if (entry === null && owner !== undefined) await removeEmptyFolder(join(store.root, `@${owner}`))
  return true
}
