/** What an administrator looks at: counts, jobs that failed, whether the log is whole, and the owners with their members. */

import { RULE_SET } from 'metier/gate'
import { Type } from 'typebox'
import { one } from '../database/database.js'
import { defineRoute } from '../http/route.js'
import { countJobs } from '../jobs/rescan.js'
import { verifyLog } from '../log/audit-log.js'
import { done, refuse } from '../outcome.js'
import { may } from '../principals/principal.js'
import { LogCheckView, OwnersView, SummaryView } from './views.js'

const COUNTS = `
  (select count(*) from skills where deleted_at is null)::bigint as skills,
  (select count(*) from skills where deleted_at is null and visibility = 'private')::bigint as "privateSkills",
  (select count(*) from versions where status = 'published')::bigint as versions,
  (select count(*) from versions where status = 'pending')::bigint as pending,
  (select count(*) from users where disabled_at is null)::bigint as users,
  (select count(*) from tokens where revoked_at is null and (expires_at is null or expires_at > now()))::bigint as tokens,
  (select coalesce(sum(downloads), 0) from skills)::bigint as downloads,
  (select coalesce(sum(octet_length(data)), 0) from blobs)::bigint as bytes,
  (select number from log_head)::bigint as "logEntries",
  (select count(*) from versions v where v.status in ('published', 'pending')
     and not exists (select 1 from scans c where c.version_id = v.id and c.rule_set = $1))::bigint as "outdatedScans"`

export const summaryRoute = defineRoute({
  method: 'GET',
  path: '/api/hub/v1/summary',
  summary: 'Counts of everything, and the jobs that failed',
  tag: 'administration',
  scope: 'admin',
  bucket: 'read',
  answers: { 200: { description: 'The state of the hub', schema: SummaryView } },
  handle: async (_, { database }) => {
    const counts = await one<SummaryView['counts']>(database, `select ${COUNTS}`, [RULE_SET])
    const jobs = (await countJobs(database)) as SummaryView['jobs']
    const failures = await database.query<SummaryView['failures'][number]>(
      `select id, kind, attempts, coalesce(error, '') as error from jobs where state = 'failed' order by id desc limit 20`,
    )
    return done({ json: { database: database.kind, ruleSet: RULE_SET, counts, jobs, failures } })
  },
})

export const logCheckRoute = defineRoute({
  method: 'GET',
  path: '/api/hub/v1/log/check',
  summary: 'Compute every hash of the log again',
  tag: 'administration',
  scope: 'admin',
  // It reads the whole log.
  bucket: 'export',
  answers: { 200: { description: 'Whether the chain holds', schema: LogCheckView } },
  handle: async (_, { database }) => {
    const check = await verifyLog(database)
    const view: LogCheckView = check.ok
      ? { isWhole: true, entries: check.entries, problem: null }
      : { isWhole: false, entries: check.number - 1, problem: `Entry ${check.number}: ${check.problem}` }
    return done({ json: view })
  },
})

export const ownersRoute = defineRoute({
  method: 'GET',
  path: '/api/hub/v1/owners',
  summary: 'The owners that you are a member of; administrators list all with `all=1`',
  tag: 'accounts',
  scope: 'read',
  bucket: 'read',
  query: Type.Object({ all: Type.Optional(Type.Boolean()) }),
  answers: { 200: { description: 'Owners with their members', schema: OwnersView } },
  handle: async ({ query, user }, { database }) => {
    const isAll = query.all === true
    if (isAll && !may(user, 'admin')) return refuse('forbidden', 'Only administrators see all owners')
    const owners = await database.query<OwnersView['owners'][number]>(
      `select o.handle, o.display_name as "displayName",
         (select count(*) from skills s where s.owner_id = o.id and s.deleted_at is null)::bigint as skills,
         coalesce((select jsonb_agg(jsonb_build_object('handle', u.handle, 'role', m.role) order by u.handle)
           from members m join users u on u.id = m.user_id where m.owner_id = o.id), '[]'::jsonb) as members
       from owners o where $1 or exists (select 1 from members m where m.owner_id = o.id and m.user_id = $2)
       order by o.handle limit 1000`,
      [isAll, user.userId],
    )
    return done({ json: { owners } })
  },
})
