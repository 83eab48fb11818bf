/** Changes of a skill by its owner. */

import { Type } from 'typebox'
import { defineRoute } from '../http/route.js'
import { done } from '../outcome.js'
import {
  deleteSkill,
  renameSkill,
  setTag,
  setVisibility,
  undeleteSkill,
  withdrawVersion,
} from '../skills/change-skill.js'
import { nameOf, OwnerQuery, Slug, SlugParams } from './schemas.js'

const Done = Type.Object({ ok: Type.Literal(true) })
const DONE = { 200: { description: 'Done', schema: Done } }
const COMMON = { tag: 'publishing', scope: 'publish', bucket: 'write' } as const
const Version = Type.String({ minLength: 1, maxLength: 128 })

export const deleteRoute = defineRoute({
  ...COMMON,
  method: 'DELETE',
  path: '/api/v1/skills/:slug',
  summary: 'Delete a skill; its name stays reserved',
  params: SlugParams,
  query: Type.Object(OwnerQuery),
  answers: DONE,
  handle: async ({ params, query, user }, { database }) => {
    const deleted = await deleteSkill(database, user, nameOf(params, query))
    return deleted.ok ? done({ json: { ok: true } }) : deleted
  },
})

export const undeleteRoute = defineRoute({
  ...COMMON,
  method: 'POST',
  path: '/api/v1/skills/:slug/undelete',
  summary: 'Bring a deleted skill back',
  params: SlugParams,
  query: Type.Object(OwnerQuery),
  answers: DONE,
  handle: async ({ params, query, user }, { database }) => {
    const back = await undeleteSkill(database, user, nameOf(params, query))
    return back.ok ? done({ json: { ok: true } }) : back
  },
})

export const renameRoute = defineRoute({
  ...COMMON,
  method: 'POST',
  path: '/api/v1/skills/:slug/rename',
  summary: 'Rename a skill; the old name leads to it',
  params: SlugParams,
  query: Type.Object(OwnerQuery),
  body: Type.Object({ newSlug: Slug }),
  answers: {
    200: {
      description: 'Renamed',
      schema: Type.Object({ ok: Type.Literal(true), slug: Type.String(), previousSlug: Type.String() }),
    },
  },
  handle: async ({ params, query, body, user }, { database }) => {
    const renamed = await renameSkill(database, user, nameOf(params, query), body.newSlug.toLowerCase())
    return renamed.ok ? done({ json: { ok: true, ...renamed.value } }) : renamed
  },
})

/** POST is for clients that send nothing else. */
export const visibilityRoutes = (['PUT', 'POST'] as const).map((method) =>
  defineRoute({
    ...COMMON,
    method,
    path: '/api/v1/skills/:slug/visibility',
    summary: 'Make a skill public or private',
    params: SlugParams,
    query: Type.Object(OwnerQuery),
    body: Type.Object({ visibility: Type.Union([Type.Literal('public'), Type.Literal('private')]) }),
    answers: DONE,
    handle: async ({ params, query, body, user }, { database }) => {
      const set = await setVisibility(database, user, nameOf(params, query), body.visibility)
      return set.ok ? done({ json: { ok: true } }) : set
    },
  }),
)

const TagParams = Type.Object({ slug: Slug, tag: Type.String({ minLength: 1, maxLength: 64 }) })

export const setTagRoute = defineRoute({
  ...COMMON,
  method: 'PUT',
  path: '/api/v1/skills/:slug/tags/:tag',
  summary: 'Point a tag at a version',
  params: TagParams,
  query: Type.Object(OwnerQuery),
  body: Type.Object({ version: Version }),
  answers: DONE,
  handle: async ({ params, query, body, user }, { database }) => {
    const set = await setTag(database, user, nameOf(params, query), params.tag, body.version)
    return set.ok ? done({ json: { ok: true } }) : set
  },
})

export const removeTagRoute = defineRoute({
  ...COMMON,
  method: 'DELETE',
  path: '/api/v1/skills/:slug/tags/:tag',
  summary: 'Remove a tag',
  params: TagParams,
  query: Type.Object(OwnerQuery),
  answers: DONE,
  handle: async ({ params, query, user }, { database }) => {
    const removed = await setTag(database, user, nameOf(params, query), params.tag, undefined)
    return removed.ok ? done({ json: { ok: true } }) : removed
  },
})

export const withdrawRoute = defineRoute({
  ...COMMON,
  method: 'DELETE',
  path: '/api/v1/skills/:slug/versions/:version',
  summary: 'Withdraw a version; its number is never used again',
  params: Type.Object({ slug: Slug, version: Version }),
  query: Type.Object({ ...OwnerQuery, reason: Type.Optional(Type.String({ maxLength: 500 })) }),
  answers: DONE,
  handle: async ({ params, query, user }, { database }) => {
    const gone = await withdrawVersion(database, user, nameOf(params, query), params.version, query.reason)
    return gone.ok ? done({ json: { ok: true } }) : gone
  },
})
