/** Reads a tar: regular files and directories only, each once, with long names in both dialects. */

import type { BundleFile } from '../bundle.js'
import {
  type ArchiveLimits,
  type ArchiveLink,
  checkCollisions,
  checkedPath,
  checkTarget,
  createTally,
  decodeName,
  refuse,
  type Tally,
} from './archive.js'
import { BLOCK, isZeroBlock, readTarHeader, type TarHeader } from './tar-header.js'
import { type PaxRecords, readPaxRecords } from './tar-pax.js'
import type { UnpackedArchive } from './zip.js'

interface Reading {
  readonly bytes: Uint8Array
  readonly limits: ArchiveLimits
  readonly tally: Tally
  readonly files: BundleFile[]
  readonly links: ArchiveLink[]
  /** What the previous header said about the next entry. */
  pending: PaxRecords | undefined
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
const EXTENSIONS = new Set(['x', 'g', 'L', 'K'])

function takeEntry(reading: Reading, header: TarHeader, data: Uint8Array): void {
  const { type } = header
  if (EXTENSIONS.has(type)) {
    reading.tally.addEntry(header.path)
    takeExtension(reading, header, data)
    return
  }
  const { path, target } = settleEntry(reading, header)
  reading.tally.addEntry(path)
  if (type === '0') takeFile(reading, path, header, data)
  else if (type === '5') takeFolder(path, header)
  else if (type === '1' || type === '2') takeLink(reading, path, target, type === '1')
  else if (DEVICES.has(type)) refuse('device', 'the entry is a device or a pipe', path)
  else refuse('unsupported', `entries of type '${type}' are not supported`, path)
}

const LONGEST_EXTENSION = 64 * 1024

function takeExtension(reading: Reading, header: TarHeader, data: Uint8Array): void {
  if (data.length > LONGEST_EXTENSION) refuse('entry_too_large', 'a header is too long', header.path)
  if (header.type === 'K' && reading.limits.links === 'refuse') refuse('link', 'the entry is a link', header.path)
  if (header.type === 'L' || header.type === 'K') {
    rememberLong(reading, header.type === 'L' ? 'path' : 'target', decodeName(data).replace(/\0+$/, ''))
    return
  }
  const records = readPaxRecords(data, header.path)
  if (header.type === 'x') remember(reading, records)
  else if (Object.keys(records).length > 0) {
    refuse('unsupported', 'one name, size or target applies to all entries', header.path)
  }
}

/** An entry may have a long name and a long target, each once. */
function rememberLong(reading: Reading, key: 'path' | 'target', text: string): void {
  const other = reading.pending
  const isPair = other !== undefined && other.size === undefined && other[key] === undefined
  if (isPair) reading.pending = { ...other, [key]: text }
  else remember(reading, { [key]: text })
}

function remember(reading: Reading, said: PaxRecords): void {
  // Readers disagree about which of two such headers wins.
  if (reading.pending !== undefined) refuse('header_mismatch', 'an entry has two headers', said.path)
  reading.pending = said
}

function settleEntry(reading: Reading, header: TarHeader): { readonly path: string; readonly target: string } {
  const said = reading.pending
  reading.pending = undefined
  const raw = said?.path ?? header.path
  if (said?.size !== undefined && said.size !== header.size) {
    refuse('header_mismatch', 'the two headers disagree about the size', raw)
  }
  return { path: raw, target: said?.target ?? header.target }
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

/** The target of a hard link is a path from the top of the archive, that of a symbolic link one from its directory. */
function takeLink(reading: Reading, raw: string, target: string, isHard: boolean): void {
  if (reading.limits.links === 'refuse') refuse('link', 'the entry is a link', raw)
  const path = checkedPath(withoutDot(raw))
  const written = checkTarget(target, raw)
  reading.links.push({ path, target: isHard ? relativeTo(path, checkedPath(withoutDot(written))) : written })
}

/** The way from the directory of a file to another file, both from the top of the archive. */
function relativeTo(path: string, target: string): string {
  const [from, to] = [path.split('/').slice(0, -1), target.split('/')]
  const differing = from.findIndex((segment, at) => segment !== to[at])
  const common = differing < 0 ? from.length : differing
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/')
}

/** `tar -c .` writes `./` before every name. */
function withoutDot(path: string): string {
  return path.startsWith('./') ? path.slice(2) : path
}
