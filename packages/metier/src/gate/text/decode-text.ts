/** Bytes as text. Whatever bytes are mixed in, the text around them is read: interpreters and models do the same. */

export interface DecodedText {
  readonly text: string
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be'
  /** Where the first bytes stand that are not of the encoding; undefined if there are none. */
  readonly brokenAt: number | undefined
}

/** Nothing is left out: a byte order mark is the first character, a zero byte stays one. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = encodingOf(bytes)
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
  const at = text.indexOf('\ufffd')
  // A replacement character may also be written out.
  const isBroken = at >= 0 && isDamaged(bytes, encoding)
  return { text, encoding, brokenAt: isBroken ? at : undefined }
}

/** How many bytes tell the encoding. */
const SNIFFED = 8192

function encodingOf(bytes: Uint8Array): DecodedText['encoding'] {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Without a mark, plain letters in two bytes show as a zero at every second place.
  const zeros = [0, 0]
  const length = Math.min(bytes.length, SNIFFED)
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > length / 5 && even < odd / 8) return 'utf-16le'
  return even > length / 5 && odd < even / 8 ? 'utf-16be' : 'utf-8'
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
