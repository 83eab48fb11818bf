/** Opens files inside a skill that contain other files, detected by their bytes; says why if it cannot. */

import type { BundleFile, GateTools, PackedFormat } from '../bundle.js'
import type { ScannedFile } from '../evidence.js'
import { kindOfType } from '../facts/file-type.js'
import { findPayload, findZip, type PlacedZip } from './appended.js'
import { ARCHIVE_LIMITS, type ArchiveLimits, type ArchiveResult } from './archive.js'
import { readArArchive, readArchive, readGzip, readPlacedZip } from './read-archive.js'

export interface ContainerContents {
  /** Named relative to the container; empty if it could not be opened. */
  readonly members: readonly BundleFile[]
  /** Problems with the container. */
  readonly oddities: readonly { readonly kind: string; readonly detail: string }[]
  readonly isOpen: boolean
}

/** How much may still be unpacked. */
export interface Room {
  readonly mayOpen: boolean
  readonly bytes: number
}

/** The contents of a file; undefined if it contains no other files. */
export function openContainer(file: ScannedFile, tools: GateTools, room: Room): ContainerContents | undefined {
  const zip = findZip(file.bytes)
  const payload = zip === undefined && kindOfType(file.type) !== 'opened' ? findPayload(file.bytes) : undefined
  const isContainer = zip !== undefined || payload !== undefined || kindOfType(file.type) === 'opened'
  if (!isContainer) return file.type === 'unknown' ? openPacked(file, tools, room) : undefined
  if (!room.mayOpen) return closed('nested-archive', file.path)
  if (payload !== undefined) return splitScript(file, payload)
  const limits = { ...ARCHIVE_LIMITS, totalBytes: Math.min(room.bytes, ARCHIVE_LIMITS.totalBytes) }
  if (zip !== undefined && !isTarOrGzip(file)) return openZip(file, zip, tools, limits)
  return toOpening(readWhole(file, tools, limits))
}

/** A tar whose last file is a stored zip is still a tar. */
function isTarOrGzip({ type }: ScannedFile): boolean {
  return type === 'tar' || type === 'gzip' || type === 'ar'
}

function readWhole(file: ScannedFile, tools: GateTools, limits: ArchiveLimits): ArchiveResult {
  if (file.type === 'gzip') return readGzip(file.bytes, unpackedName(file.path), tools, limits)
  return file.type === 'ar' ? readArArchive(file.bytes, limits) : readArchive(file.bytes, tools, limits)
}

function openZip(file: ScannedFile, zip: PlacedZip, tools: GateTools, limits: ArchiveLimits): ContainerContents {
  if (zip.isLarge) return closed('unread-archive', 'unsupported: zip64')
  const { start, end, lead } = zip
  const opening = toOpening(readPlacedZip(file.bytes.subarray(start, end), lead, tools, limits))
  const front = start + lead
  const behind = file.bytes.subarray(end).some((byte) => byte !== 0 && byte !== 0x0a && byte !== 0x0d)
  const oddities = [...opening.oddities]
  if (front > 0 && !isLauncher(file.bytes.subarray(0, front)))
    oddities.push({
      kind: 'polyglot',
      detail: `${front} bytes of other data (${file.type}) precede a zip archive`,
    })
  if (behind)
    oddities.push({ kind: 'polyglot', detail: `${file.bytes.length - end} bytes follow the end of a zip archive` })
  const members = [...frontOf(file, front), ...opening.members]
  return { ...opening, oddities, members }
}

/** Python runs an archive after one launcher line. */
function isLauncher(front: Uint8Array): boolean {
  return front.length < 200 && front[0] === 0x23 && front[1] === 0x21 && front.indexOf(0x0a) === front.length - 1
}

/** Data before an archive is scanned separately, unless it is what the file was recognized as. */
function frontOf(file: ScannedFile, length: number): readonly BundleFile[] {
  if (length === 0 || file.text !== undefined || (file.type !== 'unknown' && file.type !== 'zip')) return []
  return [{ path: '(front)', bytes: file.bytes.subarray(0, length), isExecutable: file.isExecutable }]
}

function splitScript(file: ScannedFile, payload: number): ContainerContents {
  const packed = { path: '(payload)', bytes: file.bytes.subarray(payload), isExecutable: false }
  const detail = `${packed.bytes.length} bytes of other data follow the text of a script`
  return {
    members: [...frontOf({ ...file, type: 'unknown' }, payload), packed],
    oddities: [{ kind: 'polyglot', detail }],
    isOpen: true,
  }
}

const MOST_PACKED = 1024 * 1024

/** Compressed data without a reliable signature: try it, and treat what does not unpack as something else. */
function openPacked(file: ScannedFile, tools: GateTools, room: Room): ContainerContents | undefined {
  if (!room.mayOpen) return undefined
  const most = Math.min(
    room.bytes,
    ARCHIVE_LIMITS.entryBytes,
    Math.max(MOST_PACKED, file.bytes.length * ARCHIVE_LIMITS.ratio),
  )
  // Brotli has no signature, and every attempt allocates its window: try it only if the name says so.
  const isBrotli = /\.br$/i.test(file.path)
  const format: PackedFormat | undefined = isZlib(file.bytes) ? 'zlib' : isBrotli ? 'brotli' : undefined
  const bytes = format && tools.inflate(file.bytes, format, most)
  if (bytes === undefined || bytes.length === 0) return undefined
  return { members: [{ path: unpackedName(file.path), bytes, isExecutable: false }], oddities: [], isOpen: true }
}

function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0x78 && (first * 256 + second) % 31 === 0
}

/** `notes.txt.gz` contains `notes.txt`. */
function unpackedName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('!')) + 1)
  const unpacked = name.replace(/\.svgz$/i, '.svg').replace(/\.(?:gz|gzip|z|br|zlib|zz)$/i, '')
  return unpacked === '' ? 'content' : unpacked
}

function toOpening(reading: ArchiveResult): ContainerContents {
  if (reading.ok) return { members: reading.files, oddities: [], isOpen: true }
  const { code, message } = reading.problem
  return closed(oddityOf(code), `${code}: ${message}`)
}

function closed(kind: string, detail: string): ContainerContents {
  return { members: [], oddities: [{ kind, detail }], isOpen: false }
}

function oddityOf(code: string): string {
  if (code === 'encrypted') return 'encrypted-archive'
  if (/^(?:device|reserved_name)$/.test(code)) return 'device-archive'
  return /^(?:traversal|absolute|drive|backslash|link)$/.test(code) ? 'escaping-archive' : 'unread-archive'
}
