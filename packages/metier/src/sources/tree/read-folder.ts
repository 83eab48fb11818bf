/** Reads a local directory as a bundle: with lstat, never through a link (security 6.7, 6.26). */

import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs'
import { join } from 'node:path'
import type { ArchiveLimits, ArchiveLink } from '../../gate/archive/archive.js'
import type { BundleFile } from '../../gate/bundle.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { codeOf } from '../../skill/unknown-value.js'
import { adviseOnAccess } from '../../system/files/owner.js'
import { isLeftOut } from './left-out.js'

export interface ListedFile {
  readonly path: string
  readonly size: number
}

export interface FolderListing {
  readonly files: readonly ListedFile[]
  /** Not followed; the target as written. */
  readonly links: readonly ArchiveLink[]
  /** Pipes, sockets and devices. */
  readonly devices: readonly string[]
  readonly leftOut: readonly string[]
  /** Directories that cannot be read. */
  readonly unread: readonly UnreadFolder[]
}

interface UnreadFolder {
  readonly path: string
  readonly code: string
}

/** The failure to read a directory, with the command that helps. */
export function refuseUnread(directory: string, { path, code }: UnreadFolder): Result<never> {
  const place = join(directory, path)
  const help = code === 'EACCES' ? [`Make it readable: ${adviseOnAccess(place, 'rx')}`] : []
  return fail('skill_inaccessible', `${place} cannot be read (${code})`, help)
}

/** The contents of a directory; excluded directories are named but not entered, and so are those that cannot be read. */
export function listFolder(directory: string, limits: ArchiveLimits, keepsSettings: boolean): Result<FolderListing> {
  const listing: Listing = { files: [], links: [], devices: [], leftOut: [], unread: [], waiting: [''], entries: 0 }
  for (let folder = listing.waiting.pop(); folder !== undefined; folder = listing.waiting.pop()) {
    try {
      takeFolder(directory, folder, listing, keepsSettings)
    } catch (error) {
      listing.unread.push({ path: folder, code: codeOf(error) })
    }
    if (listing.entries > limits.entries) {
      return fail('limit_exceeded', `${directory} has more than ${limits.entries} entries`)
    }
  }
  const top = listing.unread.find(({ path }) => path === '')
  return top === undefined ? succeed(listing) : refuseUnread(directory, top)
}

interface Listing {
  readonly files: ListedFile[]
  readonly links: ArchiveLink[]
  readonly devices: string[]
  readonly leftOut: string[]
  readonly unread: UnreadFolder[]
  /** Directories still to be listed. */
  readonly waiting: string[]
  entries: number
}

function takeFolder(directory: string, folder: string, listing: Listing, keepsSettings: boolean): void {
  for (const entry of readdirSync(join(directory, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    listing.entries += takeEntry(entry, path, directory, listing, keepsSettings) ? 1 : 0
  }
}

/** False for excluded entries. */
function takeEntry(entry: Dirent, path: string, directory: string, listing: Listing, keepsSettings: boolean): boolean {
  // The name of a directory decides about its contents.
  if (isLeftOut(entry.isDirectory() ? `${path}/x` : path, keepsSettings)) {
    listing.leftOut.push(path)
    return false
  }
  if (entry.isDirectory()) listing.waiting.push(path)
  else if (entry.isFile()) listing.files.push({ path, size: lstatSync(join(directory, path)).size })
  else if (entry.isSymbolicLink()) listing.links.push({ path, target: readlinkSync(join(directory, path)) })
  else listing.devices.push(path)
  return true
}

/** The files in a listing, as they are now. */
export function readListedFiles(
  directory: string,
  files: readonly ListedFile[],
  limits: ArchiveLimits,
): Result<readonly BundleFile[]> {
  let total = 0
  const read: BundleFile[] = []
  for (const { path } of files) {
    const place = join(directory, path)
    const file = readRegularFile(place, limits.entryBytes)
    if (!file.ok) return file
    // A parent directory may have become a link since it was listed.
    if (!isReal(place)) return fail('skill_invalid', `${place} changed while it was being read (link)`)
    total += file.value.bytes.length
    if (total > limits.totalBytes)
      return fail(
        'limit_exceeded',
        `${directory} is larger than ${inMebibytes(limits.totalBytes)}, the most that a skill may have`,
      )
    read.push({ path, ...file.value })
  }
  return succeed(read)
}

function isReal(path: string): boolean {
  try {
    return realpathSync(path) === path
  } catch {
    return false
  }
}

const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** The bytes of a regular file; a link, a pipe or a file larger than `most` is a failure. */
export function readRegularFile(path: string, most: number): Result<{ bytes: Uint8Array; isExecutable: boolean }> {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, FLAGS)
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) return fail('skill_invalid', `${path} is not a regular file`)
    if (stats.size > most)
      return fail(
        'limit_exceeded',
        `${path} is larger than ${inMebibytes(most)}, the most that a skill may have in one file`,
      )
    const bytes = readAll(descriptor, stats.size)
    return succeed({ bytes, isExecutable: (stats.mode & 0o100) !== 0 })
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ELOOP') return fail('skill_invalid', `${path} cannot be read (link)`)
    const help = code === 'EACCES' ? [`Make it readable: ${adviseOnAccess(path, 'r')}`] : []
    return fail('skill_inaccessible', `${path} cannot be read (${code})`, help)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** Bytes appended since the size was read are dropped. */
function readAll(descriptor: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let length = 0
  for (let count = -1; count !== 0 && length < size; length += count) {
    count = readSync(descriptor, bytes, length, size - length, length)
  }
  return bytes.subarray(0, length)
}

function inMebibytes(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes} bytes` : `${bytes / 1024 / 1024} MiB`
}
