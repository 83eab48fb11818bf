/** What moderators do: the queue, hidden skills, scans by new rules. */

import { Type } from 'typebox'
import { defineRoute } from '../http/route.js'
import { countJobs, enqueueRescans, measureRescans } from '../jobs/rescan.js'
import { done } from '../outcome.js'
import { decideVersion, hideSkill, listQueue } from '../skills/moderate.js'
import { nameOf, OwnerQuery, SlugParams } from './schemas.js'
import { RescanView } from './views.js'

const Done = Type.Object({ ok: Type.Literal(true) })
const DONE = { 200: { description: 'Done', schema: Done } }
const MOST = 200

export const queueRoute = defineRoute({
  method: 'GET',
  path: '/api/hub/v1/moderation',
  summary: 'The versions that wait for a moderator, or that were rejected',
  tag: 'moderation',
  scope: 'moderate',
  bucket: 'read',
  query: Type.Object({ status: Type.Optional(Type.Union([Type.Literal('pending'), Type.Literal('rejected')])) }),
  answers: { 200: { description: `Up to ${MOST}, with their findings`, type: 'application/json' } },
  handle: async ({ query }, { database }) =>
    done({ json: { waiting: await listQueue(database, query.status ?? 'pending', MOST) } }),
})

export const decideRoute = defineRoute({
  method: 'POST',
  path: '/api/hub/v1/moderation/:id',
  summary: 'Approve or reject a version',
  tag: 'moderation',
  scope: 'moderate',
  bucket: 'write',
  params: Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) }),
  body: Type.Object({
    decision: Type.Union([Type.Literal('approve'), Type.Literal('reject')]),
    reason: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  answers: { 200: { description: 'Decided', schema: Type.Object({ status: Type.String() }) } },
  handle: async ({ params, body, user }, { database }) => {
    const decision = { decision: body.decision, reason: body.reason ?? '' }
    const decided = await decideVersion(database, user, Number(params.id), decision)
    return decided.ok ? done({ json: decided.value }) : decided
  },
})

export const hideRoute = defineRoute({
  method: 'PUT',
  path: '/api/hub/v1/skills/:slug/hidden',
  summary: 'Hide a skill with a reason, or show it again',
  tag: 'moderation',
  scope: 'moderate',
  bucket: 'write',
  params: SlugParams,
  query: Type.Object(OwnerQuery),
  body: Type.Object({ reason: Type.Union([Type.String({ minLength: 1, maxLength: 1000 }), Type.Null()]) }),
  answers: DONE,
  handle: async ({ params, query, body, user }, { database }) => {
    const hidden = await hideSkill(database, user, nameOf(params, query), body.reason ?? undefined)
    return hidden.ok ? done({ json: { ok: true } }) : hidden
  },
})

export const rescanRoute = defineRoute({
  method: 'POST',
  path: '/api/hub/v1/rescan',
  summary: 'Scan every version that older rules scanned',
  tag: 'moderation',
  scope: 'moderate',
  bucket: 'write',
  answers: { 200: { description: 'How many were queued', schema: Type.Object({ queued: Type.Integer() }) } },
  handle: async ({ user }, { database }) => done({ json: { queued: await enqueueRescans(database, user.handle) } }),
})

export const rescanProgressRoute = defineRoute({
  method: 'GET',
  path: '/api/hub/v1/rescan',
  summary: 'How many versions the current rules scanned, and the scans that wait or failed',
  tag: 'moderation',
  scope: 'moderate',
  bucket: 'read',
  answers: { 200: { description: 'The progress', schema: RescanView } },
  handle: async (_, { database }) => done({ json: await measureRescans(database) }),
})

export const jobsRoute = defineRoute({
  method: 'GET',
  path: '/api/hub/v1/jobs',
  summary: 'How many jobs wait, run, are done and failed',
  tag: 'moderation',
  scope: 'moderate',
  bucket: 'read',
  answers: { 200: { description: 'Counts by state', type: 'application/json' } },
  handle: async (_, { database }) => done({ json: await countJobs(database) }),
})
