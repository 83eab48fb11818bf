/** Lists and reads the files of a skill other than its SKILL.md. A file is read only on request. */

import { isUtf8 } from 'node:buffer'
import { readdir } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { directoryOf, type SkillRecord } from '../../registry/record/skill-record.js'
import { findHeldFolder, refuseTarget } from '../../registry/walk/boundary.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { LIMITS } from '../../skill/limits.js'
import { showName } from '../../skill/text/show-name.js'
import {
  type ContainedEntry,
  type ContainedRefusal,
  openContained,
  readUpTo,
} from '../../system/files/contained-file.js'

export interface FolderEntry {
  readonly name: string
  readonly type: 'file' | 'folder' | 'link' | 'other'
}

/** A file or directory of a skill: its text, or the names directly below it. */
export type SkillPath =
  | { readonly kind: 'file'; readonly text: string }
  | { readonly kind: 'folder'; readonly entries: readonly FolderEntry[] }

/** The size in bytes of the largest text file that is read. */
const FILE_BYTES = 4 * 1024 * 1024
/** A zero byte within this many bytes means that a file is not text. */
const SNIFFED_BYTES = 8 * 1024

/** Reads a path of a skill. Never opens anything outside its directory. */
export async function readSkillPath(record: SkillRecord, path: string): Promise<Result<SkillPath>> {
  const directory = directoryOf(record)
  // A provider's skills are not on this disk.
  if (!isAbsolute(record.root.path)) return fail('skill_inaccessible', `Skill '${record.name}' has no files here`)
  // The link to the skill may have been replaced since it was found.
  const opened = await openContained(directory, path, (home) => refuseTarget(record.root, home) === undefined)
  if (typeof opened === 'string') return fail('skill_inaccessible', REFUSALS[opened](showName(path), record.name))
  return opened.kind === 'file' ? readText(opened, path) : listFolder(opened.path)
}

const REFUSALS: Readonly<Record<ContainedRefusal, (path: string, name: string) => string>> = {
  missing: (path, name) => `'${path}' not found in skill '${name}'`,
  unreadable: (path) => `'${path}' cannot be read`,
  not_regular: (path) => `'${path}' is neither a file nor a directory`,
  outside: (path, name) => `'${path}' is outside skill '${name}'`,
}

async function readText(
  { handle, size }: Extract<ContainedEntry, { kind: 'file' }>,
  path: string,
): Promise<Result<SkillPath>> {
  try {
    const bytes = size > FILE_BYTES ? undefined : await readUpTo(handle, size, FILE_BYTES)
    if (bytes === undefined) {
      return fail('limit_exceeded', `'${path}' is larger than ${FILE_BYTES} bytes`)
    }
    return toText(bytes, path)
  } finally {
    await handle.close()
  }
}

/** The text of a file, unless it is too large or not text. */
export function toText(bytes: Uint8Array, path: string): Result<SkillPath> {
  if (bytes.length > FILE_BYTES) return fail('limit_exceeded', `'${path}' is larger than ${FILE_BYTES} bytes`)
  if (bytes.subarray(0, SNIFFED_BYTES).includes(0) || !isUtf8(bytes)) {
    return fail('skill_inaccessible', `'${path}' is not text (${bytes.length} bytes)`)
  }
  return succeed({ kind: 'file', text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) })
}

async function listFolder(path: string): Promise<Result<SkillPath>> {
  const found = await readdir(path, { withFileTypes: true })
  const entries = found.map((entry): FolderEntry => {
    if (entry.isSymbolicLink()) return { name: entry.name, type: 'link' }
    if (entry.isDirectory()) return { name: entry.name, type: 'folder' }
    return { name: entry.name, type: entry.isFile() ? 'file' : 'other' }
  })
  return succeed({ kind: 'folder', entries: entries.sort(byName) })
}

export interface ResourceList {
  /** Relative paths with forward slashes. */
  readonly files: readonly string[]
  /** The number of further files that were found. */
  readonly left: number
}

const SKIPPED = new Set(['.git', 'node_modules'])
const MOST_LOOKED_AT = 5_000

/** Lists the files of a skill, nearest first: regular files, and links to files inside the skill. */
export async function listResources(record: SkillRecord, most: number): Promise<ResourceList> {
  if (!isAbsolute(record.root.path)) return { files: [], left: 0 }
  const home = findHeldFolder(record)
  if (home === undefined) return { files: [], left: 0 }
  const files: string[] = []
  let folders: readonly string[] = ['']
  for (let depth = 0; depth <= LIMITS.walkDepth && files.length < MOST_LOOKED_AT; depth++) {
    const next: string[] = []
    for (const folder of folders) await listInto(home, folder, files, next)
    folders = next
  }
  const others = files.filter((file) => file !== record.fileName)
  return { files: others.slice(0, most), left: Math.max(0, others.length - most) }
}

async function listInto(home: string, folder: string, files: string[], folders: string[]): Promise<void> {
  if (files.length >= MOST_LOOKED_AT) return
  for (const entry of (await readFolder(join(home, folder))).sort(byName)) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(path)
    if (entry.isFile() || (entry.isSymbolicLink() && (await isContainedFile(home, path)))) files.push(path)
  }
}

/** A link is listed only if it can be read. */
async function isContainedFile(home: string, path: string): Promise<boolean> {
  const opened = await openContained(home, path)
  if (typeof opened === 'string' || opened.kind === 'folder') return false
  await opened.handle.close()
  return true
}

async function readFolder(path: string) {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch {
    // A directory that cannot be listed has no files.
    return []
  }
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1
}
