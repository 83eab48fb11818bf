/**
 * The frontmatter as a record keeps it: as bytes, one character each, because one emoji would make every character take
 * two; and without the description, which the record has anyway. Ten thousand skills are a third smaller that way.
 */

import { Buffer } from 'node:buffer'
import { sliceLatin1, sliceUtf8 } from '../../system/files/bytes.js'

export interface KeptFrontmatter {
  readonly bytes: string
  /** Where the description was cut out; -1 where it stands in the text itself. */
  readonly cutAt: number
}

/** A text that stands in a buffer, as a string of its own, and where it stands; -1 where it is written in another way. */
export interface CopiedText {
  readonly text: string
  readonly at: number
  readonly length: number
}

/** Copies a text out of the bytes it was read from; `offset` is its place after `start`, where that is known. */
export function copyText(buffer: Buffer, start: number, end: number, offset: number, text: string): CopiedText {
  if (offset >= 0) {
    const at = start + offset
    return { text: sliceLatin1(buffer, at, at + text.length), at, length: text.length }
  }
  const at = buffer.indexOf(text, start, 'utf8')
  const length = Buffer.byteLength(text, 'utf8')
  if (at >= 0 && at + length <= end) return { text: sliceUtf8(buffer, at, at + length), at, length }
  return { text: ownText(text), at: -1, length }
}

/** The same text as a string of its own: one that was cut out of another, or put together of several, keeps them alive. */
export function ownText(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}

/** Cuts the description out of a frontmatter; the buffer is of no further use afterwards. */
export function keepFrontmatter(
  buffer: Buffer,
  start: number,
  end: number,
  { at, length }: CopiedText,
): KeptFrontmatter {
  if (at < 0) return { bytes: sliceLatin1(buffer, start, end), cutAt: -1 }
  buffer.copyWithin(at, at + length, end)
  return { bytes: sliceLatin1(buffer, start, end - length), cutAt: at - start }
}

export function restoreFrontmatter({ bytes, cutAt }: KeptFrontmatter, description: string): string {
  const kept = Buffer.from(bytes, 'latin1')
  if (cutAt < 0) return kept.toString('utf8')
  return kept.toString('utf8', 0, cutAt) + description + kept.toString('utf8', cutAt)
}
