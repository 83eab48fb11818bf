/** The intent of a change that one rename cannot make: whoever finds it after a crash finishes the change or undoes it. */

import { lstat, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../../skill/unknown-value.js'
import { readSmallFile } from '../../system/files/small-file.js'
import type { Store } from '../layout.js'
import { isLockEntry, type LockEntry, readLock, withEntry, writeLock } from '../lock.js'
import { findQuarantine, type Quarantine } from '../quarantine.js'
import { folderOf, parseStoreName, type StoreName } from '../slug.js'

/** What is about to happen to one skill; `entry` is null where it is removed. Names only: a journal can lead nowhere else. */
export interface Intent {
  readonly name: string
  readonly quarantine: string
  readonly entry: LockEntry | null
}

export async function writeJournal(store: Store, intent: Intent): Promise<void> {
  await store.files.replace(store.journal, `${JSON.stringify({ version: 1, ...intent })}\n`, 0o600)
}

export async function closeJournal(store: Store): Promise<void> {
  await store.files.discard(store.journal)
  await store.files.syncFolder(store.folder)
}

/** Takes a quarantine away, unless a journal says that what is in it may be needed to undo something. */
export async function leaveQuarantine(store: Store, quarantine: Quarantine): Promise<void> {
  const intent = await readJournal(store)
  if (intent?.quarantine !== quarantine.id) await quarantine.discard()
}

/** Brings a root that a crash has left to the state before the change or after it; only while the root is held. */
export async function recoverStore(store: Store): Promise<void> {
  const intent = await readJournal(store)
  if (intent === undefined) return
  const name = parseStoreName(intent.name)
  const quarantine = findQuarantine(store, intent.quarantine)
  if (name.ok && quarantine !== undefined) await settleIntent(store, intent.entry, name.value, quarantine)
  await closeJournal(store)
}

async function settleIntent(
  store: Store,
  entry: LockEntry | null,
  name: StoreName,
  quarantine: Quarantine,
): Promise<void> {
  // It is taken away only when everything else is done, or was never begun; a link there is none of ours.
  if (!(await isRealFolder(quarantine.directory))) return
  const target = folderOf(store.root, name)
  const isThere = await exists(target)
  const isDone = entry === null ? !isThere : isThere && !(await exists(quarantine.incoming))
  if (isDone) await recordIntent(store, entry, name)
  else if (!isThere && (await exists(quarantine.aside))) await store.files.move(quarantine.aside, target)
  await quarantine.discard()
}

/** The folders are as they shall be: the lock says so. */
async function recordIntent(store: Store, entry: LockEntry | null, { text, owner }: StoreName): Promise<void> {
  const lock = await readLock(store.lockFile)
  // A lock that somebody has broken meanwhile is not overwritten; `verify` shows the difference.
  if (!lock.ok) return
  await writeLock(store, withEntry(lock.value, text, entry ?? undefined))
  if (entry === null && owner !== undefined) await removeEmptyFolder(join(store.root, `@${owner}`))
}

/** Takes away the folder of an owner that has no skills any more. */
export async function removeEmptyFolder(path: string): Promise<void> {
  try {
    await rmdir(path)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(codeOf(error))) throw error
  }
}

const LARGEST = 64 * 1024 * 1024
/** What is no intent leads nowhere and is tidied away. */
const NO_INTENT: Intent = { name: '', quarantine: '', entry: null }

/** An intent that is not whole was never acted upon: it is renamed into place only when it is. */
async function readJournal(store: Store): Promise<Intent | undefined> {
  // A project may bring anything under this name, and every start would read it.
  const reading = await readSmallFile(store.journal, LARGEST)
  if ('bytes' in reading) return parseIntent(reading.bytes.toString('utf8'))
  if (reading.refusal === 'missing') return undefined
  if (reading.refusal !== 'unreadable') return NO_INTENT
  throw Object.assign(new Error('the journal cannot be read'), { code: reading.code, path: store.journal })
}

function parseIntent(text: string): Intent {
  try {
    const { name, quarantine, entry } = (JSON.parse(text) ?? {}) as Partial<Intent>
    const isWhole = typeof name === 'string' && typeof quarantine === 'string' && (entry === null || isLockEntry(entry))
    return isWhole ? { name, quarantine, entry } : NO_INTENT
  } catch {
    return NO_INTENT
  }
}

export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false
    throw error
  }
}

/** False also for a link that leads to a folder. */
export async function isRealFolder(path: string): Promise<boolean> {
  return (await exists(path)) && (await lstat(path)).isDirectory()
}

/** The folder above a skill, made where it is not there; false where a link stands in its place. */
export async function openParent(store: Store, target: string): Promise<boolean> {
  const parent = dirname(target)
  if (parent === store.root) return true
  await store.files.makeFolder(parent)
  return (await lstat(parent)).isDirectory()
}
