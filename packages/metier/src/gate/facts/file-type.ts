/** Detects a file's type by its bytes, and where an image ends. */

import { BLOCK, hasTarChecksum } from '../archive/tar-header.js'
import { hasBytesAt, indexOfBytes } from './byte-search.js'

/** What can be done with a file of a type. */
export type FileKind =
  /** Read as text. */
  | 'text'
  /** Displayed or played, without running anything. */
  | 'shown'
  /** Contains other files, which are scanned. */
  | 'opened'
  /** Contains other files that cannot be read. */
  | 'sealed'
  /** Executed or loaded. */
  | 'program'
  /** Python objects, which may run code when loaded. */
  | 'pickle'
  /** Text and perhaps programs in an unsupported format. */
  | 'document'
  | 'data'

const KINDS = {
  text: 'text',
  png: 'shown',
  jpeg: 'shown',
  gif: 'shown',
  webp: 'shown',
  image: 'shown',
  font: 'shown',
  media: 'shown',
  zip: 'opened',
  gzip: 'opened',
  tar: 'opened',
  ar: 'opened',
  rar: 'sealed',
  '7z': 'sealed',
  xz: 'sealed',
  lzma: 'sealed',
  bzip2: 'sealed',
  zstd: 'sealed',
  lz4: 'sealed',
  compress: 'sealed',
  cab: 'sealed',
  xar: 'sealed',
  rpm: 'sealed',
  cpio: 'sealed',
  dmg: 'sealed',
  iso9660: 'sealed',
  squashfs: 'sealed',
  'disk image': 'sealed',
  'help archive': 'sealed',
  elf: 'program',
  'mach-o': 'program',
  pe: 'program',
  wasm: 'program',
  pyc: 'program',
  class: 'program',
  dex: 'program',
  'windows shortcut': 'program',
  applescript: 'program',
  'lua bytecode': 'program',
  beam: 'program',
  flash: 'program',
  'llvm bitcode': 'program',
  pickle: 'pickle',
  pdf: 'document',
  office: 'document',
  onenote: 'document',
  sqlite: 'data',
  unknown: 'data',
} as const satisfies Readonly<Record<string, FileKind>>

export type FileType = keyof typeof KINDS

export function kindOfType(type: FileType): FileKind {
  return KINDS[type]
}

/** By their first bytes, in the order they are tried. */
const MAGIC: readonly (readonly [FileType, string])[] = [
  ['png', '\x89PNG'],
  ['jpeg', '\xff\xd8\xff'],
  ['gif', 'GIF8'],
  ['pdf', '%PDF'],
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  ['gzip', '\x1f\x8b'],
  ['ar', '!<arch>\n'],
  ['rar', 'Rar!'],
  ['7z', '7z\xbc\xaf'],
  ['xz', '\xfd7zXZ\0'],
  ['lzma', '\x5d\0\0'],
  ['bzip2', 'BZh'],
  ['zstd', '\x28\xb5\x2f\xfd'],
  ['lz4', '\x04\x22\x4d\x18'],
  ['lz4', '\x02\x21\x4c\x18'],
  ['compress', '\x1f\x9d'],
  ['compress', '\x1f\xa0'],
  ['cab', 'MSCF'],
  ['xar', 'xar!'],
  ['rpm', '\xed\xab\xee\xdb'],
  ['cpio', '07070'],
  ['cpio', '\xc7\x71'],
  ['squashfs', 'hsqs'],
  ['disk image', 'QFI\xfb'],
  ['disk image', 'KDMV'],
  ['disk image', 'conectix'],
  ['disk image', 'vhdxfile'],
  ['disk image', 'MSWIM\0'],
  ['help archive', 'ITSF'],
  ['elf', '\x7fELF'],
  ['mach-o', '\xcf\xfa\xed\xfe'],
  ['mach-o', '\xfe\xed\xfa\xcf'],
  ['mach-o', '\xce\xfa\xed\xfe'],
  ['mach-o', '\xfe\xed\xfa\xce'],
  ['mach-o', '\xca\xfe\xba\xbf'],
  ['mach-o', '\xbe\xba\xfe\xca'],
  ['windows shortcut', 'L\0\0\0\x01\x14\x02\0'],
  ['applescript', 'FasdUAS'],
  ['lua bytecode', '\x1bLua'],
  ['lua bytecode', '\x1bLJ'],
  ['dex', 'dex\n0'],
  ['flash', 'FWS'],
  ['flash', 'CWS'],
  ['flash', 'ZWS'],
  ['llvm bitcode', 'BC\xc0\xde'],
  ['pe', 'MZ'],
  ['wasm', '\0asm'],
  ['office', '\xd0\xcf\x11\xe0'],
  ['onenote', '\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d'],
  ['sqlite', 'SQLite'],
  ['font', '\0\x01\0\0\0'],
  ['font', 'OTTO'],
  ['font', 'wOF'],
  ['font', 'ttcf'],
  ['image', '\0\0\x01\0'],
  ['image', '\0\0\x02\0'],
  ['image', 'II*\0'],
  ['image', 'MM\0*'],
  ['image', '8BPS'],
  ['image', 'icns'],
  ['media', 'ID3'],
  ['media', 'OggS'],
  ['media', 'fLaC'],
  ['media', 'MThd'],
  ['media', '\x1a\x45\xdf\xa3'],
  ['media', '\xff\xfb'],
  ['media', '\xff\xf3'],
  ['media', '\xff\xf2'],
  ['media', '\xff\xf1'],
]

