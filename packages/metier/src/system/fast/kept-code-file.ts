/** A file of compiled code. The engine runs it without a further look, so that it must belong to this program and this user. */

import { Buffer } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { replaceFile } from '../files/files.js'
import { isOwnedByUser, isWritableByOthers } from '../files/owner.js'

export interface KeptCode {
  /** How many starts have added to it. */
  readonly starts: number
  readonly code: Buffer
}

const DIGEST_LENGTH = 64
/** The program's digest, the sample and the number of starts. The engine wants the code at a multiple of eight. */
const HEADER_LENGTH = DIGEST_LENGTH + 8

/** The code that was kept of a program; undefined if it cannot be trusted. */
export function readKeptCode(path: string, digest: string): KeptCode | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stats = fstatSync(descriptor)
    if (!stats.isFile() || !isOwnedByUser(stats) || isWritableByOthers(stats)) return undefined
    const bytes = Buffer.allocUnsafeSlow(stats.size)
    if (readSync(descriptor, bytes, 0, stats.size, 0) < stats.size) return undefined
    return decode(bytes, digest)
  } catch {
    // Missing or unreadable: the program is compiled again.
    return undefined
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function decode(bytes: Buffer, digest: string): KeptCode | undefined {
  if (bytes.length < HEADER_LENGTH || bytes.toString('latin1', 0, DIGEST_LENGTH) !== digest) return undefined
  const code = bytes.subarray(HEADER_LENGTH)
  if (bytes.readInt32LE(DIGEST_LENGTH) !== sample(code)) return undefined
  return { starts: bytes.readInt32LE(DIGEST_LENGTH + 4), code }
}

export function writeKeptCode(path: string, digest: string, { starts, code }: KeptCode): void {
  const bytes = Buffer.concat([Buffer.alloc(HEADER_LENGTH), code])
  bytes.write(digest, 0, 'latin1')
  bytes.writeInt32LE(sample(bytes.subarray(HEADER_LENGTH)), DIGEST_LENGTH)
  bytes.writeInt32LE(starts, DIGEST_LENGTH + 4)
  replaceFile(path, bytes)
}

const BLOCK_WORDS = 512

/** A word of each block: a machine that loses power may leave blocks unwritten, and the engine checks the length only. */
function sample(code: Buffer): number {
  // The header ends at a multiple of four.
  const words = new Int32Array(code.buffer, code.byteOffset, code.length >> 2)
  let state = code.length
  for (let at = 0; at < words.length; at += BLOCK_WORDS) {
    state = Math.imul(state ^ (words[at] as number), 0x5bd1_e995)
    state ^= state >>> 15
  }
  return state
}
