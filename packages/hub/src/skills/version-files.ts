/** The files of a new version: signed, packed, kept by digest, and put together to archives. */

import { createHash } from 'node:crypto'
import {
  COUNTERSIGNATURE_FILE,
  countersignSkill,
  type ExaminedBundle,
  type PublishableFile,
  SIGNATURE_FILE,
  signSkill,
} from 'metier/gate'
import { type AddedFile, buildArchive, type FilePart, type StoredFile } from '../bundle/archives.js'
import { contentTypeOf } from '../bundle/content-type.js'
import { fingerprintFiles } from '../bundle/fingerprint.js'
import type { Sql } from '../database/database.js'
import { storeBlobs } from './blobs.js'

/** The hub signs every version: next to its author's signature, if there is one. */
export function withSignature(
  slug: string,
  { files, isSigned }: Pick<ExaminedBundle, 'files' | 'isSigned'>,
  privateKey: string,
): readonly PublishableFile[] {
  const sign = isSigned ? countersignSkill : signSkill
  const bytes = new TextEncoder().encode(sign(slug, files, privateKey))
  return [...files, { path: signatureOf(isSigned), bytes, sha256: sha256Of(bytes), isExecutable: false }]
}

/** The file that the hub adds to a version. */
export function signatureOf(isSignedByAuthor: boolean): string {
  return isSignedByAuthor ? COUNTERSIGNATURE_FILE : SIGNATURE_FILE
}

export interface PlacedFile extends StoredFile {
  readonly sha256: string
}

/** Keeps the contents of all files, and says how each is packed. */
export async function placeFiles(
  sql: Sql,
  files: readonly PublishableFile[],
  added: readonly AddedFile[],
): Promise<readonly PlacedFile[]> {
  const own = files.map((file) => ({ ...file, part: 'skill' as FilePart }))
  const extra = added.map(({ part, path, text }) => {
    const bytes = new TextEncoder().encode(text)
    return { part, path, bytes, sha256: sha256Of(bytes), isExecutable: false }
  })
  const all = [...own, ...extra]
  const stored = await storeBlobs(sql, new Map(all.map(({ sha256, bytes }) => [sha256, bytes])))
  return all.flatMap(({ part, path, sha256, isExecutable }) => {
    const packed = stored.get(sha256)
    return packed === undefined ? [] : [{ ...packed, part, path, sha256, isExecutable }]
  })
}

/** The archive, the download and the plugin. */
export function describeArchives(slug: string, placed: readonly PlacedFile[]) {
  return (['archive', 'download', 'plugin'] as const).map((kind) => buildArchive(kind, slug, placed))
}

export async function insertFiles(sql: Sql, versionId: number, placed: readonly PlacedFile[]): Promise<void> {
  await sql.query(
    `insert into version_files (version_id, part, path, sha256, size, content_type, is_executable)
     select $1, part, path, decode(sha256, 'hex'), size, content_type, is_executable
     from jsonb_to_recordset($2::jsonb) as f(part text, path text, sha256 text, size integer, content_type text, is_executable boolean)`,
    [
      versionId,
      JSON.stringify(
        placed.map(({ part, path, sha256, size, isExecutable }) => ({
          part,
          path,
          sha256,
          size,
          content_type: contentTypeOf(path),
          is_executable: isExecutable,
        })),
      ),
    ],
  )
}

/** Of the files as their author has them, as they are served, and as a ClawHub client has them after an install. */
export async function insertFingerprints(
  sql: Sql,
  skillId: number,
  versionId: number,
  placed: readonly PlacedFile[],
): Promise<void> {
  const served = placed.filter(({ part }) => part === 'skill')
  const sets = [
    served.filter(({ path }) => path !== SIGNATURE_FILE && path !== COUNTERSIGNATURE_FILE),
    served.filter(({ path }) => path !== COUNTERSIGNATURE_FILE),
    served,
    placed.filter(({ part }) => part !== 'plugin'),
  ]
  for (const files of sets) {
    await sql.query(
      'insert into fingerprints (skill_id, fingerprint, version_id) values ($1, $2, $3) on conflict do nothing',
      [skillId, fingerprintFiles(files), versionId],
    )
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
