/** Packs files, unless the site has them packed already: another library may compress differently, and locks have the old digest. */

import { Buffer } from 'node:buffer'
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../../gate/archive/archive.js'
import { readArchive } from '../../gate/archive/read-archive.js'
import { createGateTools } from '../../system/scan-process/gate-tools.js'
import type { ReleasedFile } from '../skill-release.js'
import { buildZip } from './build-zip.js'

/** Reads a file of the site that is there; undefined if it is not a regular one. */
export type PublishedReader = (path: string) => Uint8Array | undefined

export function packZip(path: string, files: readonly ReleasedFile[], readPublished: PublishedReader): Uint8Array {
  const packed = buildZip(files)
  const published = readPublished(path)
  if (published === undefined || Buffer.compare(published, packed) === 0) return packed
  return contains(published, files) ? published : packed
}

function contains(archive: Uint8Array, files: readonly ReleasedFile[]): boolean {
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  // It has exactly these files or it is not kept, so they are its limits.
  const limits: ArchiveLimits = {
    ...ARCHIVE_LIMITS,
    entries: files.length,
    archiveBytes: Number.POSITIVE_INFINITY,
    totalBytes: bytes,
    entryBytes: bytes,
    ratio: Number.POSITIVE_INFINITY,
  }
  const reading = readArchive(archive, createGateTools(), limits)
  if (!reading.ok || reading.files.length !== files.length) return false
  const wanted = new Map(files.map((file) => [file.path, file]))
  return reading.files.every((file) => {
    const same = wanted.get(file.path)
    return same?.isExecutable === file.isExecutable && Buffer.compare(same.bytes, file.bytes) === 0
  })
}
