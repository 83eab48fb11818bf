/** Reads a tar: regular files and directories only, each once, with long names in both dialects. */

import type { BundleFile } from '../bundle.js'
import {
  type ArchiveLimits,
  checkCollisions,
  checkedPath,
  createTally,
  decodeName,
  refuse,
  type Tally,
} from './archive.js'
import { BLOCK, isZeroBlock, readTarHeader, type TarHeader } from './tar-header.js'
import { readPaxRecords } from './tar-pax.js'
import type { UnpackedArchive } from './zip.js'

interface Reading {
  readonly bytes: Uint8Array
  readonly limits: ArchiveLimits
  readonly tally: Tally
  readonly files: BundleFile[]
  readonly links: string[]
  /** What the previous header said about the next entry. */
  pending: { path?: string; size?: number } | undefined
}

/** The regular files in a tar; throws an ArchiveRefusal at the first problem. */
export function readTar(bytes: Uint8Array, limits: ArchiveLimits): UnpackedArchive {
  const reading: Reading = { bytes, limits, tally: createTally(limits), files: [], links: [], pending: undefined }
  let position = 0
  while (!isZeroBlock(bytes, position)) {
    const header = readTarHeader(bytes, position)
    const end = position + BLOCK + header.size
    if (end > bytes.length) refuse('truncated', 'the entry is truncated', header.path)
    takeEntry(reading, header, bytes.subarray(position + BLOCK, end))
    position = Math.ceil(end / BLOCK) * BLOCK
  }
  if (reading.pending !== undefined) refuse('truncated', 'a header has no entry')
  checkEnd(bytes, position)
  checkCollisions(reading.files.map(({ path }) => path))
  return { files: reading.files, links: reading.links }
}

/** The last entry is followed by at least two empty blocks, and only empty ones. */
function checkEnd(bytes: Uint8Array, position: number): void {
  if (position + 2 * BLOCK > bytes.length) refuse('truncated', 'the archive has no end marker')
  if (bytes.subarray(position).some((byte) => byte !== 0)) {
    refuse('data_between_entries', 'data follows the end of the archive')
  }
}

const DEVICES = new Set(['3', '4', '6'])

function takeEntry(reading: Reading, header: TarHeader, data: Uint8Array): void {
  const { type } = header
  if (type === 'x' || type === 'g' || type === 'L') {
    reading.tally.addEntry(header.path)
    takeExtension(reading, header, data)
    return
  }
  const path = settlePath(reading, header)
  reading.tally.addEntry(path)
  if (type === '0') takeFile(reading, path, header, data)
  else if (type === '5') takeFolder(path, header)
  else if (type === '1' || type === '2' || type === 'K') takeLink(reading, path)
  else if (DEVICES.has(type)) refuse('device', 'the entry is a device or a pipe', path)
  else refuse('unsupported', `entries of type '${type}' are not supported`, path)
}

const LONGEST_EXTENSION = 64 * 1024

function takeExtension(reading: Reading, header: TarHeader, data: Uint8Array): void {
  if (data.length > LONGEST_EXTENSION) refuse('entry_too_large', 'a header is too long', header.path)
  if (header.type === 'L') {
    remember(reading, { path: decodeName(data).replace(/\0+$/, '') })
    return
  }
  const { path, size } = readPaxRecords(data, header.path)
  if (header.type === 'x') {
    remember(reading, { ...(path !== undefined && { path }), ...(size !== undefined && { size }) })
  } else if (path !== undefined || size !== undefined) {
    refuse('unsupported', 'one name or size applies to all entries', header.path)
  }
}

function remember(reading: Reading, said: { path?: string; size?: number }): void {
  // Readers disagree about which of two such headers wins.
  if (reading.pending !== undefined) refuse('header_mismatch', 'an entry has two headers', said.path)
  reading.pending = said
}

function settlePath(reading: Reading, header: TarHeader): string {
  const said = reading.pending
  reading.pending = undefined
  const raw = said?.path ?? header.path
  if (said?.size !== undefined && said.size !== header.size) {
    refuse('header_mismatch', 'the two headers disagree about the size', raw)
  }
  return raw
}

function takeFile(reading: Reading, raw: string, header: TarHeader, data: Uint8Array): void {
  if (raw.endsWith('/'))
    refuse('header_mismatch', 'the name and the type disagree about whether it is a directory', raw)
  const path = checkedPath(withoutDot(raw))
  // A tar is compressed as a whole, so a single file has no ratio.
  reading.tally.addBytes(path, data.length, data.length)
  reading.files.push({ path, bytes: new Uint8Array(data), isExecutable: (header.mode & 0o100) !== 0 })
}

function takeFolder(raw: string, header: TarHeader): void {
  if (header.size !== 0) refuse('header_mismatch', 'a directory has content', raw)
  const path = withoutDot(raw)
  if (path !== '' && path !== '.') checkedPath(path)
}

function takeLink(reading: Reading, raw: string): void {
  if (reading.limits.links === 'refuse') refuse('link', 'the entry is a link', raw)
  reading.links.push(checkedPath(withoutDot(raw)))
}

/** `tar -c .` writes `./` before every name. */
function withoutDot(path: string): string {
  return path.startsWith('./') ? path.slice(2) : path
}
