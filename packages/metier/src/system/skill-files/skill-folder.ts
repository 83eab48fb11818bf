/** The files in a skill's directory with sizes and digests: what is published of a skill, nothing outside it. */

import { createHash } from 'node:crypto'
import { type Dirent, readdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openContained, readUpTo } from '../files/contained-file.js'

interface PublishedFile {
  /** Relative to the skill's directory, with forward slashes. */
  readonly path: string
  readonly size: number
  /** SHA-256 in hexadecimal. */
  readonly digest: string
}

export interface FolderLimits {
  readonly files: number
  /** Total size. */
  readonly bytes: number
  readonly depth: number
}

export type PublishedFolder =
  | { readonly ok: true; readonly files: readonly PublishedFile[] }
  | { readonly ok: false; readonly reason: string }

const SKIPPED = new Set(['.git', 'node_modules'])

/** Digests are cached until a file changes; listing a thousand skills needs all of them. */
const known = new Map<string, { readonly state: string; readonly file: PublishedFile }>()
const MOST_KNOWN = 20_000

/**
 * All files in a directory with their digests. A link to a file inside the directory counts as that file; all other
 * links are skipped, including links to directories.
 */
export async function readPublishedFolder(folder: string, limits: FolderLimits): Promise<PublishedFolder> {
  const paths = listFiles(folder, limits)
  if (paths === undefined) return { ok: false, reason: `it has more than ${limits.files} files` }
  const files: PublishedFile[] = []
  let left = limits.bytes
  for (const path of paths) {
    const file = await describeFile(folder, path, left)
    if (file === 'too_large') return { ok: false, reason: `its files exceed ${limits.bytes} bytes` }
    if (file === undefined) continue
    left -= file.size
    files.push(file)
  }
  return { ok: true, files }
}

/** The bytes of one file; undefined if it does not exist, points outside the directory or is larger than `most`. */
export async function readPublishedFile(folder: string, path: string, most: number): Promise<Uint8Array | undefined> {
  const opened = await openContained(folder, path)
  if (typeof opened === 'string' || opened.kind === 'folder') return undefined
  try {
    const bytes = opened.size > most ? undefined : await readUpTo(opened.handle, opened.size, most)
    return bytes === undefined || bytes.length > most ? undefined : bytes
  } finally {
    await opened.handle.close()
  }
}

async function describeFile(
  folder: string,
  path: string,
  most: number,
): Promise<PublishedFile | 'too_large' | undefined> {
  const place = join(folder, path)
  const state = await stateOf(place)
  if (state === undefined) return undefined
  const kept = known.get(place)
  if (kept?.state === state) return kept.file.size > most ? 'too_large' : { ...kept.file, path }
  const opened = await openContained(folder, path)
  if (typeof opened === 'string' || opened.kind === 'folder') return undefined
  try {
    const bytes = opened.size > most ? undefined : await readUpTo(opened.handle, opened.size, most)
    if (bytes === undefined || bytes.length > most) return 'too_large'
    const file = { path, size: bytes.length, digest: createHash('sha256').update(bytes).digest('hex') }
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(place, { state, file })
    return file
  } finally {
    await opened.handle.close()
  }
}

/** Follows links; containment is checked when the file is opened, and again whenever it changes. */
async function stateOf(path: string): Promise<string | undefined> {
  try {
    const { ino, dev, size, mtimeMs, ctimeMs } = await stat(path)
    return [ino, dev, size, mtimeMs, ctimeMs].join()
  } catch {
    return undefined
  }
}

/** Sorted by path; undefined if there are more files than allowed. */
function listFiles(folder: string, { files: most, depth }: FolderLimits): readonly string[] | undefined {
  const files: string[] = []
  let folders: readonly string[] = ['']
  for (let level = 0; level <= depth && folders.length > 0; level++) {
    const next: string[] = []
    for (const path of folders) {
      for (const entry of readEntries(join(folder, path))) sortEntry(entry, path, files, next)
      if (files.length > most || next.length > most) return undefined
    }
    folders = next
  }
  return files.sort()
}

function sortEntry(entry: Dirent, parent: string, files: string[], folders: string[]): void {
  const path = parent === '' ? entry.name : `${parent}/${entry.name}`
  if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(path)
  else if (entry.isFile() || entry.isSymbolicLink()) files.push(path)
}

function readEntries(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    // A directory that cannot be listed publishes nothing.
    return []
  }
}
