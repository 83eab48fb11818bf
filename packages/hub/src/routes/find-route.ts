/** The search that the `skills` command asks: `skills find` with SKILLS_API_URL. */

import { Type } from 'typebox'
import { defineRoute } from '../http/route.js'
import { done } from '../outcome.js'
import { searchSkills } from '../search/search-skills.js'

export const findRoute = defineRoute({
  method: 'GET',
  path: '/api/search',
  summary: 'Search skills for the skills command',
  tag: 'skills',
  bucket: 'read',
  query: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 500 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    owner: Type.Optional(Type.String({ maxLength: 60 })),
  }),
  answers: {
    200: {
      description: 'The best skills, best first',
      schema: Type.Object({
        skills: Type.Array(
          Type.Object({ id: Type.String(), name: Type.String(), installs: Type.Integer(), source: Type.String() }),
        ),
      }),
    },
  },
  handle: async ({ query, viewer, origin }, { database }) => {
    const wanted = query.q?.trim() ?? ''
    const rows = wanted === '' ? [] : await searchSkills(database, viewer, wanted, query.limit ?? 10)
    const owner = query.owner?.toLowerCase()
    const skills = rows
      .filter((row) => owner === undefined || row.owner === owner)
      .map((row) => ({ id: `${row.owner}/${row.slug}`, name: row.slug, installs: row.downloads, source: origin }))
    return done({ json: { skills } })
  },
})
