/** Keeps the previous versions of a skill, so that each can be restored. */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readSmallFile } from '../../system/files/small-file.js'
import { MOST_FILES, type TreeFile } from '../../system/skill-files/tree-digest.js'
import type { Store } from '../layout.js'
import { areTreeFiles, isEdited, isInnerPath, isLockEntry, type LockEntry } from '../lock.js'
import { keepFile, keepLink, type Objects, readObject, sweepObjects } from './objects.js'

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
  const reading = await readSmallFile(fileOf(store, name), LARGEST)
  return 'bytes' in reading ? parseVersions(reading.bytes.toString('utf8')) : []
}

/** The files of the source that a version with local edits started from; undefined if they are not known. */
export function findGiven(
  versions: readonly KeptVersion[],
  { digest, editedFrom }: Pick<LockEntry, 'digest' | 'editedFrom'>,
): readonly TreeFile[] | undefined {
  const source = versions.find(({ entry }) => entry.digest === editedFrom)
  return source?.entry.files ?? versions.find(({ entry }) => entry.digest === digest)?.given
}

/** Keeps the files of a directory as the latest version. It replaces a kept version with the same content. */
export async function keepVersion(store: Store, name: string, folder: string, version: KeptVersion): Promise<void> {
  const objects = objectsOf(store)
  for (const file of version.entry.files) {
    await (file.mode === 'link' ? keepLink : keepFile)(objects, join(folder, file.path), file)
  }
  const others = (await listVersions(store, name)).filter(({ entry }) => entry.digest !== version.entry.digest)
  const kept = [version, ...others].slice(0, store.keep)
  await store.files.makeFolder(store.versions, 0o700)
  await store.files.replace(fileOf(store, name), `${JSON.stringify(kept)}\n`, 0o600)
  if (others.length >= store.keep) await sweepVersions(store)
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
    // An unreadable list might name any of them.
    if (!('bytes' in reading)) return
    for (const { entry } of parseVersions(reading.bytes.toString('utf8'))) {
      for (const { sha256 } of entry.files) wanted.add(sha256)
    }
  }
  await sweepObjects(objectsOf(store), (sha256) => wanted.has(sha256))
}

/** Validates the list: a project may ship such a file, so it is trusted no more than a lockfile. */
function parseVersions(text: string): readonly KeptVersion[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isKept).map(markEdited) : []
  } catch {
    return []
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
  if (!isChanged || isEdited(entry)) return { ...kept, isChanged: isEdited(entry) }
  return { ...kept, entry: { ...entry, editedFrom: null } }
}

export function objectsOf(store: Store): Objects {
  return { directory: store.objects, files: store.files }
}

function fileOf(store: Store, name: string): string {
  return join(store.versions, `${name.replaceAll('/', '+')}.json`)
}
