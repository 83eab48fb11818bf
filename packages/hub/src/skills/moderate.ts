/** What moderators do: decide about versions that wait, hide skills, and read reports. */

import { announceChange } from '../changes.js'
import { attempt } from '../database/attempt.js'
import { type Database, first, type Sql } from '../database/database.js'
import { appendLog } from '../log/audit-log.js'
import { done, type Outcome, refuse } from '../outcome.js'
import type { Principal } from '../principals/principal.js'
import { chooseLatest } from './choose-latest.js'
import { findSkill, type SkillName } from './find-skill.js'
import type { KeptFinding } from './skill-row.js'
import { setWaitingTags } from './waiting-tags.js'

export interface QueuedVersion {
  readonly versionId: number
  readonly owner: string
  readonly slug: string
  readonly version: string
  readonly publisher: string
  readonly createdAt: Date
  readonly verdict: string
  readonly findings: readonly KeptFinding[]
  readonly ruleSet: string
  /** How often it was scanned: more than once, if new rules brought it here. */
  readonly scans: number
  /** What others install now; null if nothing is published. */
  readonly latest: string | null
  /** Whether approving it makes it the latest version. */
  readonly isNewest: boolean
  readonly decision: { readonly reason: string; readonly by: string; readonly at: string } | null
}

const IN_ORDER = {
  pending: 'v.created_at, v.id',
  rejected: 'v.created_at desc, v.id desc',
} as const

/** The versions that wait for a decision, oldest first, or those that were rejected, newest first. */
export function listQueue(sql: Sql, status: keyof typeof IN_ORDER, limit: number): Promise<readonly QueuedVersion[]> {
  return sql.query<QueuedVersion>(
    `select v.id as "versionId", o.handle as owner, s.slug, v.version, u.handle as publisher, v.created_at as "createdAt",
       c.verdict, c.findings, c.rule_set as "ruleSet",
       (select count(*) from scans where version_id = v.id)::bigint as scans, l.version as latest,
       (l.id is null or v.position > l.position) as "isNewest",
       (select jsonb_build_object('reason', d.reason, 'by', m.handle, 'at', d.decided_at) from decisions d
          join users m on m.id = d.decided_by where d.version_id = v.id order by d.id desc limit 1) as decision
     from versions v join skills s on s.id = v.skill_id join owners o on o.id = s.owner_id join users u on u.id = v.published_by
     left join versions l on l.id = s.latest_id
     join lateral (select verdict, findings, rule_set from scans where version_id = v.id order by id desc limit 1) c on 1 = 1
     where v.status = $2 order by ${IN_ORDER[status]} limit $1`,
    [limit, status],
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
  return attempt(database, async (sql) => {
    // The skill before its version, as its owner's changes hold them.
    await sql.query('select id from skills where id = (select skill_id from versions where id = $1) for update', [
      versionId,
    ])
    const row = await first<{ skill_id: number; status: string; subject: string; scan_id: number | null }>(
      sql,
      `select v.skill_id, v.status, '@' || o.handle || '/' || s.slug || '@' || v.version as subject,
         (select max(id) from scans where version_id = v.id) as scan_id
       from versions v join skills s on s.id = v.skill_id join owners o on o.id = s.owner_id
       where v.id = $1 for update of v`,
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
    if (status === 'published') await setWaitingTags(sql, versionId)
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
  return attempt(database, async (sql) => {
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
