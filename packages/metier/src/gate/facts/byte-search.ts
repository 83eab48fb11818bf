/** Finds bytes in bytes; the needle is a string with one character per byte. */

export function hasBytesAt(bytes: Uint8Array, at: number, wanted: string): boolean {
  if (at < 0 || at + wanted.length > bytes.length) return false
  for (let index = 0; index < wanted.length; index++) if (bytes[at + index] !== wanted.charCodeAt(index)) return false
  return true
}

/** The first position; -1 if there is none. */
export function indexOfBytes(bytes: Uint8Array, wanted: string, from: number): number {
  const first = wanted.charCodeAt(0)
  let at = bytes.indexOf(first, from)
  while (at >= 0 && !hasBytesAt(bytes, at, wanted)) at = bytes.indexOf(first, at + 1)
  return at
}

const PIECE = 8192

/** Bytes as a string with one character per byte. */
export function toByteText(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE) pieces.push(String.fromCharCode(...bytes.subarray(at, at + PIECE)))
  return pieces.join('')
}
