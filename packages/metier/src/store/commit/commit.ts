/** Puts an admitted skill in its place, or takes one away: the old state or the new one, whatever happens in between. */

import { join } from 'node:path'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { codeOf } from '../../skill/unknown-value.js'
import { digestTree, readTree, type TreeFile, TreeTooLargeError } from '../../system/skill-files/tree-digest.js'
import type { Store } from '../layout.js'
import { isEdited, type Lock, type LockEntry, readLock, withEntry, writeLock } from '../lock.js'
import type { Quarantine } from '../quarantine.js'
import { folderOf, type StoreName } from '../slug.js'
import { keepVersion } from '../versions/versions.js'
import { closeJournal, exists, openParent, removeEmptyFolder, writeJournal } from './journal.js'

export interface StoreChange {
  readonly name: StoreName
  readonly quarantine: Quarantine
  /** What the lock will say; undefined takes the skill away. */
  readonly entry: LockEntry | undefined
  readonly lock: Lock
}

/** Makes the change, kept in a journal until it is whole; only while the root is held. */
export async function commitChange(store: Store, change: StoreChange): Promise<Result<string>> {
  const { name, quarantine, entry, lock } = change
  const { files } = store
  const target = folderOf(store.root, name)
  if (!(await openParent(store, target))) return fail('system_error', `The folder above ${target} is not a folder`)
  const isReplaced = await exists(target)
  if (isReplaced) await keepCurrent(store, change, target)
  try {
    await writeJournal(store, { name: name.text, quarantine: quarantine.id, entry: entry ?? null })
    if (isReplaced) await files.move(target, quarantine.aside)
    if (entry !== undefined) await files.move(quarantine.incoming, target)
    await writeLock(store, withEntry(lock, name.text, entry))
  } catch (error) {
    // A disk may refuse to sync what it has already renamed: then the change is made.
    if (!(await isRecorded(store, change))) {
      await undo(store, change, target)
      throw error
    }
  }
  await tidy(store, change)
  return succeed(target)
}

async function isRecorded(store: Store, { name, entry }: StoreChange): Promise<boolean> {
  const lock = await readLock(store.lockFile)
  const recorded = lock.ok ? lock.value.skills.get(name.text) : undefined
  return lock.ok && recorded?.digest === entry?.digest && recorded?.installedAt === entry?.installedAt
}

/** The change is made whatever comes of this; what is left over is swept by whoever comes next. */
async function tidy(store: Store, { name, entry, quarantine }: StoreChange): Promise<void> {
  try {
    await quarantine.discard()
    await closeJournal(store)
    if (entry === undefined && name.owner !== undefined) await removeEmptyFolder(join(store.root, `@${name.owner}`))
  } catch (error) {
    if (codeOf(error) === '') throw error
  }
}

/** What is replaced stays within reach; without an entry nobody knows where it came from, so it says so. */
async function keepCurrent(store: Store, { name, lock, entry: next }: StoreChange, target: string): Promise<void> {
  const known = lock.skills.get(name.text)
  const files = await readReplaced(target, known)
  const digest = digestTree(files)
  // The same files again are no earlier version.
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
  await keepVersion(store, name.text, target, { entry: kept, keptAt, isChanged: isEdited(kept) })
}

/** Files that are not those that were installed are somebody's own, however often they come and go. */
function asOnDisk(entry: LockEntry, digest: string, files: readonly TreeFile[]): LockEntry {
  const { editedFrom, ...rest } = entry
  const given = editedFrom === undefined ? entry.digest : editedFrom
  return { ...rest, digest, files, ...(digest !== given && { editedFrom: given }) }
}

/** Where something has filled the folder with more than can be kept, what was installed is kept as it is now. */
async function readReplaced(target: string, known: LockEntry | undefined): Promise<readonly TreeFile[]> {
  try {
    return await readTree(target)
  } catch (error) {
    if (!(error instanceof TreeTooLargeError) || known === undefined) throw error
    const isWanted = (path: string, isFolder: boolean) =>
      known.files.some((file) => (isFolder ? file.path.startsWith(`${path}/`) : file.path === path))
    return readTree(target, { isWanted })
  }
}

/** The disk said no half-way: everything goes back to where it was. */
async function undo(store: Store, { quarantine, entry }: StoreChange, target: string): Promise<void> {
  const { files } = store
  if (entry !== undefined && (await exists(target)) && !(await exists(quarantine.incoming))) {
    await files.move(target, quarantine.incoming)
  }
  if (await exists(quarantine.aside)) await files.move(quarantine.aside, target)
  await closeJournal(store)
}
