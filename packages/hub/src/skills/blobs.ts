/** The contents of files, by digest, packed as they are in a zip. */

import { inflateRawSync } from 'node:zlib'
import { type PackedContent, packContent } from 'metier/gate'
import type { FilePart, StoredFile } from '../bundle/archives.js'
import type { Sql } from '../database/database.js'

interface BlobRow {
  readonly sha256: Uint8Array
  readonly size: number
  readonly checksum: number
  readonly is_deflated: boolean
  readonly data: Uint8Array
}

/** Keeps contents that are not there yet. Gives each as it is kept, which another version of zlib may have packed. */
export async function storeBlobs(
  sql: Sql,
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlyMap<string, PackedContent>> {
  const stored = new Map<string, PackedContent>()
  // In one order, so that two writers of the same files never wait for each other in a circle.
  for (const [sha256, bytes] of [...contents].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const packed = packContent(bytes)
    const inserted = await sql.query(
      `insert into blobs (sha256, size, checksum, is_deflated, data) values ($1, $2, $3, $4, $5)
       on conflict (sha256) do nothing returning size`,
      [Buffer.from(sha256, 'hex'), packed.size, packed.checksum, packed.isDeflated, packed.data],
    )
    stored.set(sha256, inserted.length > 0 ? packed : await readBlob(sql, sha256))
  }
  return stored
}

async function readBlob(sql: Sql, sha256: string): Promise<PackedContent> {
  const [row] = await sql.query<BlobRow>('select size, checksum, is_deflated, data from blobs where sha256 = $1', [
    Buffer.from(sha256, 'hex'),
  ])
  if (row === undefined) throw new Error(`The blob ${sha256} is missing`)
  return toPacked(row)
}

function toPacked({ size, checksum, is_deflated: isDeflated, data }: Omit<BlobRow, 'sha256'>): PackedContent {
  return { size, checksum, isDeflated, data }
}

/** The bytes of a file as they were published. */
export function unpackContent({ data, isDeflated, size }: PackedContent): Uint8Array {
  return isDeflated ? inflateRawSync(data, { maxOutputLength: Math.max(1, size) }) : data
}

/** The packed files of some parts of a version. */
export async function readStoredFiles(
  sql: Sql,
  versionId: number,
  parts: readonly FilePart[],
): Promise<readonly StoredFile[]> {
  const rows = await sql.query<BlobRow & { path: string; part: FilePart; is_executable: boolean }>(
    `select f.path, f.part, f.is_executable, b.size, b.checksum, b.is_deflated, b.data
     from version_files f join blobs b on b.sha256 = f.sha256
     where f.version_id = $1 and f.part = any($2::text[])`,
    [versionId, [...parts]],
  )
  return rows.map((row) => ({ ...toPacked(row), path: row.path, part: row.part, isExecutable: row.is_executable }))
}

/** The bytes of the SKILL.md of several versions, by version. */
export async function readMainFiles(sql: Sql, versionIds: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
  const rows = await sql.query<BlobRow & { id: number }>(
    `select f.version_id as id, b.size, b.checksum, b.is_deflated, b.data
     from version_files f join blobs b on b.sha256 = f.sha256
     where f.version_id = any($1::bigint[]) and f.part = 'skill' and f.path = 'SKILL.md'`,
    [versionIds],
  )
  return new Map(rows.map((row) => [row.id, unpackContent(toPacked(row))]))
}

/** One file of a version, by its exact path, or else in any case. */
export async function readStoredFile(
  sql: Sql,
  versionId: number,
  path: string,
): Promise<
  (PackedContent & { readonly path: string; readonly sha256: Uint8Array; readonly contentType: string }) | undefined
> {
  const [row] = await sql.query<BlobRow & { path: string; content_type: string }>(
    `select f.path, f.content_type, b.sha256, b.size, b.checksum, b.is_deflated, b.data
     from version_files f join blobs b on b.sha256 = f.sha256
     where f.version_id = $1 and f.part = 'skill' and lower(f.path) = lower($2)
     order by (f.path = $2) desc, f.path limit 1`,
    [versionId, path],
  )
  return row && { ...toPacked(row), path: row.path, sha256: row.sha256, contentType: row.content_type }
}
