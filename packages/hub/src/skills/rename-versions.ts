/** Writes the new name of a skill into what archives add to its versions. The files of the skill itself never change. */

import { composeAddedFiles } from '../bundle/archives.js'
import type { Sql } from '../database/database.js'
import { readStoredFiles } from './blobs.js'
import { describeArchives, insertFiles, insertFingerprints, placeFiles } from './version-files.js'

interface RenamedVersion {
  readonly id: number
  readonly owner: string
  readonly version: string
  readonly description: string
  readonly publishedAt: Date
}

/** In the transaction of the renaming. Clients refuse a download whose metadata names another skill. */
export async function renameVersions(sql: Sql, skillId: number, slug: string): Promise<void> {
  const versions = await sql.query<RenamedVersion>(
    `select v.id, o.handle as owner, v.version, v.description, v.created_at as "publishedAt"
     from versions v join skills s on s.id = v.skill_id join owners o on o.id = s.owner_id
     where s.id = $1 order by v.id`,
    [skillId],
  )
  // One after the other, so that only one is in memory.
  for (const version of versions) await renameVersion(sql, skillId, slug, version)
}

async function renameVersion(sql: Sql, skillId: number, slug: string, facts: RenamedVersion): Promise<void> {
  const { id } = facts
  const kept = await sql.query<{ path: string; sha256: string }>(
    `select path, encode(sha256, 'hex') as sha256 from version_files where version_id = $1 and part = 'skill'`,
    [id],
  )
  const digests = new Map(kept.map(({ path, sha256 }) => [path, sha256]))
  const own = (await readStoredFiles(sql, id, ['skill'])).map((file) => {
    return { ...file, sha256: digests.get(file.path) ?? '' }
  })
  const added = await placeFiles(sql, [], composeAddedFiles({ ...facts, slug }))
  const placed = [...own, ...added]
  const [, download, plugin] = describeArchives(slug, placed)
  if (download === undefined || plugin === undefined) throw new Error(`Version ${id} has no archives`)
  await sql.query(`delete from version_files where version_id = $1 and part <> 'skill'`, [id])
  await insertFiles(sql, id, added)
  // Clients that have the former download keep its fingerprint.
  await insertFingerprints(sql, skillId, id, placed)
  await sql.query(
    `update versions set slug = $2, download_digest = $3, download_size = $4, plugin_digest = $5, plugin_size = $6
     where id = $1`,
    [id, slug, download.digest, download.bytes.length, plugin.digest, plugin.bytes.length],
  )
}
