/** Records a change that takes more than one rename, so that the next process can finish or undo it after a crash. */

import { lstat, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, isRecord } from '../../skill/unknown-value.js'
import { readSmallFile } from '../../system/files/small-file.js'
import type { Store } from '../layout.js'
import type { LinkedVersion } from '../links/linked-version.js'
import { areRecordedLinks, type RecordedLink } from '../links/recorded-links.js'
import { isLockEntry, type LockEntry } from '../lock.js'
import type { Quarantine } from '../quarantine.js'

/** The planned change to one skill; `entry` is null if it is removed. Holds names only, so a journal cannot point to other paths. */
export interface Intent {
  readonly name: string
  readonly quarantine: string
  readonly entry: LockEntry | null
  /** The links before the change, and the version that they led to. */
  readonly previous?: LinkedVersion
  /** The new links of a skill that was not installed. */
  readonly links?: readonly RecordedLink[]
}

export async function writeJournal(store: Store, intent: Intent): Promise<void> {
  await store.files.replace(store.journal, `${JSON.stringify({ version: 1, ...intent })}\n`, 0o600)
}

export async function closeJournal(store: Store): Promise<void> {
  await store.files.discard(store.journal)
  await store.files.syncFolder(store.folder)
}

/** Removes a quarantine, unless a journal still needs its files to undo a change. */
export async function leaveQuarantine(store: Store, quarantine: Quarantine): Promise<void> {
  const intent = await readJournal(store)
  if (intent?.quarantine !== quarantine.id) await quarantine.discard()
}

/** Removes the directory of an owner that has no skills left. */
export async function removeEmptyFolder(path: string): Promise<void> {
  try {
    await rmdir(path)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(codeOf(error))) throw error
  }
}

const LARGEST = 64 * 1024 * 1024
/** Stands for an invalid journal, which points to nothing and is removed. */
const NO_INTENT: Intent = { name: '', quarantine: '', entry: null }

/** Reads the journal. An incomplete one was never acted on, because it is renamed into place only when complete. */
export async function readJournal(store: Store): Promise<Intent | undefined> {
  // A project may ship any file under this name, and every start would read it.
  const reading = await readSmallFile(store.journal, LARGEST)
  if ('bytes' in reading) return parseIntent(reading.bytes.toString('utf8'))
  if (reading.refusal === 'missing') return undefined
  if (reading.refusal !== 'unreadable') return NO_INTENT
  throw Object.assign(new Error('the journal cannot be read'), { code: reading.code, path: store.journal })
}

function parseIntent(text: string): Intent {
  try {
    const { name, quarantine, entry, previous, links } = (JSON.parse(text) ?? {}) as Partial<Intent>
    const isWhole = typeof name === 'string' && typeof quarantine === 'string' && (entry === null || isLockEntry(entry))
    const isLinked = isRecord(previous) && areRecordedLinks(previous.links)
    const linked = { ...(isLinked && { previous }), ...(areRecordedLinks(links) && { links }) }
    return isWhole ? { name, quarantine, entry, ...linked } : NO_INTENT
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

/** False for a link to a directory as well. */
export async function isRealFolder(path: string): Promise<boolean> {
  return (await exists(path)) && (await lstat(path)).isDirectory()
}

/** Creates the parent directories of a skill if they are missing. Returns false if a link is in place of one. */
export async function openParent(store: Store, target: string): Promise<boolean> {
  const parents: string[] = []
  for (let parent = dirname(target); parent.length > store.root.length; parent = dirname(parent))
    parents.unshift(parent)
  for (const parent of parents) {
    await store.files.makeFolder(parent)
    if (!(await lstat(parent)).isDirectory()) return false
  }
  return true
}
