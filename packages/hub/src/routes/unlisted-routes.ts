/** What lists leave out and insiders still look for: versions of every state, and skills that were deleted, hidden or never published. */

import { Type } from 'typebox'
import { defineRoute } from '../http/route.js'
import { done } from '../outcome.js'
import { findReadableSkill } from '../skills/find-skill.js'
import { listAllVersions, listUnlisted } from '../skills/list-unlisted.js'
import { nameOf, OwnerQuery, SlugParams } from './schemas.js'
import { UnlistedView, VersionsView } from './views.js'

const MOST = 200

export const allVersionsRoute = defineRoute({
  method: 'GET',
  path: '/api/hub/v1/skills/:slug/versions',
  summary: 'The versions of a skill; members of its owner and moderators see pending and rejected ones too',
  tag: 'skills',
  bucket: 'read',
  params: SlugParams,
  query: Type.Object(OwnerQuery),
  answers: { 200: { description: `The newest ${MOST}, newest first`, schema: VersionsView } },
  handle: async ({ params, query, viewer }, { database }) => {
    const skill = await findReadableSkill(database, viewer, nameOf(params, query))
    if (!skill.ok) return skill
    const rows = await listAllVersions(database, viewer, skill.value, MOST + 1)
    const versions = rows.slice(0, MOST).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
    return done({ json: { versions, hasMore: rows.length > MOST } })
  },
})

export const unlistedRoute = defineRoute({
  method: 'GET',
  path: '/api/hub/v1/unlisted',
  summary: 'Skills of your owners that no list shows; moderators see those of all owners',
  tag: 'skills',
  scope: 'read',
  bucket: 'read',
  answers: { 200: { description: `The last ${MOST} that changed, with the reason`, schema: UnlistedView } },
  handle: async ({ user }, { database }) => {
    const skills = await listUnlisted(database, user, MOST)
    return done({ json: { skills: skills.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })) } })
  },
})
