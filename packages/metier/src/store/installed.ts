/** Reads an installed skill: its lockfile entry and its files on disk. */

import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { COUNTERSIGNATURE_FILE, MOST_SIGNATURE_BYTES, SIGNATURE_FILE } from '../gate/signature/read-bundle.js'
import { fail, type Result, succeed } from '../skill/failure.js'
import { quoteForShell } from '../skill/text/shell-quote.js'
import { digestTree, readTree, type TreeFile } from '../system/skill-files/tree-digest.js'
import { type HoldContext, holdStore, settleStore } from './commit/hold.js'
import { exists } from './commit/journal.js'
import { guardFiles } from './guard.js'
import type { Store } from './layout.js'
import { type Lock, type LockEntry, readLock } from './lock.js'
import type { Refusal } from './refusal.js'
import { folderOf, parseLockedName, type StoreName } from './slug.js'
import { compareTrees, type FileChange } from './versions/tree-changes.js'
import { listVersions } from './versions/versions.js'

export interface InstalledSkill {
  readonly name: StoreName
  readonly entry: LockEntry
  readonly folder: string
  /** Undefined if the directory is missing. */
  readonly files: readonly TreeFile[] | undefined
  readonly digest: string | undefined
  /** The content of its signature file. */
  readonly signature?: Uint8Array | undefined
  /** Of the registry server that it came from. */
  readonly countersignature?: Uint8Array | undefined
}

/** Reads the lockfile, after recovering from a crash. */
export function openLock(context: HoldContext): Promise<Result<Lock>> {
  return readSettled(context, () => holdStore(context, async () => succeed(undefined)))
}

/** Reads the lockfile without waiting for a change in progress. */
export function peekLock(context: HoldContext): Promise<Result<Lock>> {
  return readSettled(context, () => settleStore(context))
}

function readSettled({ store }: HoldContext, settle: () => Promise<Result<void>>): Promise<Result<Lock>> {
  return guardFiles(`Reading ${store.lockFile}`, async () => {
    const settled = (await exists(store.journal)) ? await settle() : succeed(undefined)
    return settled.ok ? readLock(store.lockFile) : settled
  })
}

/** Returns the lockfile entry of a skill, whether or not its files exist. */
export function findEntry(
  store: Store,
  lock: Lock,
  text: string,
): Result<{ readonly name: StoreName; readonly entry: LockEntry }> {
  const name = parseLockedName(text)
  if (!name.ok) return name
  const entry = lock.skills.get(text)
  if (entry === undefined) {
    return fail('skill_not_found', `'${text}' is not in ${store.lockFile}`, [
      "Run 'metier lock' to list installed skills. Metier only manages skills in its lockfile.",
    ])
  }
  return succeed({ name: name.value, entry })
}

/** Refuses an unknown name before anything is created; with `absent`, if it is not one of a removed skill. */
export async function refuseUnknown(
  store: Store,
  text: string,
  absent?: Result<never>,
): Promise<Result<never> | undefined> {
  const known = await guardFiles(`Reading ${store.lockFile}`, async () => {
    // An unfinished change may be about this name.
    if (await exists(store.journal)) return succeed(undefined)
    const lock = await readLock(store.lockFile)
    if (!lock.ok) return lock
    const found = findEntry(store, lock.value, text)
    const isKept = !found.ok && (await listVersions(store, text)).length > 0
    return isKept ? refuseRemoved(text) : found.ok ? found : (absent ?? found)
  })
  return known.ok ? undefined : known
}

function refuseRemoved(text: string): Result<never> {
  return fail('skill_not_found', `'${text}' is not installed any more`, [
    `To restore its last version, run 'metier rollback ${quoteForShell(text)}'.`,
  ])
}

/** Returns a skill from the lockfile with its files on disk. */
export async function findInstalled(store: Store, lock: Lock, text: string): Promise<Result<InstalledSkill>> {
  const found = findEntry(store, lock, text)
  return found.ok ? lookAt(store, found.value.name, found.value.entry) : found
}

/** Reads a skill's files. An unreadable directory fails that skill only. */
export function lookAt(store: Store, name: StoreName, entry: LockEntry): Promise<Result<InstalledSkill>> {
  return guardFiles(`Reading '${name.text}'`, async () => {
    const folder = folderOf(store.root, name)
    let signature: Uint8Array | undefined
    let countersignature: Uint8Array | undefined
    const take = ({ path }: TreeFile, bytes: Uint8Array) => {
      if (path === SIGNATURE_FILE) signature = bytes
      if (path === COUNTERSIGNATURE_FILE) countersignature = bytes
    }
    const options = { take, largest: MOST_SIGNATURE_BYTES }
    const files = (await exists(folder)) ? await readTree(folder, options) : undefined
    const digest = files && digestTree(files)
    return succeed({ name, entry, folder, files, digest, signature, countersignature })
  })
}

/** Compares the files on disk with the installed ones. */
export function localChanges({ entry, files }: InstalledSkill): readonly FileChange[] {
  return compareTrees(entry.files, files ?? [])
}

/** Returns a function that reads files of a directory for a comparison. */
export function contentOf(folder: string): (file: TreeFile) => Promise<Uint8Array | undefined> {
  return ({ path }) => readFile(join(folder, path)).catch(() => undefined)
}

/** Says whether the skill in the way is the one that was asked for, so that repeating an installation is not a failure. */
export async function compareWithInstalled(
  { skills }: Lock,
  refusal: Refusal,
  { source, path, digest }: Pick<LockEntry, 'source' | 'path' | 'digest'>,
): Promise<Refusal> {
  const { root, path: folder } = refusal.details ?? {}
  if (root === undefined || folder === undefined) return refusal
  const entry = skills.get(relative(root, folder).split(sep).join('/'))
  if (entry === undefined) return refusal
  const { version, commit } = entry
  const details = { ...refusal.details, installedFrom: { source: entry.source, version, commit } }
  if (!isSameSource(entry.source, source) || entry.path !== path) return { ...refusal, details }
  const alike = entry.digest === digest ? await compareDisk(folder, digest) : 'source'
  return { ...refusal, details: { ...details, alike } }
}

/** `git+` only says how to read an address. */
function isSameSource(a: string, b: string): boolean {
  return a.replace(/^git\+/, '') === b.replace(/^git\+/, '')
}

/** The lockfile may record files that were changed or removed since. */
async function compareDisk(folder: string, digest: string): Promise<'files' | 'damaged'> {
  const tree = await guardFiles(`Reading ${folder}`, async () => succeed(await readTree(folder)))
  return tree.ok && digestTree(tree.value) === digest ? 'files' : 'damaged'
}
