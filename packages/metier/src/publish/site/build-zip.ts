/** Zips that depend on nothing but their content: sorted entries, no times, no owners. */

import { Buffer } from 'node:buffer'
import type { ReleasedFile } from '../skill-release.js'

/** January 1, 1980, the first moment that the format knows. */
const DATE = 0x0021
const VERSION = 20
/** Names are UTF-8. */
const FLAGS = 0x0800
const MADE_ON_UNIX = (3 << 8) | VERSION
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22

/** The content of a file as it is in a zip. */
export interface PackedContent {
  /** Deflated, or as it is if that is not smaller. */
  readonly data: Uint8Array
  readonly isDeflated: boolean
  readonly size: number
  /** CRC-32. */
  readonly checksum: number
}

/** A file whose content is packed already. */
export interface PackedFile extends PackedContent {
  readonly path: string
  readonly isExecutable: boolean
}

interface PackedEntry {
  readonly name: Buffer
  readonly data: Uint8Array
  readonly method: 0 | 8
  readonly size: number
  readonly checksum: number
  readonly mode: number
}

export function buildZip(files: readonly ReleasedFile[]): Uint8Array {
  return assembleZip(files.map(({ path, bytes, isExecutable }) => ({ path, isExecutable, ...packContent(bytes) })))
}

/**
 * Packs the content of a file for a zip. Another version of the library may compress differently.
 *
 * @example
 * import { packContent } from 'metier/gate'
 *
 * console.log(packContent(new TextEncoder().encode('text')).size)
 */
export function packContent(bytes: Uint8Array): PackedContent {
  const zlib = process.getBuiltinModule('node:zlib')
  const packed = zlib.deflateRawSync(bytes, { level: 9 })
  const isDeflated = packed.length < bytes.length
  return { data: isDeflated ? packed : bytes, isDeflated, size: bytes.length, checksum: zlib.crc32(bytes) }
}

/**
 * A zip of packed files, in their order. The same files give the same bytes, with every version of every library.
 *
 * @example
 * import { assembleZip, packContent } from 'metier/gate'
 *
 * const content = packContent(new TextEncoder().encode('text'))
 * console.log(assembleZip([{ path: 'a.txt', isExecutable: false, ...content }]).length)
 */
export function assembleZip(files: readonly PackedFile[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const directory: Buffer[] = []
  let position = 0
  for (const entry of files.map(toEntry)) {
    directory.push(describeCentral(entry, position), entry.name)
    const local = [describeLocal(entry), entry.name, entry.data]
    parts.push(...local)
    position += local.reduce((sum, { length }) => sum + length, 0)
  }
  const list = Buffer.concat(directory)
  return Buffer.concat([...parts, list, describeEnd(files.length, list.length, position)])
}

function toEntry({ path, data, isDeflated, size, checksum, isExecutable }: PackedFile): PackedEntry {
  const mode = isExecutable ? 0o100_755 : 0o100_644
  return { name: Buffer.from(path), data, method: isDeflated ? 8 : 0, size, checksum, mode }
}

function describeLocal(entry: PackedEntry): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES)
  header.writeUInt32LE(0x0403_4b50, 0)
  writeCommon(header, 4, entry)
  return header
}

function describeCentral(entry: PackedEntry, position: number): Buffer {
  const header = Buffer.alloc(CENTRAL_BYTES)
  header.writeUInt32LE(0x0201_4b50, 0)
  header.writeUInt16LE(MADE_ON_UNIX, 4)
  writeCommon(header, 6, entry)
  header.writeUInt32LE(entry.mode * 0x1_0000, 38)
  header.writeUInt32LE(position, 42)
  return header
}

/** The fields that both headers have, from the version that is needed to the length of the name. */
function writeCommon(header: Buffer, at: number, { name, data, method, size, checksum }: PackedEntry): void {
  header.writeUInt16LE(VERSION, at)
  header.writeUInt16LE(FLAGS, at + 2)
  header.writeUInt16LE(method, at + 4)
  header.writeUInt16LE(DATE, at + 8)
  header.writeUInt32LE(checksum, at + 10)
  header.writeUInt32LE(data.length, at + 14)
  header.writeUInt32LE(size, at + 18)
  header.writeUInt16LE(name.length, at + 22)
}

function describeEnd(count: number, length: number, position: number): Buffer {
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(position, 16)
  return end
}
