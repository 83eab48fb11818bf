/** Reads a zip so that no two readers could disagree: every byte belongs to exactly one thing, stated twice alike. */

import type { BundleFile, GateTools } from '../bundle.js'
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
import { crc32 } from './checksum.js'
import { type CentralEntry, readCentralDirectory } from './zip-directory.js'
import { checkLocalHeader } from './zip-local.js'

export interface UnpackedArchive {
  readonly files: readonly BundleFile[]
  readonly links: readonly ArchiveLink[]
}

/** The regular files in a zip whose first entry is at `lead`; throws an ArchiveRefusal at the first problem. */
export function readZip(bytes: Uint8Array, tools: GateTools, limits: ArchiveLimits, lead = 0): UnpackedArchive {
  const directory = readCentralDirectory(bytes, limits)
  const tally = createTally(limits)
  for (const entry of directory.entries) {
    tally.addEntry(entry.name)
    checkEntry(entry)
  }
  const { kept, links } = sortByKind(directory.entries, limits)
  // Before unpacking anything: the headers must already be within the limits.
  const declared = createTally(limits)
  for (const { entry } of [...kept, ...links]) declared.addBytes(entry.name, entry.size, entry.packedSize)
  const starts = locateData(bytes, directory.entries, lead, directory.start)
  checkCollisions(kept.map(({ path }) => path))
  const contentOf = (entry: CentralEntry) => unpack(bytes, entry, starts.get(entry) ?? 0, tools, tally, limits)
  const files = kept.map(({ entry, path }) => ({
    path,
    bytes: contentOf(entry),
    isExecutable: (entry.mode & 0o100) !== 0,
  }))
  // The content of a link is its target.
  const targets = links.map(({ entry, path }) => ({
    path,
    target: checkTarget(decodeName(contentOf(entry)), entry.name),
  }))
  return { files, links: targets }
}

const ENCRYPTED = 0x0001 | 0x0040 | 0x2000
const STORED = 0
const DEFLATED = 8

function checkEntry(entry: CentralEntry): void {
  if ((entry.flags & ENCRYPTED) !== 0) refuse('encrypted', 'the entry is encrypted', entry.name)
  if ((entry.flags & 0x0020) !== 0) refuse('unsupported', 'the entry is a patch', entry.name)
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    refuse('unsupported', `compression method ${entry.method} is not supported`, entry.name)
  }
  if (entry.method === STORED && entry.size !== entry.packedSize) {
    refuse('header_mismatch', 'a stored entry has two different sizes', entry.name)
  }
}

const TYPE = 0o170000
const REGULAR = 0o100000
const FOLDER = 0o040000
const LINK = 0o120000

interface Kept {
  readonly entry: CentralEntry
  readonly path: string
}

function sortByKind(entries: readonly CentralEntry[], limits: ArchiveLimits) {
  const kept: Kept[] = []
  const links: Kept[] = []
  for (const entry of entries) {
    const path = checkedPath(entry.name)
    const type = entry.mode & TYPE
    if (type === LINK && limits.links === 'report') links.push({ entry, path })
    else if (checkType(entry, type) === 'file') kept.push({ entry, path })
  }
  return { kept, links }
}

function checkType(entry: CentralEntry, type: number): 'file' | 'folder' {
  if (type === LINK) refuse('link', 'the entry is a link', entry.name)
  if (type !== 0 && type !== REGULAR && type !== FOLDER) refuse('device', 'the entry is not a regular file', entry.name)
  const isFolder = entry.name.endsWith('/')
  if (isFolder !== (type === FOLDER) && type !== 0) {
    refuse('header_mismatch', 'the name and the attributes disagree about whether it is a directory', entry.name)
  }
  if (isFolder && entry.size !== 0) refuse('header_mismatch', 'a directory has content', entry.name)
  return isFolder ? 'folder' : 'file'
}

/** Where each entry's data starts; the entries must fill the archive up to the directory, without gaps or overlaps. */
function locateData(
  bytes: Uint8Array,
  entries: readonly CentralEntry[],
  start: number,
  end: number,
): ReadonlyMap<CentralEntry, number> {
  const starts = new Map<CentralEntry, number>()
  let position = start
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (entry.offset !== position) {
      refuse('data_between_entries', 'entries overlap or have gaps between them', entry.name)
    }
    const local = checkLocalHeader(bytes, entry, end)
    starts.set(entry, local.start)
    position = local.end
  }
  if (position !== end) refuse('data_between_entries', 'there is data between the entries and their directory')
  return starts
}

function unpack(
  bytes: Uint8Array,
  entry: CentralEntry,
  start: number,
  tools: GateTools,
  tally: Tally,
  limits: ArchiveLimits,
): Uint8Array {
  const packed = bytes.subarray(start, start + entry.packedSize)
  const content = entry.method === STORED ? new Uint8Array(packed) : inflate(packed, entry, tools, limits)
  tally.addBytes(entry.name, content.length, entry.packedSize)
  if (content.length !== entry.size) refuse('header_mismatch', 'the size differs from the declared one', entry.name)
  if (crc32(content) !== entry.checksum) refuse('checksum_mismatch', 'the checksum is wrong', entry.name)
  return content
}

function inflate(packed: Uint8Array, entry: CentralEntry, tools: GateTools, limits: ArchiveLimits): Uint8Array {
  const content = tools.inflate(packed, 'raw', entry.size)
  if (content !== undefined) return content
  // Corrupt, or longer than its header says: the second attempt tells which, and is bounded too.
  const isLonger = tools.inflate(packed, 'raw', limits.entryBytes) !== undefined
  return isLonger
    ? refuse('header_mismatch', `unpacks to more than the declared ${entry.size} bytes`, entry.name)
    : refuse('truncated', 'the compressed data is corrupt, or far longer than declared', entry.name)
}
