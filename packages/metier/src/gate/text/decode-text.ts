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

/** The share of characters that a text may have, from 0 to 1; control characters and bytes of no character count against it. */
export function shareOfText({ text }: DecodedText): number {
  if (text.length === 0) return 1
  const strange = text.match(STRANGE)?.length ?? 0
  return 1 - strange / text.length
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is counted
const STRANGE = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f-\u009f\ufffd]/g
