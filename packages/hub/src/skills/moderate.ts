/** What moderators do: decide about versions that wait, hide skills, and read reports. */

import { announceChange } from '../changes.js'
import { type Database, first, type Sql } from '../database/database.js'
import { appendLog } from '../log/audit-log.js'
import { done, type Outcome, refuse } from '../outcome.js'
import type { Principal } from '../principals/principal.js'
import { chooseLatest } from './choose-latest.js'
import { findSkill, type SkillName } from './find-skill.js'
import type { KeptFinding } from './skill-row.js'

export interface WaitingVersion {
  readonly versionId: number
  readonly owner: string
  readonly slug: string
  readonly version: string
  readonly publisher: string
  readonly createdAt: Date
  readonly verdict: string
  readonly findings: readonly KeptFinding[]
}

/** The versions that wait for a decision, oldest first. */
export function listWaiting(sql: Sql, limit: number): Promise<readonly WaitingVersion[]> {
  return sql.query<WaitingVersion>(
    `select v.id as "versionId", o.handle as owner, s.slug, v.version, u.handle as publisher, v.created_at as "createdAt",
       c.verdict, c.findings
     from versions v join skills s on s.id = v.skill_id join owners o on o.id = s.owner_id join users u on u.id = v.published_by
     join lateral (select verdict, findings from scans where version_id = v.id order by id desc limit 1) c on 1 = 1
     where v.status = 'pending' order by v.created_at, v.id limit $1`,
    [limit],
  )
}

export interface ModeratorDecision {
  readonly decision: 'approve' | 'reject'
  readonly reason: string
}

/** Publishes a version that waits, or rejects it. A published version can be rejected later, and a rejected one approved. */
export function decideVersion(
  database: Database,
  moderator: Principal,
  versionId: number,
  { decision, reason }: ModeratorDecision,
): Promise<Outcome<{ readonly status: 'published' | 'rejected' }>> {
  return database.transaction(async (sql) => {
    const row = await first<{ skill_id: number; status: string; subject: string; scan_id: number | null }>(
      sql,
      `select v.skill_id, v.status, '@' || o.handle || '/' || s.slug || '@' || v.version as subject,
         (select max(id) from scans where version_id = v.id) as scan_id
       from versions v join skills s on s.id = v.skill_id join owners o on o.id = s.owner_id
       where v.id = $1 for update of v, s`,
      [versionId],
    )
    if (row === undefined) return refuse('not_found', 'Version not found')
    if (row.status === 'withdrawn') return refuse('conflict', 'The version was withdrawn')
    const status = decision === 'approve' ? ('published' as const) : ('rejected' as const)
    const now = new Date()
    await sql.query('update versions set status = $2 where id = $1', [versionId, status])
    await sql.query(
      'insert into decisions (version_id, scan_id, decision, reason, decided_by, decided_at) values ($1, $2, $3, $4, $5, $6)',
      [versionId, row.scan_id, decision, reason, moderator.userId, now],
    )
    await chooseLatest(sql, row.skill_id, now)
    const details = { decision, reason }
    await appendLog(sql, { actor: moderator.handle, action: 'version.decide', subject: row.subject, details }, now)
    await announceChange(sql, row.skill_id)
    return done({ status })
  })
}

/** Hides a skill from everybody but its owner and moderators, or shows it again (`undefined`). */
export function hideSkill(
  database: Database,
  moderator: Principal,
  name: SkillName,
  reason: string | undefined,
): Promise<Outcome<undefined>> {
  return database.transaction(async (sql) => {
    const skill = await findSkill(sql, moderator, name)
    if (!skill.ok) return skill
    const { id, owner, slug } = skill.value
    const now = new Date()
    await sql.query('update skills set hidden_at = $2, hidden_reason = $3, updated_at = $4 where id = $1', [
      id,
      reason === undefined ? null : now,
      reason ?? null,
      now,
    ])
    const action = reason === undefined ? 'skill.show' : 'skill.hide'
    const details = { reason: reason ?? null }
    await appendLog(sql, { actor: moderator.handle, action, subject: `@${owner}/${slug}`, details }, now)
    await announceChange(sql, id)
    return done(undefined)
  })
}
