/** The local header before an entry's data: it must match the directory. */

import { refuse } from './archive.js'
import { type CentralEntry, checkExtra, viewOf } from './zip-directory.js'

const SIGNATURE = 0x04034b50
const LENGTH = 30
const DESCRIPTOR_SIGNATURE = 0x08074b50
const HAS_DESCRIPTOR = 0x0008

/** Where an entry's data starts, and where everything that belongs to it ends. */
export function checkLocalHeader(
  bytes: Uint8Array,
  entry: CentralEntry,
  directoryStart: number,
): { readonly start: number; readonly end: number } {
  const view = viewOf(bytes)
  const { offset, name } = entry
  if (offset + LENGTH > directoryStart) refuse('truncated', "the entry's header is truncated", name)
  if (view.getUint32(offset, true) !== SIGNATURE) refuse('header_mismatch', 'the entry has no header', name)
  const nameLength = view.getUint16(offset + 26, true)
  const extraLength = view.getUint16(offset + 28, true)
  const start = offset + LENGTH + nameLength + extraLength
  const dataEnd = start + entry.packedSize
  if (dataEnd > directoryStart) refuse('truncated', 'the entry is truncated', name)
  const localName = bytes.subarray(offset + LENGTH, offset + LENGTH + nameLength)
  if (!isEqual(localName, entry.nameBytes)) refuse('header_mismatch', 'the two headers name different files', name)
  checkExtra(bytes.subarray(start - extraLength, start), name)
  checkNumbers(view, entry)
  const hasDescriptor = (entry.flags & HAS_DESCRIPTOR) !== 0
  return { start, end: hasDescriptor ? endOfDescriptor(view, entry, dataEnd, directoryStart) : dataEnd }
}

function checkNumbers(view: DataView, entry: CentralEntry): void {
  const { offset, name } = entry
  if (view.getUint16(offset + 6, true) !== entry.flags)
    refuse('header_mismatch', 'the two headers have different flags', name)
  if (view.getUint16(offset + 8, true) !== entry.method)
    refuse('header_mismatch', 'the two headers have different methods', name)
  const checksum = view.getUint32(offset + 14, true)
  const packedSize = view.getUint32(offset + 18, true)
  const size = view.getUint32(offset + 22, true)
  const isLeftToDescriptor = (entry.flags & HAS_DESCRIPTOR) !== 0 && checksum === 0 && packedSize === 0 && size === 0
  if (isLeftToDescriptor) return
  if (checksum !== entry.checksum || packedSize !== entry.packedSize || size !== entry.size) {
    refuse('header_mismatch', 'the two headers disagree about size or checksum', name)
  }
}

function endOfDescriptor(view: DataView, entry: CentralEntry, dataEnd: number, directoryStart: number): number {
  for (const length of [16, 12]) {
    const end = dataEnd + length
    if (end > directoryStart) continue
    if (length === 16 && view.getUint32(dataEnd, true) !== DESCRIPTOR_SIGNATURE) continue
    const isSame =
      view.getUint32(end - 12, true) === entry.checksum &&
      view.getUint32(end - 8, true) === entry.packedSize &&
      view.getUint32(end - 4, true) === entry.size
    if (isSame) return end
  }
  return refuse('header_mismatch', 'the data descriptor disagrees with the directory', entry.name)
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
