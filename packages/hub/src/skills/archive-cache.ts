/** Archives in memory, by digest: they never change, so that none is ever old. */

import { type ArchiveKind, buildArchive, PARTS_OF } from '../bundle/archives.js'
import type { Sql } from '../database/database.js'
import { readStoredFiles } from './blobs.js'
import type { VersionRow } from './skill-row.js'

export interface ArchiveCache {
  /** Puts an archive of a version together, or takes it from memory. */
  read(
    sql: Sql,
    kind: ArchiveKind,
    version: Pick<VersionRow, 'id' | 'slug'>,
    digest: Uint8Array,
  ): Promise<Uint8Array<ArrayBuffer>>
}

const LARGEST_SHARE = 8

export function createArchiveCache(mostBytes: number): ArchiveCache {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>()
  let size = 0
  const keep = (key: string, bytes: Uint8Array<ArrayBuffer>) => {
    if (bytes.length > mostBytes / LARGEST_SHARE || kept.has(key)) return
    kept.set(key, bytes)
    size += bytes.length
    for (const [oldest, { length }] of kept) {
      if (size <= mostBytes) break
      kept.delete(oldest)
      size -= length
    }
  }
  return {
    read: async (sql, kind, { id, slug }, digest) => {
      const key = Buffer.from(digest).toString('hex')
      const known = kept.get(key)
      if (known !== undefined) {
        // A map keeps its order of insertion: what is used moves to the end.
        kept.delete(key)
        kept.set(key, known)
        return known
      }
      const archive = buildArchive(kind, slug, await readStoredFiles(sql, id, PARTS_OF[kind]))
      if (!archive.digest.equals(digest)) throw new Error(`The archive of version ${id} does not match its digest`)
      keep(key, archive.bytes)
      return archive.bytes
    },
  }
}
