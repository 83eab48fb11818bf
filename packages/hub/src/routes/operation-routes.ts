/** For those who run a hub: is it alive, is it ready, how is it doing, what is its API. */

import { Type } from 'typebox'
import { one } from '../database/database.js'
import { findPending } from '../database/migrate.js'
import type { Metrics } from '../http/metrics.js'
import { describeApi } from '../http/openapi.js'
import { type AnyRoute, defineRoute } from '../http/route.js'
import { countJobs } from '../jobs/rescan.js'
import { done, refuse } from '../outcome.js'

const State = Type.Object({ status: Type.String() })

/** Routes that need more than the context. */
export function createOperationRoutes(
  metrics: Metrics,
  version: string,
  listRoutes: () => readonly AnyRoute[],
): readonly AnyRoute[] {
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
      summary: 'Counters in the format of Prometheus',
      tag: 'operations',
      bucket: 'none',
      answers: { 200: { description: 'Text', type: 'text/plain' } },
      handle: async (_, { database }) => {
        const { skills, versions, pending } = await one<{ skills: number; versions: number; pending: number }>(
          database,
          `select (select count(*) from skills where deleted_at is null)::bigint as skills,
             (select count(*) from versions where status = 'published')::bigint as versions,
             (select count(*) from versions where status = 'pending')::bigint as pending`,
        )
        const jobs = await countJobs(database)
        const gauges = {
          skills,
          versions,
          versions_pending: pending,
          jobs_waiting: jobs.waiting ?? 0,
          jobs_failed: jobs.failed ?? 0,
        }
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
