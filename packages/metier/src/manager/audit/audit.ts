/**
 * Audits a directory on disk. Reads every file that an installation would include, and settings of agents. Records links without
 * following them.
 */

import { constants, type Dirent } from 'node:fs'
import { type FileHandle, open, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { BundleFile, BundleLink } from '../../gate/bundle.js'
import type { OnFile } from '../../gate/gather.js'
import { SCAN_LIMITS } from '../../gate/limits.js'
import type { ScanReport } from '../../gate/scan.js'
import type { Suppression } from '../../gate/suppression.js'
import { leadsOut } from '../../sources/tree/leads-out.js'
import { isLeftOut } from '../../sources/tree/left-out.js'
import { readUpTo } from '../../system/files/contained-file.js'
import { isFolder } from '../../system/files/files.js'
import { scanApart, warmScan } from '../../system/scan-process/scan-apart.js'
import type { ReviewFiles } from '../reviewer/open-reviewer.js'

export interface AuditOptions {
  readonly signal?: AbortSignal | undefined
  /** The findings that the user's configuration accepts. */
  readonly suppressions?: readonly Suppression[] | undefined
  readonly onFile?: OnFile | undefined
  /** The directory of kept reports: the report of an earlier audit of the same bytes is taken instead of a scan. */
  readonly keptIn?: string | undefined
  /** Lets a model review the files after the rules. */
  readonly review?: ReviewFiles | undefined
}

/** Scans every file below a directory. */
export async function auditFolder(directory: string, options: AuditOptions = {}): Promise<ScanReport> {
  const { signal, suppressions = [], onFile, keptIn, review } = options
  // The first audit scans for certain, a later one only if something changed.
  if (keptIn === undefined || !isFolder(keptIn)) warmScan()
  const { files, links, unread, leftOut: beside } = await readFolder(directory, signal)
  // If there are no other files, nothing is left out: a directory with only `.git` is empty.
  const leftOut = files.length + links.length + unread.length === 0 ? [] : beside
  const report = await scanApart(files, { links, unread, leftOut, suppressions }, { signal, onFile, keptIn })
  return review === undefined ? report : review(files, report, signal)
}

interface Contents {
  readonly files: BundleFile[]
  readonly links: BundleLink[]
  /** Files beyond the limits: named, but not read. */
  readonly unread: string[]
  /** Files that no installation includes, such as `.git`. */
  readonly leftOut: string[]
  bytes: number
}

const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const DEEPEST = 32

async function readFolder(directory: string, signal: AbortSignal | undefined): Promise<Contents> {
  const contents: Contents = { files: [], links: [], unread: [], leftOut: [], bytes: 0 }
  // Read the directories of package managers last: they are large, and the limits apply to all files together.
  const packages: string[] = []
  await readBelow([''], directory, contents, packages, signal)
  await readBelow(packages, directory, contents, undefined, signal)
  return contents
}

/** Reads directories recursively, nearest first. If `packages` is given, directories of packages are added to it instead. */
async function readBelow(
  start: readonly string[],
  directory: string,
  contents: Contents,
  packages: string[] | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  let folders = start
  for (let depth = 0; depth < DEEPEST && folders.length > 0; depth++) {
    const next: string[] = []
    for (const folder of folders) {
      signal?.throwIfAborted()
      // Nothing more in it can be read, so report only its name.
      if (contents.files.length >= SCAN_LIMITS.files) contents.unread.push(folder)
      else next.push(...(await readEntries(directory, folder, contents)))
    }
    packages?.push(...next.filter(isPackages))
    folders = packages === undefined ? next : next.filter((path) => !isPackages(path))
  }
  contents.unread.push(...folders)
}

function isPackages(path: string): boolean {
  return /(?:^|\/)node_modules$/.test(path)
}

/** Reads the files of one directory, and returns its subdirectories. */
async function readEntries(directory: string, folder: string, contents: Contents): Promise<readonly string[]> {
  const entries = await listEntries(directory, folder, contents)
  const folders: string[] = []
  for (const entry of entries.sort(byName)) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    // The name of a directory says what it contains.
    if (isLeftOut(entry.isDirectory() ? `${path}/x` : path, true)) contents.leftOut.push(path)
    else if (entry.isDirectory()) folders.push(path)
    else await readEntry(directory, path, entry, contents)
  }
  return folders
}

async function listEntries(directory: string, folder: string, contents: Contents): Promise<Dirent[]> {
  try {
    return await readdir(join(directory, folder), { withFileTypes: true })
  } catch {
    // A directory that cannot be listed is reported as unread.
    contents.unread.push(folder === '' ? '.' : folder)
    return []
  }
}

async function readTarget(path: string): Promise<string | undefined> {
  return readlink(path).catch(() => undefined)
}

async function readEntry(directory: string, path: string, entry: Dirent, contents: Contents): Promise<void> {
  if (entry.isSymbolicLink()) {
    const target = await readTarget(join(directory, path))
    if (target === undefined) contents.unread.push(path)
    else contents.links.push({ path, target, leadsOut: leadsOut(path, target) })
  } else if (!entry.isFile() || contents.files.length >= SCAN_LIMITS.files) contents.unread.push(path)
  else await readFileInto(directory, path, contents)
}

async function readFileInto(directory: string, path: string, contents: Contents): Promise<void> {
  const handle = await openFile(join(directory, path))
  if (handle === undefined) {
    contents.unread.push(path)
    return
  }
  try {
    const { size, mode } = await handle.stat()
    const left = SCAN_LIMITS.totalBytes - contents.bytes
    const bytes = size > left ? undefined : await readUpTo(handle, size, left)
    if (bytes === undefined || bytes.length > left) {
      contents.unread.push(path)
      return
    }
    contents.bytes += bytes.length
    contents.files.push({ path, bytes, isExecutable: (mode & 0o111) !== 0 })
  } finally {
    await handle.close()
  }
}

async function openFile(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, FLAGS)
  } catch {
    // A file that cannot be opened is reported as unread.
    return undefined
  }
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1
}
