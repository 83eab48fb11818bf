/** Keeps the previous versions of a skill, so that each can be restored. */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { readSmallFile } from '../../system/files/small-file.js'
import { MOST_FILES, type TreeFile } from '../../system/skill-files/tree-digest.js'
import type { Store } from '../layout.js'
import { areTreeFiles, isInnerPath, isLockEntry, type LockEntry } from '../lock.js'
import { keepFile, keepLink, type Objects, readObject, sweepObjects } from './objects.js'
import { areOwnFiles, isEdited } from './own-files.js'

/** A version that was installed until it was replaced. */
export interface KeptVersion {
  readonly entry: LockEntry
  readonly keptAt: string
  /** True if its files were changed after the installation. */
  readonly isChanged: boolean
  /** The files that the source gave, if these are edits of them: their digests name what was edited, even if they are not kept. */
  readonly given?: readonly TreeFile[]
  /** The directories that had nothing in them, which no list of files names. Left out if there were none. */
  readonly folders?: readonly string[]
}

const LARGEST = 64 * 1024 * 1024

/** Lists the kept versions of a skill, latest first. */
export async function listVersions(store: Store, name: string): Promise<readonly KeptVersion[]> {
  const versions = await readVersions(store, name)
  return versions.ok ? versions.value : []
}

/** A damaged list may still name files that nothing else has, so it is not replaced. */
export async function readVersions(store: Store, name: string): Promise<Result<readonly KeptVersion[]>> {
  const file = fileOf(store, name)
  const reading = await readSmallFile(file, LARGEST)
  if (!('bytes' in reading) && reading.refusal === 'missing') return succeed([])
  const versions = 'bytes' in reading ? parseVersions(reading.bytes.toString('utf8')) : undefined
  if (versions !== undefined) return succeed(versions)
  return fail('system_error', `The list of kept versions of '${name}' cannot be read: ${file}`, [
    'Nothing was changed. Repair the file, or move it away',
  ])
}

/** The files of the source that a version with local edits started from; undefined if they are not known. */
export function findGiven(
  versions: readonly KeptVersion[],
  { digest, editedFrom }: Pick<LockEntry, 'digest' | 'editedFrom'>,
): readonly TreeFile[] | undefined {
  const source = versions.find(({ entry }) => entry.digest === editedFrom)
  return source?.entry.files ?? versions.find(({ entry }) => entry.digest === digest)?.given
}

/** What happened to the user's own versions when a further one was kept. */
export interface KeepReport {
  /** The user's own versions that are not kept any more. */
  readonly dropped: readonly KeptVersion[]
  /** Set if as many are kept as can be: the next one drops this version. */
  readonly oldest?: KeptVersion
}

/** Keeps the files of a directory as the latest version. It replaces a kept version with the same content. */
export async function keepVersion(
  store: Store,
  name: string,
  folder: string,
  version: KeptVersion,
): Promise<Result<KeepReport>> {
  const known = await readVersions(store, name)
  if (!known.ok) return known
  const objects = objectsOf(store)
  for (const file of version.entry.files) {
    await (file.mode === 'link' ? keepLink : keepFile)(objects, join(folder, file.path), file)
  }
  const others = known.value.filter(({ entry }) => entry.digest !== version.entry.digest)
  const { kept, dropped, own } = chooseKept([version, ...others], store)
  await store.files.makeFolder(store.versions, 0o700)
  await store.files.replace(fileOf(store, name), `${JSON.stringify(kept)}\n`, 0o600)
  if (dropped.length > 0) await sweepVersions(store)
  const oldest = isOwn(version) && own.length === store.keepOwn ? own.at(-1) : undefined
  return succeed({ dropped: dropped.filter(isOwn), ...(oldest !== undefined && { oldest }) })
}

/** Versions that a source has never displace files that only this machine has. */
function chooseKept(versions: readonly KeptVersion[], { keep, keepOwn }: Pick<Store, 'keep' | 'keepOwn'>) {
  const own = versions.filter(isOwn).slice(0, keepOwn)
  const fetched = versions.filter((version) => !isOwn(version)).slice(0, keep)
  const kept = versions.filter((version) => own.includes(version) || fetched.includes(version))
  return { own, kept, dropped: versions.filter((version) => !kept.includes(version)) }
}

function isOwn({ entry }: KeptVersion): boolean {
  return areOwnFiles(entry)
}

/** The content of a file of a kept version; undefined if it is not kept or damaged. */
export function readVersionFile(store: Store, { sha256 }: Pick<TreeFile, 'sha256'>): Promise<Uint8Array | undefined> {
  return readObject(objectsOf(store), sha256)
}

/** Removes the contents that no kept version names. */
async function sweepVersions(store: Store): Promise<void> {
  const wanted = new Set<string>()
  for (const file of await readdir(store.versions)) {
    if (!file.endsWith('.json')) continue
    const reading = await readSmallFile(join(store.versions, file), LARGEST)
    const versions = 'bytes' in reading ? parseVersions(reading.bytes.toString('utf8')) : undefined
    // An unreadable list might name any of them.
    if (versions === undefined) return
    for (const { entry } of versions) {
      for (const { sha256 } of entry.files) wanted.add(sha256)
    }
  }
  await sweepObjects(objectsOf(store), (sha256) => wanted.has(sha256))
}

/** Validates the list: a project may ship such a file, so it is trusted no more than a lockfile. */
function parseVersions(text: string): readonly KeptVersion[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isKept).map(markEdited) : undefined
  } catch {
    return undefined
  }
}

function isKept(value: KeptVersion | null): value is KeptVersion {
  const isRight = typeof value?.keptAt === 'string' && typeof value.isChanged === 'boolean'
  const hasGiven = value?.given === undefined || areTreeFiles(value.given)
  return isRight && isLockEntry(value.entry) && hasGiven && (value.folders === undefined || areFolders(value.folders))
}

function areFolders(value: unknown): boolean {
  return Array.isArray(value) && value.length <= MOST_FILES && value.every(isInnerPath)
}

/** Marks files from earlier versions of this program, which recorded that files had changed, but not from what. */
function markEdited(kept: KeptVersion): KeptVersion {
  const { entry, isChanged } = kept
  if (!isChanged || areOwnFiles(entry)) return { ...kept, isChanged: isEdited(entry) }
  return { ...kept, entry: { ...entry, editedFrom: null } }
}

export function objectsOf(store: Store): Objects {
  return { directory: store.objects, files: store.files }
}

function fileOf(store: Store, name: string): string {
  return join(store.versions, `${name.replaceAll('/', '+')}.json`)
}
