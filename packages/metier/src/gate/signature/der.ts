/** Reads DER, the encoding of certificates: only definite lengths in their shortest form, and only tags of one byte. */

export interface DerElement {
  readonly tag: number
  readonly content: Uint8Array
  /** The offset after it. */
  readonly end: number
}

const MOST_ELEMENTS = 1_000
const LONG_FORM = 0x80
/** A certificate has far fewer bytes than three bytes of length can say. */
const MOST_LENGTH_BYTES = 3

/** The element at an offset; undefined if it is not well formed. */
export function readElement(bytes: Uint8Array, at: number): DerElement | undefined {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined
  const size = first < LONG_FORM ? { length: first, start: at + 2 } : readLongLength(bytes, at + 2, first - LONG_FORM)
  if (size === undefined) return undefined
  const end = size.start + size.length
  return end > bytes.length ? undefined : { tag, content: bytes.subarray(size.start, end), end }
}

/** The elements that a content consists of; undefined if anything else is in it. */
export function readChildren(content: Uint8Array): readonly DerElement[] | undefined {
  const children: DerElement[] = []
  let at = 0
  while (at < content.length) {
    const child = readElement(content, at)
    if (child === undefined || children.length === MOST_ELEMENTS) return undefined
    children.push(child)
    at = child.end
  }
  return children
}

function readLongLength(bytes: Uint8Array, at: number, count: number) {
  if (count === 0 || count > MOST_LENGTH_BYTES) return undefined
  const digits = bytes.subarray(at, at + count)
  const length = digits.reduce((sum, digit) => sum * 256 + digit, 0)
  const isShortest = digits.length === count && digits[0] !== 0 && length >= LONG_FORM
  return isShortest ? { length, start: at + count } : undefined
}
