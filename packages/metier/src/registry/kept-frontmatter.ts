/**
 * The frontmatter as a record keeps it: as bytes, one character each, because one emoji would make every character take
 * two; and without the description, which the record has anyway. Ten thousand skills are a third smaller that way.
 */

import { Buffer } from 'node:buffer'
import { LIMITS } from '../skill/limits.js'

export interface KeptFrontmatter {
  readonly bytes: string
  /** Where the description was cut out; -1 where it stands in the text itself. */
  readonly cutAt: number
}

const scratch = Buffer.allocUnsafeSlow(LIMITS.headBytes)

export function keepFrontmatter(buffer: Buffer, start: number, end: number, description: string): KeptFrontmatter {
  const at = buffer.indexOf(description, start, 'utf8')
  const after = at + Buffer.byteLength(description, 'utf8')
  if (at < 0 || after > end) return { bytes: buffer.toString('latin1', start, end), cutAt: -1 }
  // Through a buffer, because a text put together of two parts stays two parts.
  const length = buffer.copy(scratch, 0, start, at) + buffer.copy(scratch, at - start, after, end)
  return { bytes: scratch.toString('latin1', 0, length), cutAt: at - start }
}

export function restoreFrontmatter({ bytes, cutAt }: KeptFrontmatter, description: string): string {
  const kept = Buffer.from(bytes, 'latin1')
  if (cutAt < 0) return kept.toString('utf8')
  return kept.toString('utf8', 0, cutAt) + description + kept.toString('utf8', cutAt)
}
