/** Points a skill at its highest published version, and searches at that version's words. */

import { first, type Sql } from '../database/database.js'
import { indexSkill, removeFromIndex } from '../search/index-skill.js'

const SUMMARY_LENGTH = 300

interface LatestRow {
  readonly id: number
  readonly description: string
}

/** Called after each change of a version's status, in its transaction, with the row of the skill locked. */
export async function chooseLatest(sql: Sql, skillId: number, now: Date): Promise<void> {
  const latest = await first<LatestRow>(
    sql,
    `select id, description from versions where skill_id = $1 and status = 'published'
     order by position desc, id desc limit 1`,
    [skillId],
  )
  if (latest === undefined) {
    await sql.query('update skills set latest_id = null, updated_at = $2 where id = $1', [skillId, now])
    return removeFromIndex(sql, skillId)
  }
  await sql.query('update skills set latest_id = $2, summary = $3, updated_at = $4 where id = $1', [
    skillId,
    latest.id,
    latest.description.slice(0, SUMMARY_LENGTH),
    now,
  ])
  await indexSkill(sql, skillId, latest.id)
}
