/** Reads an ar archive: Debian packages and static libraries. */

import type { BundleFile } from '../bundle.js'
import { hasBytesAt, toByteText } from '../facts/byte-search.js'
import { type ArchiveLimits, createTally, refuse } from './archive.js'
import type { UnpackedArchive } from './zip.js'

const MAGIC = 8
const HEADER = 60

/** Its members in order; throws an ArchiveRefusal at the first problem. */
export function readAr(bytes: Uint8Array, limits: ArchiveLimits): UnpackedArchive {
  const tally = createTally(limits)
  const files: BundleFile[] = []
  for (let at = MAGIC; at < bytes.length; ) {
    const name = toByteText(bytes.subarray(at, at + 16))
      .trim()
      .replace(/\/$/, '')
    if (!hasBytesAt(bytes, at + 58, '`\n')) refuse('header_mismatch', 'an archive header is malformed', name)
    const size = Number(toByteText(bytes.subarray(at + 48, at + 58)).trim() || 'none')
    const end = at + HEADER + size
    if (!Number.isInteger(size) || size < 0 || end > bytes.length) refuse('truncated', 'the entry is truncated', name)
    tally.addEntry(name)
    tally.addBytes(name, size, size)
    // Members of a library may share a name, or have one that is not a path: their position distinguishes them.
    const isPath = /^\w[\w.+-]{0,15}$/.test(name) && !files.some(({ path }) => path === name)
    const path = isPath ? name : `member-${files.length + 1}`
    files.push({ path, bytes: bytes.subarray(at + HEADER, end), isExecutable: false })
    at = end + (size % 2)
  }
  return { files, links: [] }
}
