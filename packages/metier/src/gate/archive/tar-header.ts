/** One header block of a tar. */

import { decodeName, refuse } from './archive.js'

export const BLOCK = 512

export interface TarHeader {
  readonly path: string
  readonly size: number
  readonly mode: number
  /** `0` file, `5` directory, `1` and `2` links, `3` `4` `6` devices, `x` `g` `L` `K` extensions for the next entry. */
  readonly type: string
  /** Of a link. */
  readonly target: string
}

/** Whether this is an empty block, which ends the archive. */
export function isZeroBlock(bytes: Uint8Array, position: number): boolean {
  if (position + BLOCK > bytes.length) refuse('truncated', 'the archive ends inside a block')
  return bytes.subarray(position, position + BLOCK).every((byte) => byte === 0)
}

export function readTarHeader(bytes: Uint8Array, position: number): TarHeader {
  const block = bytes.subarray(position, position + BLOCK)
  if (!hasTarChecksum(block)) refuse('header_mismatch', 'a header has the wrong checksum')
  const name = readText(block, 0, 100)
  const isUstar = readText(block, 257, 6).startsWith('ustar')
  // The older GNU dialect uses the prefix field for other data.
  const hasPrefix = isUstar && block[263] === 0x30
  const prefix = hasPrefix ? readText(block, 345, 155) : ''
  const type = String.fromCharCode(block[156] ?? 0)
  const path = prefix === '' ? name : `${prefix}/${name}`
  return {
    path,
    size: readOctal(block, 124, 12, path),
    mode: readOctal(block, 100, 8, path),
    type: plainType(type, path),
    target: readText(block, 157, 100),
  }
}

/** The oldest tars have no type for files, and a trailing slash for directories. */
function plainType(type: string, path: string): string {
  if (type !== '\0') return type
  return path.endsWith('/') ? '5' : '0'
}

/** Whether a block can be a header. */
export function hasTarChecksum(block: Uint8Array): boolean {
  if (block.length < BLOCK) return false
  let sum = 0
  for (let index = 0; index < BLOCK; index++) sum += index >= 148 && index < 156 ? 0x20 : (block[index] ?? 0)
  const text = asciiOf(block.subarray(148, 156))
    .replace(/[\0 ]+$/, '')
    .trim()
  return /^[0-7]{1,7}$/.test(text) && Number.parseInt(text, 8) === sum
}

function readText(block: Uint8Array, start: number, length: number): string {
  const field = block.subarray(start, start + length)
  const end = field.indexOf(0)
  return decodeName(end < 0 ? field : field.subarray(0, end))
}

function readOctal(block: Uint8Array, start: number, length: number, path: string): number {
  const field = block.subarray(start, start + length)
  if (((field[0] ?? 0) & 0x80) !== 0) refuse('unsupported', 'a number is in binary form', path)
  const text = asciiOf(field)
    .replace(/[\0 ]+$/, '')
    .trim()
  if (text === '') return 0
  if (!/^[0-7]+$/.test(text)) refuse('header_mismatch', 'a number is not octal', path)
  return Number.parseInt(text, 8)
}

function asciiOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