/** The type of a file; clean text gets another type only if no text can start with those bytes. */
export function fileTypeOf(bytes: Uint8Array, isText: boolean): FileType {
  for (const [type, magic] of MAGIC) if (hasBytesAt(bytes, 0, magic) && !(isText && isPlain(magic))) return type
  const type = programTypeOf(bytes)
  if (type !== undefined) return type
  return isText ? 'text' : fileTypeInside(bytes)
}

/** Whether text can start like this. A PDF may be all text and is still a PDF. */
const isPlain = (magic: string) => magic !== '%PDF' && /^[\t\n\r\x20-\x7e]*$/.test(magic)

/** Programs that share their first bytes with something else. */
function programTypeOf(bytes: Uint8Array): FileType | undefined {
  // Java classes and universal macOS programs start alike: then comes a version of 45 or more, or a count.
  if (hasBytesAt(bytes, 0, '\xca\xfe\xba\xbe')) return (bytes[6] ?? 0) * 256 + (bytes[7] ?? 0) < 45 ? 'mach-o' : 'class'
  // Protocols 2 to 5 of Python's pickle: a marker, the number, and an opcode.
  const [mark, protocol = 0] = bytes
  return mark === 0x80 && protocol >= 2 && protocol <= 5 ? 'pickle' : undefined
}

const KOLY = 512
const ISO_VOLUME = 32_769

/** By bytes that are not at the start. */
function fileTypeInside(bytes: Uint8Array): FileType {
  if (hasBytesAt(bytes, 0, 'RIFF')) return hasBytesAt(bytes, 8, 'WEBP') ? 'webp' : 'media'
  if (hasBytesAt(bytes, 0, 'FOR1')) return 'beam'
  if (hasBytesAt(bytes, 0, 'BM') && hasBytesAt(bytes, 6, '\0\0\0\0')) return 'image'
  if (hasBytesAt(bytes, 4, 'ftyp')) return 'media'
  if (hasBytesAt(bytes, 257, 'ustar') || hasTarChecksum(bytes.subarray(0, BLOCK))) return 'tar'
  if (hasBytesAt(bytes, bytes.length - KOLY, 'koly')) return 'dmg'
  if (hasBytesAt(bytes, ISO_VOLUME, 'CD001')) return 'iso9660'
  // A compiled Python file: two version bytes, then a carriage return and a line feed.
  return hasBytesAt(bytes, 2, '\r\n') ? 'pyc' : 'unknown'
}

/** The content of an old Office file or a Windows installer, both of which are tables of named streams. */
export type OfficeContent = 'macro' | 'embedded program' | 'encrypted' | 'installer' | 'document'

const STREAMS: readonly (readonly [OfficeContent, string])[] = [
  ['macro', wide('_VBA_PROJECT')],
  ['embedded program', wide('Ole10Native')],
  ['encrypted', wide('EncryptedPackage')],
  // The class id of an installer package.
  ['installer', '\x84\x10\x0c\0\0\0\0\0\xc0\0\0\0\0\0\0\x46'],
]

export function officeContentOf(bytes: Uint8Array): OfficeContent {
  return STREAMS.find(([, name]) => indexOfBytes(bytes, name, 0) >= 0)?.[0] ?? 'document'
}

/** As UTF-16, little endian. */
function wide(text: string): string {
  return Array.from(text, (letter) => `${letter}\0`).join('')
}

/** Where an image's own data ends; undefined if unknown. */
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
    const isEnd = hasBytesAt(bytes, at + 4, 'IEND')
    at += 12 + length
    if (isEnd) return at
  }
  return undefined
}

function lastOf(bytes: Uint8Array, [first, second]: readonly [number, number]): number | undefined {
  for (let at = bytes.length - 2; at >= 0; at--) if (bytes[at] === first && bytes[at + 1] === second) return at + 2
  return undefined
}
