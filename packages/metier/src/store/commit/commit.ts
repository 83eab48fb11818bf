/** Moves an admitted skill into place, or removes one. A crash leaves either the old state or the new one. */

import { join } from 'node:path'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { codeOf } from '../../skill/unknown-value.js'
import { digestTree, readTree, type TreeFile, TreeTooLargeError } from '../../system/skill-files/tree-digest.js'
import type { Store } from '../layout.js'
import { ownVersionOf } from '../links/own-links.js'
import type { LinkOutcome } from '../links/settle-links.js'
import { isEdited, type Lock, type LockEntry, readLock, withEntry, writeLock } from '../lock.js'
import type { Quarantine } from '../quarantine.js'
import { folderOf, type StoreName } from '../slug.js'
import { findGiven, keepVersion, listVersions } from '../versions/versions.js'
import { previousOf, recordSettled } from './commit-links.js'
import { closeJournal, exists, openParent, removeEmptyFolder, writeJournal } from './journal.js'

export interface StoreChange {
  readonly name: StoreName
  readonly quarantine: Quarantine
  /** The new lockfile entry; undefined removes the skill. */
  readonly entry: LockEntry | undefined
  readonly lock: Lock
}

/** The directory of the skill, and what happened to its links. */
export interface CommittedChange {
  readonly folder: string
  readonly links: readonly LinkOutcome[]
}

/** Makes the change and keeps it in a journal until it is complete. Call it only while the root is locked. */
export async function commitChange(store: Store, change: StoreChange): Promise<Result<CommittedChange>> {
  const { name, quarantine, entry, lock } = change
  const { files } = store
  const target = folderOf(store.root, name)
  const previous = previousOf(lock.skills.get(name.text) ?? ownVersionOf(lock, name.text))
  if (!(await openParent(store, target))) return fail('system_error', `The parent of ${target} is not a directory`)
  const isReplaced = await exists(target)
  if (isReplaced) await keepCurrent(store, change, target)
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
  return succeed({ folder: target, links: outcomes })
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

/** Keeps the replaced version for a rollback. Without a lockfile entry its source is unknown, and the kept version says so. */
async function keepCurrent(store: Store, { name, lock, entry: next }: StoreChange, target: string): Promise<void> {
  const known = lock.skills.get(name.text)
  const { files, folders } = await readReplaced(target, known)
  const digest = digestTree(files)
  // Installing the same files again does not create an earlier version.
  if (next?.digest === digest) return
  const entry: LockEntry = known ?? {
    source: 'unmanaged',
    version: null,
    commit: null,
    path: null,
    digest,
    files,
    verdict: 'pass',
    ruleSet: '',
    approval: null,
    installedAt: store.now().toISOString(),
  }
  const kept = asOnDisk(entry, digest, files)
  const keptAt = store.now().toISOString()
  const given = known === undefined || !isEdited(kept) ? undefined : await findGivenBy(store, name.text, known)
  const more = { ...(given !== undefined && { given }), ...(folders.length > 0 && { folders }) }
  await keepVersion(store, name.text, target, { entry: kept, keptAt, isChanged: isEdited(kept), ...more })
}

async function findGivenBy(store: Store, name: string, known: LockEntry): Promise<readonly TreeFile[] | undefined> {
  return isEdited(known) ? findGiven(await listVersions(store, name), known) : known.files
}

/** Files that differ from the installed ones are the user's own edits, however often the skill is replaced and rolled back. */
function asOnDisk(entry: LockEntry, digest: string, files: readonly TreeFile[]): LockEntry {
  const { editedFrom, ...rest } = entry
  const given = editedFrom === undefined ? entry.digest : editedFrom
  return { ...rest, digest, files, ...(digest !== given && { editedFrom: given }) }
}

interface ReplacedFiles {
  readonly files: readonly TreeFile[]
  /** The directories that have nothing in them. */
  readonly folders: readonly string[]
}

/** If the directory has grown beyond what can be kept, keeps only the installed files as they are now. */
async function readReplaced(target: string, known: LockEntry | undefined): Promise<ReplacedFiles> {
  const folders: string[] = []
  try {
    return { files: await readTree(target, { onEmptyFolder: (path) => folders.push(path) }), folders }
  } catch (error) {
    if (!(error instanceof TreeTooLargeError) || known === undefined) throw error
    const isWanted = (path: string, isFolder: boolean) =>
      known.files.some((file) => (isFolder ? file.path.startsWith(`${path}/`) : file.path === path))
    return { files: await readTree(target, { isWanted }), folders: [] }
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
