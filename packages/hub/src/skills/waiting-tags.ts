/** Tags name published versions: those that a pending one was published with wait with it. */

import type { Sql } from '../database/database.js'

/** Points the tags that a version was published with at it. */
export async function setWaitingTags(sql: Sql, versionId: number): Promise<void> {
  await sql.query(
    `insert into tags (skill_id, tag, version_id)
     select v.skill_id, w.tag, v.id from versions v cross join unnest(v.waiting_tags) as w(tag) where v.id = $1
     on conflict (skill_id, tag) do update set version_id = excluded.version_id`,
    [versionId],
  )
  await sql.query(`update versions set waiting_tags = '{}' where id = $1 and waiting_tags <> '{}'`, [versionId])
}
