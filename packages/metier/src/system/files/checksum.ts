/** Tells damage, not malice. By ourselves, because what the runtime has for it brings all of zlib and every stream with it. */

const FACTOR = 0x5bd1_e995

/** A number of 32 bits that differs where one word of the data differs. */
export function checksum(bytes: Uint8Array): number {
  const whole = bytes.length >>> 2
  let state = bytes.length | 0
  const words = wordsOf(bytes, whole)
  // Each step can be undone, so that two states never become one. Counted and in place, because an iterator or a call a
  // word costs several times as much before the engine has seen enough of it.
  for (let at = 0; at < whole; at++) {
    state = Math.imul(state ^ (words[at] as number), FACTOR)
    state ^= state >>> 15
  }
  for (const byte of bytes.subarray(whole * 4)) {
    state = Math.imul(state ^ byte, FACTOR)
    state ^= state >>> 15
  }
  return state >>> 0
}

/**
 * A short name for a text, for files that are found again by it. Not by `checksum`: once that has gone through an index, its next
 * call would make the engine compile it, and a process that ends waits for that.
 */
export function shortNameOf(text: string): string {
  let state = text.length
  for (let at = 0; at < text.length; at++) {
    state = Math.imul(state ^ text.charCodeAt(at), FACTOR)
    state ^= state >>> 15
  }
  return (state >>> 0).toString(16)
}

/** Words must begin at every fourth byte of their memory; where they do not, they are copied. */
function wordsOf({ buffer, byteOffset }: Uint8Array, count: number): Int32Array {
  if (byteOffset % 4 === 0) return new Int32Array(buffer, byteOffset, count)
  return new Int32Array(buffer.slice(byteOffset, byteOffset + count * 4))
}
