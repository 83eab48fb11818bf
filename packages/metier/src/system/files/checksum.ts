/** Detects damage, not tampering. Our own, because the runtime's version loads all of zlib and every stream. */

const FACTOR = 0x5bd1_e995

/** A 32-bit number that differs if any single word of the data differs. */
export function checksum(bytes: Uint8Array): number {
  const whole = bytes.length >>> 2
  let state = bytes.length | 0
  const words = wordsOf(bytes, whole)
  // Each step is reversible, so two states never merge. A counting loop in place, because an iterator or a call per
  // word costs several times as much before the engine has warmed up.
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
 * A short name for a text, used to find files again. Not `checksum`: after an index has gone through that, its next
 * call would make the engine compile it, and an exiting process would wait for that.
 */
export function shortNameOf(text: string): string {
  return shortHashOf(text).toString(16)
}

/** A 32-bit number for a text. */
export function shortHashOf(text: string): number {
  let state = text.length
  for (let at = 0; at < text.length; at++) {
    state = Math.imul(state ^ text.charCodeAt(at), FACTOR)
    state ^= state >>> 15
  }
  return state >>> 0
}

/** Words must start at a multiple of four bytes; unaligned data is copied. */
function wordsOf({ buffer, byteOffset }: Uint8Array, count: number): Int32Array {
  if (byteOffset % 4 === 0) return new Int32Array(buffer, byteOffset, count)
  return new Int32Array(buffer.slice(byteOffset, byteOffset + count * 4))
}
