/** Tells damage, not malice. By ourselves, because what the runtime has for it brings all of zlib and every stream with it. */

import { Buffer } from 'node:buffer'

const FACTOR = 0x5bd1_e995

/** A number of 32 bits that differs where one word of the data differs. */
export function checksum(data: Uint8Array | string): number {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data
  const whole = bytes.length >>> 2
  let state = bytes.length | 0
  const words = wordsOf(bytes, whole)
  // Counted, because an iterator costs several times as much before the engine has seen enough of it.
  let at = 0
  while (at < whole) state = mix(state, words[at++] ?? 0)
  for (const byte of bytes.subarray(whole * 4)) state = mix(state, byte)
  return state >>> 0
}

/** Each step can be undone, so that two states never become one. */
function mix(state: number, value: number): number {
  const product = Math.imul(state ^ value, FACTOR)
  return product ^ (product >>> 15)
}

/** Words must begin at every fourth byte of their memory; where they do not, they are copied. */
function wordsOf({ buffer, byteOffset }: Uint8Array, count: number): Int32Array {
  if (byteOffset % 4 === 0) return new Int32Array(buffer, byteOffset, count)
  return new Int32Array(buffer.slice(byteOffset, byteOffset + count * 4))
}
