/** Bytes as text. Whatever bytes are mixed in, the text around them is read: interpreters and models do the same. */

export interface DecodedText {
  readonly text: string
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be'
  /** Where the first bytes stand that are not of the encoding; undefined if there are none. */
  readonly brokenAt: number | undefined
  /** Where the first zero byte stands that is no part of a character; undefined if there is none. */
  readonly zeroAt: number | undefined
  /** Whether those who believe a mark of UTF-16 read something else than those who do not. */
  readonly isAmbiguous: boolean
}

/**
 * Nothing is left out: a byte order mark is the first character, a zero byte stays one. A mark of UTF-16 is believed by
 * some readers only, so what stands behind it is given as both sides read it, unless they read the same.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = encodingOf(bytes)
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
  const brokenAt = text.indexOf('\ufffd')
  const zeroAt = text.indexOf('\u0000')
  const places = {
    encoding,
    // A replacement character may also be written out.
    brokenAt: brokenAt >= 0 && isDamaged(bytes, encoding) ? brokenAt : undefined,
    zeroAt: zeroAt < 0 ? undefined : zeroAt,
  }
  if (encoding === 'utf-8') return { ...places, text, isAmbiguous: false }
  const narrow = new TextDecoder().decode(bytes.subarray(2))
  const isAmbiguous = narrow.replaceAll('\u0000', '') !== text.slice(1)
  return { ...places, text: isAmbiguous ? `${text}\n${narrow}` : text, isAmbiguous }
}

function encodingOf([first, second]: Uint8Array): DecodedText['encoding'] {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

function isDamaged(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return false
  } catch {
    return true
  }
}

/** The share of bytes that a text may have, from 0 to 1; control characters and bytes of no character count against it. */
export function shareOfText(bytes: Uint8Array): number {
  if (bytes.length === 0 || encodingOf(bytes) !== 'utf-8') return 1
  let strange = 0
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOfCharacter(bytes, at)
    if (length === 0) strange++
    at += Math.max(1, length)
  }
  return 1 - strange / bytes.length
}

/** How many bytes the character at a place has; 0 if there is none that a text has. */
function lengthOfCharacter(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return isControl(first) ? 0 : 1
  if (first < 0xc2 || first > 0xf4) return 0
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  const rest = bytes.subarray(at + 1, at + length)
  return rest.length === length - 1 && rest.every((byte) => (byte & 0xc0) === 0x80) ? length : 0
}

function isControl(byte: number): boolean {
  return byte < 0x20 ? !BLANKS.has(byte) : byte === 0x7f
}

/** Tab, line feed, form feed, carriage return, escape. */
const BLANKS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b])
