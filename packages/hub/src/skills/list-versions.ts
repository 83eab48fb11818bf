/** The versions of skills: pages of them, the newest of several skills, their files and scans. */

import type { Sql } from '../database/database.js'
import type { Viewer } from '../principals/principal.js'
import { type ScanRow, type SkillRow, VERSION_COLUMNS, type VersionRow } from './skill-row.js'
import { IS_KNOWN_VERSION, viewerValues } from './visibility.js'

/** Versions of a skill, newest first. */
export async function listVersions(
  sql: Sql,
  viewer: Viewer,
  skill: SkillRow,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly versions: readonly VersionRow[]; readonly hasMore: boolean }> {
  const rows = await sql.query<VersionRow>(
    `select ${VERSION_COLUMNS} from versions v join skills s on s.id = v.skill_id
     where s.id = $3 and v.status <> 'rejected' and ${IS_KNOWN_VERSION}
     order by v.position desc, v.id desc limit $4 offset $5`,
    [...viewerValues(viewer), skill.id, limit + 1, offset],
  )
  return { versions: rows.slice(0, limit), hasMore: rows.length > limit }
}

/** The latest versions of several skills, by skill. */
export async function latestVersions(
  sql: Sql,
  skills: readonly Pick<SkillRow, 'latestId'>[],
): Promise<ReadonlyMap<number, VersionRow>> {
  const ids = skills.flatMap(({ latestId }) => latestId ?? [])
  const rows = await sql.query<VersionRow>(`select ${VERSION_COLUMNS} from versions v where v.id = any($1::bigint[])`, [
    ids,
  ])
  return new Map(rows.map((row) => [row.skillId, row]))
}

/** The tags of several skills, by skill: the version that each names. */
export async function tagsOf(
  sql: Sql,
  skills: readonly Pick<SkillRow, 'id'>[],
): Promise<ReadonlyMap<number, Readonly<Record<string, string>>>> {
  const rows = await sql.query<{ skill_id: number; tag: string; version: string }>(
    `select t.skill_id, t.tag, v.version from tags t join versions v on v.id = t.version_id
     where t.skill_id = any($1::bigint[]) and v.status = 'published' order by t.tag`,
    [skills.map(({ id }) => id)],
  )
  const tags = new Map<number, Record<string, string>>()
  for (const { skill_id: id, tag, version } of rows) tags.set(id, { ...tags.get(id), [tag]: version })
  return tags
}

export interface VersionFile {
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly contentType: string
  readonly isExecutable: boolean
}

const FILE_COLUMNS = `path, size, encode(sha256, 'hex') as sha256, content_type as "contentType", is_executable as "isExecutable"`

/** The files of a skill's version, sorted by the bytes of their paths. */
export function listFiles(sql: Sql, versionId: number): Promise<readonly VersionFile[]> {
  return sql.query<VersionFile>(
    `select ${FILE_COLUMNS}
     from version_files where version_id = $1 and part = 'skill' order by path collate "C"`,
    [versionId],
  )
}

/** The files of several versions, by version. */
export async function listFilesOf(
  sql: Sql,
  versionIds: readonly number[],
): Promise<ReadonlyMap<number, readonly VersionFile[]>> {
  const rows = await sql.query<VersionFile & { id: number }>(
    `select version_id as id, ${FILE_COLUMNS} from version_files
     where version_id = any($1::bigint[]) and part = 'skill' order by version_id, path collate "C"`,
    [versionIds],
  )
  const files = new Map<number, VersionFile[]>()
  for (const { id, ...file } of rows) files.set(id, [...(files.get(id) ?? []), file])
  return files
}

/** The newest scan of a version, and the moderator's last decision. */
export async function findScan(sql: Sql, versionId: number): Promise<ScanRow | undefined> {
  const [row] = await sql.query<ScanRow>(
    `select c.rule_set as "ruleSet", c.verdict, c.findings, c.scanned_at as "scannedAt",
       (select d.decision from decisions d where d.version_id = $1 order by d.id desc limit 1) as decision,
       (select d.reason from decisions d where d.version_id = $1 order by d.id desc limit 1) as "decisionReason"
     from scans c where c.version_id = $1 order by c.id desc limit 1`,
    [versionId],
  )
  return row
}
