/** Decodes bytes as text. Text around invalid bytes is still read, as interpreters and models do. */

export interface DecodedText {
  readonly text: string
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be'
  /** The position of the first bytes invalid in the encoding; undefined if there are none. */
  readonly brokenAt: number | undefined
  /** The position of the first NUL byte that is not part of a character; undefined if there is none. */
  readonly zeroAt: number | undefined
  /** Whether readers that honor a UTF-16 mark see something else than readers that do not. */
  readonly isAmbiguous: boolean
}

/**
 * Nothing is dropped: a byte order mark is the first character, a NUL byte stays. Only some readers honor a UTF-16
 * mark, so the text after it is decoded both ways, unless both are the same.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = encodingOf(bytes)
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
  const brokenAt = text.indexOf('\ufffd')
  const zeroAt = text.indexOf('\u0000')
  const places = {
    encoding,
    // A replacement character may also be literal.
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

/** The share of text-like bytes, from 0 to 1; control characters and invalid bytes count against it. */
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

/** The number of bytes of the character at a position; 0 if it is not a text character. */
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
