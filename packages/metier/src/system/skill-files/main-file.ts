/** Opens a skill's main file and nothing else: the checked file is the one that is read, through one descriptor. */

import type { Buffer } from 'node:buffer'
import { constants, lstatSync, openSync, readSync, realpathSync, type Stats } from 'node:fs'
import { sep } from 'node:path'
import { codeOf } from '../../skill/unknown-value.js'

/** Distinguishes one state of a file from another. */
export interface FileKey {
  readonly size: number
  readonly inode: number
  readonly changed: number
  readonly modified: number
}

export type OpenRefusal = 'missing' | 'unreadable' | 'not_regular' | 'linked' | 'link_leaves_skill' | 'link_broken'

// A pipe must not block the scan, and a link must not be followed before its target is known.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const KNOWS_NOFOLLOW = constants.O_NOFOLLOW !== undefined

/** A descriptor that the caller closes, or why there is none. A link is reported (`linked`), not followed. */
export function openMainFile(directory: string, fileName: string): number | OpenRefusal {
  const path = `${directory}/${fileName}`
  try {
    if (!KNOWS_NOFOLLOW && lstatSync(path).isSymbolicLink()) return 'linked'
    return openSync(path, FLAGS)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ELOOP' || code === 'EMLINK') return 'linked'
    return refusalOf(code)
  }
}

/** Opens a linked main file only if it resolves inside the skill's real directory. */
export function openLinkedMainFile(directory: string, fileName: string): number | OpenRefusal {
  try {
    const target = realpathSync(`${directory}/${fileName}`)
    const home = realpathSync(directory)
    if (!target.startsWith(home.endsWith(sep) ? home : home + sep)) return 'link_leaves_skill'
    return openSync(target, FLAGS)
  } catch (error) {
    const code = codeOf(error)
    return code === 'ENOENT' || code === 'ELOOP' ? 'link_broken' : refusalOf(code)
  }
}

function refusalOf(code: string): OpenRefusal {
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return 'missing'
  return code === 'ENXIO' || code === 'EISDIR' ? 'not_regular' : 'unreadable'
}

/** Reads from the start of a file into a buffer; returns the number of bytes read. */
export function readInto(descriptor: number, buffer: Buffer, length: number): number {
  let read = 0
  while (read < length) {
    const count = readSync(descriptor, buffer, read, length - read, read)
    if (count === 0) break
    read += count
  }
  return read
}

export function keyOf(stats: Stats): FileKey {
  return { size: stats.size, inode: stats.ino, changed: stats.ctimeMs, modified: stats.mtimeMs }
}
