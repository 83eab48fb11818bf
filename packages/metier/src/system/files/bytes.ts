/** Decodes bytes the shortest way: `toString` looks up its encoding on every call. */

import { Buffer } from 'node:buffer'

interface Slicing {
  readonly utf8Slice?: (this: Buffer, start: number, end: number) => string
  readonly latin1Slice?: (this: Buffer, start: number, end: number) => string
}

const { utf8Slice, latin1Slice } = Buffer.prototype as Slicing

export function sliceUtf8(buffer: Buffer, start: number, end: number): string {
  return utf8Slice === undefined ? buffer.toString('utf8', start, end) : utf8Slice.call(buffer, start, end)
}

/** One character per byte. */
export function sliceLatin1(buffer: Buffer, start: number, end: number): string {
  return latin1Slice === undefined ? buffer.toString('latin1', start, end) : latin1Slice.call(buffer, start, end)
}
