/** Finds archives that do not start at the beginning of a file: a zip after an image, a payload after a script. */

import { hasBytesAt, indexOfBytes } from '../facts/byte-search.js'
import { BLOCK, hasTarChecksum } from './tar-header.js'
import { viewOf } from './zip-directory.js'

export interface PlacedZip {
  /** Where its offsets start, and where its comment ends. */
  readonly start: number
  readonly end: number
  /** Offset of the first entry from `start`. */
  readonly lead: number
  /** Whether it is zip64, which is not supported. */
  readonly isLarge: boolean
}

const END_LENGTH = 22
const ENTRY_LENGTH = 46
const LONGEST_COMMENT = 0xffff
const LARGE = 0xffffffff

/** The zip that programs find from the end of a file, whatever precedes it; undefined if there is none. */
export function findZip(bytes: Uint8Array): PlacedZip | undefined {
  const view = viewOf(bytes)
  const lowest = Math.max(0, bytes.length - END_LENGTH - LONGEST_COMMENT)
  for (let at = bytes.length - END_LENGTH; at >= lowest; at--) {
    if (bytes[at] !== 0x50 || !hasBytesAt(bytes, at, 'PK\x05\x06')) continue
    const zip = placeZip(bytes, view, at)
    if (zip !== undefined) return zip
  }
  return undefined
}

function placeZip(bytes: Uint8Array, view: DataView, at: number): PlacedZip | undefined {
  const count = view.getUint16(at + 10, true)
  const size = view.getUint32(at + 12, true)
  const offset = view.getUint32(at + 16, true)
  const end = Math.min(bytes.length, at + END_LENGTH + view.getUint16(at + 20, true))
  if (count === 0xffff || size === LARGE || offset === LARGE)
    return hasBytesAt(bytes, at - 20, 'PK\x06\x07') ? { start: 0, end, lead: 0, isLarge: true } : undefined
  const start = at - size - offset
  if (start < 0) return undefined
  if (count === 0) return { start: at, end, lead: 0, isLarge: false }
  if (!hasBytesAt(bytes, at - size, 'PK\x01\x02')) return undefined
  return { start, end, lead: lowestOffset(bytes, view, at - size, at), isLarge: false }
}

/** Some programs count offsets from the start of the whole file, so the first entry is not at 0. */
function lowestOffset(bytes: Uint8Array, view: DataView, from: number, to: number): number {
  let lowest = to
  for (let at = from; at + ENTRY_LENGTH <= to && hasBytesAt(bytes, at, 'PK\x01\x02'); ) {
    lowest = Math.min(lowest, view.getUint32(at + 42, true))
    at += ENTRY_LENGTH + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return lowest
}

/** The usual start of a payload that a script unpacks from its own end. */
const PAYLOADS = ['\x1f\x8b\x08', '\xfd7zXZ\0', '\x28\xb5\x2f\xfd', '7z\xbc\xaf', 'PK\x03\x04', '\x7fELF', '\x5d\0\0']
const MOST_SCRIPT = 1024 * 1024

/** Where the payload after a script starts; undefined if the file is not a script or has no payload. */
export function findPayload(bytes: Uint8Array): number | undefined {
  if (!hasBytesAt(bytes, 0, '#!') && !hasBytesAt(bytes, 0, '@echo') && !hasBytesAt(bytes, 0, ':')) return undefined
  const script = bytes.subarray(0, MOST_SCRIPT)
  for (let line = indexOfBytes(script, '\n', 0); line >= 0; line = indexOfBytes(script, '\n', line + 1)) {
    const at = line + 1
    if (PAYLOADS.some((magic) => hasBytesAt(bytes, at, magic))) return at
    if (hasBytesAt(bytes, at, 'BZh') && hasBytesAt(bytes, at + 4, '1AY&SY')) return at
    if (hasBytesAt(bytes, at + 257, 'ustar') && hasTarChecksum(bytes.subarray(at, at + BLOCK))) return at
  }
  return undefined
}
