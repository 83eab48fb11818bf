/** Bytes as text, where they are text. */

export interface DecodedText {
  readonly text: string
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be'
  /** Whether some bytes were not of the encoding. */
  readonly isDamaged: boolean
}

const SNIFFED = 8192

/** The text of a file; undefined where it is not text. Nothing is left out: a byte order mark is the first character. */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be')
  if (bytes.subarray(0, SNIFFED).includes(0)) return undefined
  const decoded = decode(bytes, 'utf-8')
  if (!decoded.isDamaged) return decoded
  const strange = decoded.text.slice(0, SNIFFED).split('\ufffd').length - 1
  return strange > Math.min(decoded.text.length, SNIFFED) / 10 ? undefined : decoded
}

function decode(bytes: Uint8Array, encoding: DecodedText['encoding']): DecodedText {
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
  return { text, encoding, isDamaged: text.includes('\ufffd') }
}
