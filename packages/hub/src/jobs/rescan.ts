/** Scans kept versions again when the rules change. A verdict may become worse; only a moderator makes it better. */

import { examineSkill, RULE_SET } from 'metier/gate'
import { announceChange } from '../changes.js'
import { type Database, first, one } from '../database/database.js'
import { appendLog } from '../log/audit-log.js'
import { readStoredFiles, unpackContent } from '../skills/blobs.js'
import { chooseLatest } from '../skills/choose-latest.js'
import { insertScan } from '../skills/scans.js'
import { signatureOf } from '../skills/version-files.js'
import type { Job } from './queue.js'

export const RESCAN = 'rescan'

/** Queues every version whose newest scan is by other rules. Gives how many were queued. */
export async function enqueueRescans(database: Database, actor: string): Promise<number> {
  return database.transaction(async (sql) => {
    // Several processes may start at once: the second one finds what the first one queued.
    await sql.query('select number from log_head for update')
    const queued = await sql.query(
      `insert into jobs (kind, payload)
       select '${RESCAN}', jsonb_build_object('versionId', v.id, 'ruleSet', $1::text) from versions v
       where v.status in ('published', 'pending')
         and not exists (select 1 from scans c where c.version_id = v.id and c.rule_set = $1)
         and not exists (select 1 from jobs j where j.kind = '${RESCAN}' and j.state in ('waiting', 'running')
           and j.payload = jsonb_build_object('versionId', v.id, 'ruleSet', $1::text))
       returning id`,
      [RULE_SET],
    )
    if (queued.length > 0) {
      const details = { versions: queued.length, ruleSet: RULE_SET }
      await appendLog(sql, { actor, action: 'rescan.start', subject: 'all versions', details })
    }
    return queued.length
  })
}

export async function rescanVersion(database: Database, { payload }: Job): Promise<void> {
  const versionId = Number(payload.versionId)
  const version = await first<{ slug: string; skill_id: number; status: string; subject: string; signed: boolean }>(
    database,
    `select v.slug, v.skill_id, v.status, v.is_signed_by_author as signed,
       '@' || o.handle || '/' || s.slug || '@' || v.version as subject
     from versions v join skills s on s.id = v.skill_id join owners o on o.id = s.owner_id where v.id = $1`,
    [versionId],
  )
  if (version === undefined) return
  const files = (await readStoredFiles(database, versionId, ['skill']))
    // The hub's own signature was not part of what was published.
    .filter(({ path }) => path !== signatureOf(version.signed))
    .map(({ path, isExecutable, ...packed }) => ({ path, isExecutable, bytes: unpackContent(packed) }))
  const examined = await examineSkill(files, { name: version.slug })
  if (!examined.ok) throw new Error(examined.failure.message)
  const { verdict, ruleSet } = examined.value
  await database.transaction(async (sql) => {
    await sql.query('select id from skills where id = $1 for update', [version.skill_id])
    await insertScan(sql, versionId, examined.value)
    const [held] = await sql.query(
      `update versions v set status = 'pending' where v.id = $1 and v.status = 'published' and $2 <> 'pass'
         and not exists (select 1 from decisions d where d.version_id = v.id and d.decision = 'approve' and $2 = 'warn')
       returning v.id`,
      [versionId, verdict],
    )
    const now = new Date()
    if (held !== undefined) await chooseLatest(sql, version.skill_id, now)
    const details = { verdict, ruleSet, isHeld: held !== undefined }
    await appendLog(sql, { actor: 'system', action: 'version.rescan', subject: version.subject, details }, now)
    if (held !== undefined) await announceChange(sql, version.skill_id)
  })
}

/** The number of jobs in each state. */
export async function countJobs(database: Database): Promise<Readonly<Record<string, number>>> {
  const rows = await database.query<{ state: string; count: number }>(
    'select state, count(*)::bigint as count from jobs group by state',
  )
  return {
    waiting: 0,
    running: 0,
    done: 0,
    failed: 0,
    ...Object.fromEntries(rows.map(({ state, count }) => [state, count])),
  }
}

export interface RescanProgress {
  readonly ruleSet: string
  /** Published and pending versions. */
  readonly versions: number
  /** Those that older rules scanned. */
  readonly outdated: number
  readonly waiting: number
  readonly running: number
  readonly failed: number
}

/** How far the scans by the current rules are. */
export async function measureRescans(database: Database): Promise<RescanProgress> {
  const { versions, outdated } = await one<{ versions: number; outdated: number }>(
    database,
    `select count(*)::bigint as versions, (count(*) filter (where not exists (
       select 1 from scans c where c.version_id = v.id and c.rule_set = $1)))::bigint as outdated
     from versions v where v.status in ('published', 'pending')`,
    [RULE_SET],
  )
  const { waiting = 0, running = 0, failed = 0 } = await countJobs(database)
  return { ruleSet: RULE_SET, versions, outdated, waiting, running, failed }
}
