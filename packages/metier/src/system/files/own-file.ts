/** Small files of rebuildable data that only this user writes. */

import { Buffer } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checksum } from './checksum.js'
import { replaceFile } from './files.js'
import { isOwnedByUser, isWritableByOthers } from './owner.js'

const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
/** Detects a damaged file. */
const HEADER_BYTES = 8
const LARGEST = 4 * 1024 * 1024

/** The text of a file that `writeOwnText` wrote; undefined if it is missing, damaged, or others could have changed it. */
export function readOwnText(path: string): string | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, FLAGS)
    const stats = fstatSync(descriptor)
    if (!stats.isFile() || !isOwnedByUser(stats) || isWritableByOthers(stats) || stats.size > LARGEST) return undefined
    const bytes = Buffer.allocUnsafeSlow(stats.size)
    if (readSync(descriptor, bytes, 0, stats.size, 0) < stats.size) return undefined
    const body = bytes.subarray(HEADER_BYTES)
    return bytes.toString('latin1', 0, HEADER_BYTES) === headerOf(body) ? body.toString('utf8') : undefined
  } catch {
    // Missing or unreadable: it is built again.
    return undefined
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** The most files of a directory that are read. */
const MOST_FILES = 1_000

/** The texts in a directory, by path; files that `readOwnText` would not read are left out. */
export function listOwnTexts(folder: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  try {
    for (const name of readdirSync(folder).slice(0, MOST_FILES)) {
      const path = join(folder, name)
      const text = readOwnText(path)
      if (text !== undefined) texts.set(path, text)
    }
  } catch {
    // Without the directory there are no files.
  }
  return texts
}

/** Replaces a file as a whole. A text that is too long, or a directory that cannot be written, keeps nothing. */
export function writeOwnText(path: string, text: string): void {
  const body = Buffer.from(text)
  if (body.length > LARGEST - HEADER_BYTES) return
  replaceFile(path, Buffer.concat([Buffer.from(headerOf(body), 'latin1'), body]))
}

/** Removes a file, if there is one and it can be removed. */
export function removeOwnText(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // A file that stays is too old to count soon.
  }
}

function headerOf(body: Buffer): string {
  return checksum(body).toString(16).padStart(HEADER_BYTES, '0')
}
