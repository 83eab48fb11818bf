/** Opens a file or directory only if it really is inside another; the checked file is the one that is read. */

import { Buffer } from 'node:buffer'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { codeOf } from '../../skill/unknown-value.js'

export type ContainedRefusal = 'missing' | 'unreadable' | 'not_regular' | 'outside'

/** An open file that the caller closes, or the real path of a directory. */
export type ContainedEntry =
  | { readonly kind: 'file'; readonly handle: FileHandle; readonly size: number }
  | { readonly kind: 'folder'; readonly path: string }

// A pipe must not block, and a link created since the check must not be followed.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Opens a path below a directory, links resolved. Refuses paths that point outside, and unwanted directories. */
export async function openContained(
  folder: string,
  path: string,
  isAllowed: (home: string) => boolean = () => true,
): Promise<ContainedEntry | ContainedRefusal> {
  const wanted = resolve(folder, path)
  try {
    const home = await realpath(folder)
    if (!isAllowed(home)) return 'outside'
    if (!isInside(wanted, resolve(folder)) && !isInside(wanted, home)) return 'outside'
    const target = await realpath(wanted)
    if (!isInside(target, home)) return 'outside'
    return await openTarget(target)
  } catch (error) {
    return refusalOf(codeOf(error))
  }
}

/** The real path of a directory, or undefined if there is none. */
export async function findRealFolder(path: string): Promise<string | undefined> {
  try {
    const target = await realpath(path)
    return (await lstat(target)).isDirectory() ? target : undefined
  } catch (error) {
    if (refusalOf(codeOf(error)) === 'missing') return undefined
    throw error
  }
}

/** Whether a path is a directory or below it. Pass two real paths, or two unresolved ones. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** The bytes of an open file, even if it grew since; never reads more than `most` plus one. */
export async function readUpTo(handle: FileHandle, size: number, most: number): Promise<Buffer> {
  let buffer = Buffer.allocUnsafe(Math.min(size, most) + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length)
    length += bytesRead
    if (bytesRead === 0 || length > most) return buffer.subarray(0, length)
    if (length < buffer.length) continue
    const larger = Buffer.allocUnsafe(Math.min(buffer.length * 2, most + 1))
    buffer.copy(larger)
    buffer = larger
  }
}

async function openTarget(target: string): Promise<ContainedEntry | ContainedRefusal> {
  const handle = await open(target, FLAGS)
  let isKept = false
  try {
    const opened = await handle.stat()
    // A parent directory may have been moved between the check and the open.
    const isStillThere = (await realpath(target)) === target
    const now = await lstat(target)
    if (!isStillThere || now.ino !== opened.ino || now.dev !== opened.dev) return 'missing'
    if (opened.isDirectory()) return { kind: 'folder', path: target }
    if (!opened.isFile()) return 'not_regular'
    isKept = true
    return { kind: 'file', handle, size: opened.size }
  } finally {
    if (!isKept) await handle.close()
  }
}

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'ERR_INVALID_ARG_VALUE'])

function refusalOf(code: string): ContainedRefusal {
  if (MISSING.has(code)) return 'missing'
  return code === 'ENXIO' ? 'not_regular' : 'unreadable'
}
