/** Texts as records keep them: ten thousand skills stay in memory. */

import { Buffer } from 'node:buffer'

/** The text with one character a byte: a single emoji makes every character of a string take two bytes. */
export function packText(text: string): string {
  return Buffer.byteLength(text, 'utf8') === text.length ? text : Buffer.from(text, 'utf8').toString('latin1')
}

export function unpackText(packed: string): string {
  return Buffer.from(packed, 'latin1').toString('utf8')
}

const BEYOND_ASCII = /[\x80-\xff]/

/** Whether a part of a packed text must be unpacked to be read: ASCII is the same either way. */
export function isPackedText(part: string): boolean {
  return BEYOND_ASCII.test(part)
}

/** The same text as a string of its own: a string that was cut out of another one keeps all of it in memory. */
export function ownText(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}
