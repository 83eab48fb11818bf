/** Reads a file that should be small and regular. Anything else is refused: a pipe or a device would never end. */

import { Buffer } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { codeOf } from '../../skill/unknown-value.js'
import { readUpTo } from './contained-file.js'

export type SmallFile = Read | Refused

interface Read {
  readonly bytes: Buffer
  /** Last modified, in milliseconds. */
  readonly modified: number
}

interface Refused {
  readonly refusal: 'missing' | 'not_regular' | 'too_large' | 'unreadable'
  /** The system's error code. */
  readonly code: string
}

const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** The bytes of a file, following links, or why there are none. Never reads more than `most`. */
export async function readSmallFile(path: string, most: number): Promise<SmallFile> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path, FLAGS)
    const stats = await handle.stat()
    return refuse(stats, most) ?? { bytes: await readUpTo(handle, stats.size, most), modified: stats.mtimeMs }
  } catch (error) {
    return toRefused(codeOf(error))
  } finally {
    await handle?.close()
  }
}

/** The same, synchronously. */
export function readSmallFileSync(path: string, most: number): SmallFile {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, FLAGS)
    const stats = fstatSync(descriptor)
    return refuse(stats, most) ?? { bytes: readAll(descriptor, stats.size), modified: stats.mtimeMs }
  } catch (error) {
    return toRefused(codeOf(error))
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function refuse(stats: Stats, most: number): Refused | undefined {
  if (!stats.isFile()) return { refusal: 'not_regular', code: stats.isDirectory() ? 'EISDIR' : 'ENXIO' }
  return stats.size > most ? { refusal: 'too_large', code: 'EFBIG' } : undefined
}

function toRefused(code: string): Refused {
  if (code === 'ENXIO') return { refusal: 'not_regular', code }
  return { refusal: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable', code }
}

function readAll(descriptor: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  let length = 0
  for (let count = -1; count !== 0 && length < size; length += count) {
    count = readSync(descriptor, bytes, length, size - length, length)
  }
  return bytes.subarray(0, length)
}
