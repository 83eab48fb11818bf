/**
 * Starts a file of our own with what the engine made of it at earlier starts: compiling it is a third of what a short command
 * takes. Node keeps that by itself from version 22 on, but more slowly, and for whatever is loaded.
 */

import { Buffer } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { readTextFile, replaceFile } from './files/files.js'
import { isOwnedByUser, isWritableByOthers } from './files/owner.js'

export interface KeptProgram<T> {
  readonly exports: T
  /** Keeps what has been compiled by now. Better called when nobody waits any more. */
  keep(): void
}

/** The file's first characters: a comment that holds the digest of what follows. */
const SIGN = /^\/\*([0-9a-f]{64})\*\//
const SIGN_LENGTH = 64
/** The sign, what the samples come to, and how many starts have added to it; a multiple of eight, for the engine's sake. */
const HEADER_LENGTH = SIGN_LENGTH + 8
/** The first start reads every skill, later ones read the index: only both have run all that a usual start runs. */
const STARTS = 2

export interface ProgramPlace {
  /** A file that the build made for this; in a source tree it is not there. */
  readonly file: string
  /** Where compiled code is kept; undefined: nowhere. */
  readonly folder: string | undefined
  /** Imports a file beside the program, which cannot do so by itself. */
  readonly importChunk: (path: string) => Promise<unknown>
}

/** Runs a file to its end and gives what it exports; undefined where it is not there. */
export function startKeptProgram<T>({ file, folder, importChunk }: ProgramPlace): KeptProgram<T> | undefined {
  const source = readTextFile(file)
  const sign = source === undefined ? undefined : SIGN.exec(source)?.[1]
  if (source === undefined || sign === undefined) return undefined
  const path = folder && join(folder, `${basename(file)}-${process.version}-${process.arch}.bin`)
  const kept = path === undefined ? undefined : readKept(path, sign)
  const script = new Script(source, { filename: file, ...(kept !== undefined && { cachedData: kept.code }) })
  const module = { exports: {} as T }
  script.runInThisContext()(module, importChunk, file, dirname(file))
  // The engine refuses what another version of it, or one with other flags, has made.
  const starts = kept === undefined || script.cachedDataRejected === true ? 0 : kept.starts
  const keep = () => {
    if (path !== undefined && starts < STARTS) replaceFile(path, encode(sign, starts + 1, script.createCachedData()))
  }
  return { exports: module.exports, keep }
}

interface Kept {
  readonly starts: number
  readonly code: Buffer
}

/** What is kept is run without a further look, so it must be of this very file and by this very user. */
function readKept(path: string, sign: string): Kept | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stats = fstatSync(descriptor)
    if (!stats.isFile() || !isOwnedByUser(stats) || isWritableByOthers(stats)) return undefined
    const bytes = Buffer.allocUnsafeSlow(stats.size)
    // Asked for once: `readFileSync` would call several times as many functions, each for the first time.
    if (readSync(descriptor, bytes, 0, stats.size, 0) < stats.size) return undefined
    if (bytes.length < HEADER_LENGTH || bytes.toString('latin1', 0, SIGN_LENGTH) !== sign) return undefined
    const code = bytes.subarray(HEADER_LENGTH)
    return bytes.readInt32LE(SIGN_LENGTH) === sample(code)
      ? { starts: bytes.readInt32LE(SIGN_LENGTH + 4), code }
      : undefined
  } catch {
    // Not there, or not to be read: it is compiled again.
    return undefined
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function encode(sign: string, starts: number, code: Buffer): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(HEADER_LENGTH), code])
  bytes.write(sign, 0, 'latin1')
  bytes.writeInt32LE(sample(bytes.subarray(HEADER_LENGTH)), SIGN_LENGTH)
  bytes.writeInt32LE(starts, SIGN_LENGTH + 4)
  return bytes
}

const BLOCK_WORDS = 512

/** A machine that stops may leave blocks that were never written. A word of each tells; the engine looks at the length only. */
function sample(code: Buffer): number {
  // It begins at a multiple of four, behind the header.
  const words = new Int32Array(code.buffer, code.byteOffset, code.length >> 2)
  let state = code.length
  for (let at = 0; at < words.length; at += BLOCK_WORDS) {
    state = Math.imul(state ^ (words[at] as number), 0x5bd1_e995)
    state ^= state >>> 15
  }
  return state
}
