/** For those who run a hub: is it alive, is it ready, how is it doing, what is its API. */

import { Type } from 'typebox'
import { type Database, one, type Sql } from '../database/database.js'
import { findPending } from '../database/migrate.js'
import type { Metrics } from '../http/metrics.js'
import { describeApi } from '../http/openapi.js'
import { type AnyRoute, defineRoute } from '../http/route.js'
import { countJobs } from '../jobs/rescan.js'
import { done, refuse } from '../outcome.js'
import { may } from '../principals/principal.js'
import { IS_LISTED, viewerValues } from '../skills/visibility.js'

const State = Type.Object({ status: Type.String() })

type Gauges = Readonly<Record<string, number>>

/** What everyone can count in the lists: a number that private skills change would give them away. */
function countPublic(sql: Sql): Promise<Gauges> {
  return one<Gauges>(
    sql,
    `select count(distinct s.id)::bigint as skills, count(*)::bigint as versions
     from skills s join versions v on v.skill_id = s.id and v.status = 'published'
     where s.visibility = 'public' and ${IS_LISTED}`,
    viewerValues(undefined),
  )
}

const COUNT_MILLISECONDS = 10_000

/** Anybody may ask without a limit, so the rows are counted once in a while. */
function createPublicCounter(): (sql: Sql) => Promise<Gauges> {
  let known: { readonly at: number; readonly gauges: Promise<Gauges> } | undefined
  return (sql) => {
    const now = Date.now()
    if (known !== undefined && now - known.at < COUNT_MILLISECONDS) return known.gauges
    const gauges = countPublic(sql)
    known = { at: now, gauges }
    gauges.catch(() => {
      known = undefined
    })
    return gauges
  }
}

async function countAll(database: Database): Promise<Gauges> {
  const counts = await one<Gauges>(
    database,
    `select (select count(*) from skills where deleted_at is null)::bigint as skills,
       (select count(*) from versions where status = 'published')::bigint as versions,
       (select count(*) from versions where status = 'pending')::bigint as versions_pending`,
  )
  const { waiting = 0, failed = 0 } = await countJobs(database)
  return { ...counts, jobs_waiting: waiting, jobs_failed: failed }
}

/** Routes that need more than the context. */
export function createOperationRoutes(
  metrics: Metrics,
  version: string,
  listRoutes: () => readonly AnyRoute[],
): readonly AnyRoute[] {
  const readPublic = createPublicCounter()
  return [
    defineRoute({
      method: 'GET',
      path: '/healthz',
      summary: 'Whether the process answers',
      tag: 'operations',
      bucket: 'none',
      answers: { 200: { description: 'It does', schema: State } },
      handle: async () => done({ json: { status: 'ok' } }),
    }),
    defineRoute({
      method: 'GET',
      path: '/readyz',
      summary: 'Whether the database is there and at the newest schema',
      tag: 'operations',
      bucket: 'none',
      answers: { 200: { description: 'It is', schema: State } },
      handle: async (_, { database }) => {
        const pending = await findPending(database)
        if (pending.length > 0) return refuse('unavailable', `Migrations are missing: ${pending.join(', ')}`)
        return done({ json: { status: 'ready' } })
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/metrics',
      summary: 'Counters in the format of Prometheus; with the scope moderate also of what is not public',
      tag: 'operations',
      bucket: 'none',
      answers: { 200: { description: 'Text', type: 'text/plain' } },
      handle: async ({ viewer }, { database, configuration }) => {
        const gauges = may(viewer, 'moderate')
          ? await countAll(database)
          : configuration.allowsAnonymous
            ? await readPublic(database)
            : {}
        return done({
          text: metrics.print(gauges),
          headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
        })
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/openapi.json',
      summary: 'This document',
      tag: 'operations',
      bucket: 'read',
      answers: { 200: { description: 'OpenAPI 3.1', type: 'application/json' } },
      handle: async ({ origin }) => done({ json: describeApi(listRoutes(), { version, server: origin }) }),
    }),
  ]
}
