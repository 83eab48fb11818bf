/** Lists for insiders: every version of a skill, and the skills that are in no other list. */

import type { Sql } from '../database/database.js'
import type { Viewer } from '../principals/principal.js'
import type { SkillRow, VersionRow, Visibility } from './skill-row.js'
import { IS_INSIDER, IS_KNOWN_VERSION, viewerValues } from './visibility.js'

export interface VersionEntry extends Pick<VersionRow, 'id' | 'version' | 'status' | 'changelog' | 'createdAt'> {
  readonly withdrawnReason: string | null
}

/** The versions that the viewer knows, newest first. */
export function listAllVersions(
  sql: Sql,
  viewer: Viewer,
  skill: Pick<SkillRow, 'id'>,
  limit: number,
): Promise<readonly VersionEntry[]> {
  return sql.query<VersionEntry>(
    `select v.id, v.version, v.status, v.changelog, v.created_at as "createdAt", v.withdrawn_reason as "withdrawnReason"
     from versions v join skills s on s.id = v.skill_id
     where s.id = $3 and ${IS_KNOWN_VERSION} order by v.position desc, v.id desc limit $4`,
    [...viewerValues(viewer), skill.id, limit],
  )
}

export interface UnlistedSkill {
  readonly owner: string
  readonly slug: string
  readonly visibility: Visibility
  /** Why no list shows it: its own state, or that of its newest version. */
  readonly state: 'deleted' | 'hidden' | 'pending' | 'rejected' | 'withdrawn'
  readonly hiddenReason: string | null
  readonly updatedAt: Date
}

/** The skills that only insiders find, last change first. */
export function listUnlisted(sql: Sql, viewer: Viewer, limit: number): Promise<readonly UnlistedSkill[]> {
  return sql.query<UnlistedSkill>(
    `select o.handle as owner, s.slug, s.visibility, s.hidden_reason as "hiddenReason", s.updated_at as "updatedAt",
       case when s.deleted_at is not null then 'deleted' when s.hidden_at is not null then 'hidden' else
         (select v.status from versions v where v.skill_id = s.id order by v.position desc, v.id desc limit 1) end as state
     from skills s join owners o on o.id = s.owner_id
     where (s.deleted_at is not null or s.hidden_at is not null or s.latest_id is null) and ${IS_INSIDER}
       and exists (select 1 from versions v where v.skill_id = s.id)
     order by s.updated_at desc, s.id desc limit $3`,
    [...viewerValues(viewer), limit],
  )
}
