/** Moves an admitted skill into place, or removes one. A crash leaves either the old state or the new one. */

import { join } from 'node:path'
import { fail, succeed } from '../../skill/failure.js'
import { codeOf } from '../../skill/unknown-value.js'
import type { Store } from '../layout.js'
import { linkedVersionOf } from '../links/linked-version.js'
import { ownVersionOf } from '../links/own-links.js'
import type { LinkOutcome } from '../links/settle-links.js'
import { type Lock, type LockEntry, readLock, withEntry, writeLock } from '../lock.js'
import type { Quarantine } from '../quarantine.js'
import type { Outcome } from '../refusal.js'
import { folderOf, type StoreName } from '../slug.js'
import { keepReplaced } from '../versions/keep-replaced.js'
import { recordSettled } from './commit-links.js'
import { closeJournal, exists, openParent, removeEmptyFolder, writeJournal } from './journal.js'
import { refuseLink } from './linked-folder.js'

export interface StoreChange {
  readonly name: StoreName
  readonly quarantine: Quarantine
  /** The new lockfile entry; undefined removes the skill. */
  readonly entry: LockEntry | undefined
  readonly lock: Lock
}

/** The directory of the skill, what happened to its links, and to the files that it had. */
export interface CommittedChange {
  readonly folder: string
  readonly links: readonly LinkOutcome[]
  /** What the user has to know about files that are not kept for a rollback. */
  readonly notices: readonly string[]
}

/** Makes the change and keeps it in a journal until it is complete. Call it only while the root is locked. */
export async function commitChange(store: Store, change: StoreChange): Promise<Outcome<CommittedChange>> {
  const { name, quarantine, entry, lock } = change
  const { files } = store
  const target = folderOf(store.root, name)
  const known = lock.skills.get(name.text)
  const previous = known === undefined ? (ownVersionOf(lock, name.text) ?? {}) : linkedVersionOf(known)
  if (!(await openParent(store, target))) return fail('system_error', `The parent of ${target} is not a directory`)
  const linked = await refuseLink(target)
  if (linked !== undefined) return linked
  const isReplaced = await exists(target)
  const replaced = { name: name.text, folder: target, known, next: entry?.digest }
  const notices = isReplaced ? await keepReplaced(store, replaced) : succeed([])
  if (!notices.ok) return notices
  try {
    await writeJournal(store, { name: name.text, quarantine: quarantine.id, entry: entry ?? null, previous })
    if (isReplaced) await files.move(target, quarantine.aside)
    if (entry !== undefined) await files.move(quarantine.incoming, target)
    await writeLock(store, withEntry(lock, name.text, entry))
  } catch (error) {
    // Some disks fail to sync a completed rename. The change is made anyway.
    if (!(await isRecorded(store, change))) {
      await undo(store, change, target)
      throw error
    }
  }
  const { outcomes } = await recordSettled(store, name, previous, entry)
  await tidy(store, change)
  return succeed({ folder: target, links: outcomes, notices: notices.value })
}

async function isRecorded(store: Store, { name, entry }: StoreChange): Promise<boolean> {
  const lock = await readLock(store.lockFile)
  const recorded = lock.ok ? lock.value.skills.get(name.text) : undefined
  return lock.ok && recorded?.digest === entry?.digest && recorded?.installedAt === entry?.installedAt
}

/** Cleans up. The change is already made, so failures are ignored; the next process removes any leftovers. */
async function tidy(store: Store, { name, entry, quarantine }: StoreChange): Promise<void> {
  try {
    await quarantine.discard()
    await closeJournal(store)
    if (entry === undefined && name.owner !== undefined) await removeEmptyFolder(join(store.root, `@${name.owner}`))
  } catch (error) {
    if (codeOf(error) === '') throw error
  }
}

/** Moves everything back after the disk failed halfway. */
async function undo(store: Store, { quarantine, entry }: StoreChange, target: string): Promise<void> {
  const { files } = store
  if (entry !== undefined && (await exists(target)) && !(await exists(quarantine.incoming))) {
    await files.move(target, quarantine.incoming)
  }
  if (await exists(quarantine.aside)) await files.move(quarantine.aside, target)
  await closeJournal(store)
}
