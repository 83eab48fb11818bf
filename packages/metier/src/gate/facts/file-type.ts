/** What a file is by its first bytes, and where an image ends. */

export type FileType =
  | 'text'
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'webp'
  | 'pdf'
  | 'zip'
  | 'gzip'
  | 'tar'
  | 'rar'
  | '7z'
  | 'elf'
  | 'mach-o'
  | 'pe'
  | 'wasm'
  | 'pyc'
  | 'class'
  | 'sqlite'
  | 'font'
  | 'media'
  | 'office'
  | 'unknown'

const MAGIC: readonly (readonly [FileType, readonly number[]])[] = [
  ['png', [0x89, 0x50, 0x4e, 0x47]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['gif', [0x47, 0x49, 0x46, 0x38]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['gzip', [0x1f, 0x8b]],
  ['rar', [0x52, 0x61, 0x72, 0x21]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf]],
  ['elf', [0x7f, 0x45, 0x4c, 0x46]],
  ['mach-o', [0xcf, 0xfa, 0xed, 0xfe]],
  ['mach-o', [0xfe, 0xed, 0xfa, 0xcf]],
  ['mach-o', [0xca, 0xfe, 0xba, 0xbe]],
  ['pe', [0x4d, 0x5a]],
  ['wasm', [0x00, 0x61, 0x73, 0x6d]],
  ['office', [0xd0, 0xcf, 0x11, 0xe0]],
  ['font', [0x00, 0x01, 0x00, 0x00]],
  ['font', [0x4f, 0x54, 0x54, 0x4f]],
  ['font', [0x77, 0x4f, 0x46]],
  ['media', [0x49, 0x44, 0x33]],
  ['media', [0x4f, 0x67, 0x67, 0x53]],
  ['media', [0xff, 0xfb]],
  ['sqlite', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65]],
]

/** The type of a file that is no text. */
export function fileTypeOf(bytes: Uint8Array): FileType {
  for (const [type, magic] of MAGIC) if (magic.every((byte, index) => bytes[index] === byte)) return type
  if (ascii(bytes, 0, 4) === 'RIFF') return ascii(bytes, 8, 12) === 'WEBP' ? 'webp' : 'media'
  if (ascii(bytes, 4, 8) === 'ftyp') return 'media'
  if (ascii(bytes, 257, 262) === 'ustar') return 'tar'
  // A compiled Python file: two bytes of version, then a carriage return and a line feed.
  return bytes[2] === 0x0d && bytes[3] === 0x0a ? 'pyc' : 'unknown'
}

/** Where an image's own data ends; undefined where that cannot be told. */
export function endOfImage(bytes: Uint8Array, type: FileType): number | undefined {
  if (type === 'png') return endOfPng(bytes)
  if (type === 'gif') return lastOf(bytes, [0x00, 0x3b])
  return type === 'jpeg' ? lastOf(bytes, [0xff, 0xd9]) : undefined
}

function endOfPng(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 8
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at)
    const name = ascii(bytes, at + 4, at + 8)
    at += 12 + length
    if (name === 'IEND') return at
  }
  return undefined
}

function lastOf(bytes: Uint8Array, [first, second]: readonly [number, number]): number | undefined {
  for (let at = bytes.length - 2; at >= 0; at--) if (bytes[at] === first && bytes[at + 1] === second) return at + 2
  return undefined
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
