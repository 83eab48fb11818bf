/** The only archive reader: the bytes that are scanned are the bytes that are installed. */

import type { BundleFile, GateTools } from '../bundle.js'
import { readAr } from './ar.js'
import {
  ARCHIVE_LIMITS,
  type ArchiveLimits,
  ArchiveRefusal,
  type ArchiveResult,
  createTally,
  refuse,
} from './archive.js'
import { readTar } from './tar.js'
import { BLOCK, hasTarChecksum } from './tar-header.js'
import { readZip, type UnpackedArchive } from './zip.js'

export type ArchiveFormat = 'zip' | 'tar' | 'tar.gz'

/** Reads a zip, tar or tar.gz; the format is detected by its bytes, never by name. Never throws. */
export function readArchive(
  bytes: Uint8Array,
  tools: GateTools,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): ArchiveResult {
  return gather(() => {
    if (bytes.length > limits.archiveBytes)
      refuse('too_large', `${bytes.length} bytes; the limit is ${limits.archiveBytes}`)
    return unpack(bytes, tools, limits)
  })
}

/** Reads a zip that follows other data in a file; its first entry is at `lead`. Never throws. */
export function readPlacedZip(bytes: Uint8Array, lead: number, tools: GateTools, limits: ArchiveLimits): ArchiveResult {
  return gather(() => readZip(bytes, tools, limits, lead))
}

/** Reads a gzip: the files of a tar, or one compressed file with this name. Never throws. */
export function readGzip(bytes: Uint8Array, name: string, tools: GateTools, limits: ArchiveLimits): ArchiveResult {
  return gather(() => {
    const content = gunzip(bytes, tools, limits)
    if (hasTarChecksum(content.subarray(0, BLOCK))) return readTar(content, limits)
    createTally(limits).addBytes(name, content.length, bytes.length)
    return { files: [{ path: name, bytes: content, isExecutable: false }], links: [] }
  })
}

/** Reads an ar. Never throws. */
export function readArArchive(bytes: Uint8Array, limits: ArchiveLimits): ArchiveResult {
  return gather(() => readAr(bytes, limits))
}

function gather(read: () => UnpackedArchive): ArchiveResult {
  try {
    const { files, links } = read()
    const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
    return { ok: true, files: sorted, nested: sorted.filter(isArchive).map(({ path }) => path), links }
  } catch (error) {
    if (error instanceof ArchiveRefusal) return { ok: false, problem: error.problem }
    throw error
  }
}

/** The archive format of these bytes; undefined if it is not supported. */
export function archiveFormatOf(bytes: Uint8Array): ArchiveFormat | undefined {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0x50, 0x4b, 0x05, 0x06])) return 'zip'
  if (startsWith(bytes, [0x1f, 0x8b, 0x08])) return 'tar.gz'
  return hasTarChecksum(bytes.subarray(0, BLOCK)) ? 'tar' : undefined
}

function unpack(bytes: Uint8Array, tools: GateTools, limits: ArchiveLimits): UnpackedArchive {
  switch (archiveFormatOf(bytes)) {
    case 'zip':
      return readZip(bytes, tools, limits)
    case 'tar':
      return readTar(bytes, limits)
    case 'tar.gz':
      return readTar(gunzip(bytes, tools, limits), limits)
    default:
      return refuse('unsupported', 'not a zip, tar or tar.gz archive')
  }
}

/** Tar headers and padding need space in addition to the files. */
const BYTES_PER_ENTRY = 2048
const RATIO_FLOOR = 1024 * 1024
const HIGHEST_RATIO = 1040

function gunzip(bytes: Uint8Array, tools: GateTools, limits: ArchiveLimits): Uint8Array {
  const most = limits.totalBytes + limits.entries * BYTES_PER_ENTRY
  const within = Math.min(most, Math.max(bytes.length * limits.ratio, RATIO_FLOOR))
  const content = tools.inflate(bytes, 'gzip', within)
  if (content !== undefined) return content
  if (declaredSize(bytes) > most) return refuse('too_large', `unpacks to more than ${most} bytes`)
  // A bomb declares a small size, or is longer than its size field can express: the larger attempt is bounded too.
  if (within < most && tools.inflate(bytes, 'gzip', most) !== undefined) {
    return refuse('ratio', `unpacks to more than ${limits.ratio} times as many bytes`)
  }
  return refuse('truncated', `the compressed data is corrupt, or unpacks to more than ${most} bytes`)
}

/** The unpacked size in the last four bytes of a gzip. */
function declaredSize(bytes: Uint8Array): number {
  if (bytes.length < 18) return 0
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(bytes.length - 4, true)
  // A value beyond what the format can pack is not a size but part of truncated data.
  return size > bytes.length * HIGHEST_RATIO ? 0 : size
}

/** Container formats by their first bytes. */
const NESTED: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x1f, 0x8b, 0x08],
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07],
  [0x28, 0xb5, 0x2f, 0xfd],
]

function isArchive({ bytes }: BundleFile): boolean {
  return NESTED.some((signature) => startsWith(bytes, signature)) || hasTarChecksum(bytes.subarray(0, BLOCK))
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}
