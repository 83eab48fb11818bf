/** The central directory of a zip: the list of entries at its end. */

import { type ArchiveLimits, decodeName, refuse } from './archive.js'

export interface CentralEntry {
  readonly name: string
  readonly nameBytes: Uint8Array
  readonly flags: number
  readonly method: number
  readonly checksum: number
  readonly packedSize: number
  readonly size: number
  /** Unix type and permissions; 0 if the archive has none. */
  readonly mode: number
  /** The offset of its local header. */
  readonly offset: number
}

export interface CentralDirectory {
  readonly entries: readonly CentralEntry[]
  readonly start: number
}

const END_SIGNATURE = 0x06054b50
const END_LENGTH = 22
const ENTRY_SIGNATURE = 0x02014b50
const ENTRY_LENGTH = 46
const LONGEST_COMMENT = 0xffff

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The entries in directory order; refuses split archives, zip64 and anything between the directory and the end. */
export function readCentralDirectory(bytes: Uint8Array, limits: ArchiveLimits): CentralDirectory {
  const view = viewOf(bytes)
  const end = findEnd(bytes, view)
  const count = view.getUint16(end + 10, true)
  const size = view.getUint32(end + 12, true)
  const start = view.getUint32(end + 16, true)
  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) refuse('unsupported', 'zip64 is not supported')
  if (view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 6, true) !== 0) {
    refuse('unsupported', 'the archive is split into several files')
  }
  if (view.getUint16(end + 8, true) !== count) refuse('header_mismatch', 'the entry counts disagree')
  if (count > limits.entries) refuse('too_many_entries', `${count} entries; the limit is ${limits.entries}`)
  if (start + size !== end) refuse('data_between_entries', 'there is data between the directory and the end')
  return { entries: readEntries(bytes, view, start, end, count), start }
}

/** The position of the end record: its comment must reach exactly to the last byte and not contain a second one. */
function findEnd(bytes: Uint8Array, view: DataView): number {
  const last = bytes.length - END_LENGTH
  for (let position = last; position >= Math.max(0, last - LONGEST_COMMENT); position--) {
    if (view.getUint32(position, true) !== END_SIGNATURE) continue
    if (position + END_LENGTH + view.getUint16(position + 20, true) === bytes.length) return position
    // A reader that searches from the end without checking the length would stop here.
    refuse('header_mismatch', 'the archive has more than one end record, or data after it')
  }
  return refuse('truncated', 'the archive has no end record')
}

function readEntries(
  bytes: Uint8Array,
  view: DataView,
  start: number,
  end: number,
  count: number,
): readonly CentralEntry[] {
  const entries: CentralEntry[] = []
  let position = start
  for (let index = 0; index < count; index++) {
    if (position + ENTRY_LENGTH > end) refuse('truncated', 'the directory is shorter than its count')
    if (view.getUint32(position, true) !== ENTRY_SIGNATURE) refuse('header_mismatch', 'an entry has no signature')
    const length =
      ENTRY_LENGTH +
      view.getUint16(position + 28, true) +
      view.getUint16(position + 30, true) +
      view.getUint16(position + 32, true)
    if (position + length > end) refuse('truncated', 'a directory entry is truncated')
    entries.push(readEntry(bytes, view, position))
    position += length
  }
  if (position !== end) refuse('data_between_entries', 'the directory is longer than its count')
  return entries
}

function readEntry(bytes: Uint8Array, view: DataView, position: number): CentralEntry {
  const nameLength = view.getUint16(position + 28, true)
  const nameStart = position + ENTRY_LENGTH
  const nameBytes = bytes.subarray(nameStart, nameStart + nameLength)
  const name = decodeName(nameBytes)
  if (view.getUint16(position + 34, true) !== 0) refuse('unsupported', 'the entry is in another file', name)
  const extraLength = view.getUint16(position + 30, true)
  checkExtra(bytes.subarray(nameStart + nameLength, nameStart + nameLength + extraLength), name)
  const entry = {
    name,
    nameBytes,
    flags: view.getUint16(position + 8, true),
    method: view.getUint16(position + 10, true),
    checksum: view.getUint32(position + 16, true),
    packedSize: view.getUint32(position + 20, true),
    size: view.getUint32(position + 24, true),
    mode: view.getUint16(position + 40, true),
    offset: view.getUint32(position + 42, true),
  }
  if ([entry.packedSize, entry.size, entry.offset].includes(0xffffffff))
    refuse('unsupported', 'zip64 is not supported', name)
  return entry
}

const ZIP64 = 0x0001
const UNICODE_PATH = 0x7075
const STRONG_ENCRYPTION = 0x0017
const AES = 0x9901

/** Extra fields that would change an entry's sizes, its name or how it is read. */
export function checkExtra(extra: Uint8Array, name: string): void {
  const view = viewOf(extra)
  for (let position = 0; position + 4 <= extra.length; ) {
    const kind = view.getUint16(position, true)
    const length = view.getUint16(position + 2, true)
    if (position + 4 + length > extra.length) refuse('header_mismatch', 'an extra field is truncated', name)
    if (kind === ZIP64) refuse('unsupported', 'zip64 is not supported', name)
    if (kind === STRONG_ENCRYPTION || kind === AES) refuse('encrypted', 'the entry is encrypted', name)
    if (kind === UNICODE_PATH && decodeName(extra.subarray(position + 9, position + 4 + length)) !== name) {
      refuse('header_mismatch', 'the entry has two names', name)
    }
    position += 4 + length
  }
}
