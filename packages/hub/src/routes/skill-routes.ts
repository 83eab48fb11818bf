/** Reading skills: search, lists, one skill, its versions. */

import { Type } from 'typebox'
import { normaliseHandle } from '../bundle/names.js'
import { defineRoute } from '../http/route.js'
import { done, refuse } from '../outcome.js'
import { isInsider } from '../principals/insiders.js'
import { searchSkills } from '../search/search-skills.js'
import { describeWithdrawal, findSkill, findUsableSkill, findVersion } from '../skills/find-skill.js'
import { listSkills, SORTS, type SortName } from '../skills/list-skills.js'
import { findScan, latestVersions, listFiles, listVersions, tagsOf } from '../skills/list-versions.js'
import { renderItem, renderLatest, renderModeration, renderOwner, renderSecurity, renderSkill } from './render-skill.js'
import {
  File,
  LatestVersion,
  Moderation,
  nameOf,
  Owner,
  OwnerQuery,
  Security,
  Skill,
  SkillItem,
  Slug,
  SlugParams,
} from './schemas.js'

const SORT_NAMES = Object.keys(SORTS) as SortName[]

export const searchRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/search',
  summary: 'Search skills by what they do',
  tag: 'skills',
  bucket: 'read',
  query: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 500 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    mode: Type.Optional(Type.String({ maxLength: 20 })),
    highlightedOnly: Type.Optional(Type.Boolean()),
    nonSuspiciousOnly: Type.Optional(Type.Boolean()),
    nonSuspicious: Type.Optional(Type.Boolean()),
  }),
  answers: {
    200: {
      description: 'The best skills, best first',
      schema: Type.Object({
        results: Type.Array(
          Type.Object({
            score: Type.Number(),
            slug: Type.String(),
            displayName: Type.String(),
            summary: Type.String(),
            version: Type.Union([Type.String(), Type.Null()]),
            downloads: Type.Integer(),
            updatedAt: Type.Integer(),
            ownerHandle: Type.String(),
            owner: Type.Object({ handle: Type.String(), displayName: Type.String(), image: Type.Null() }),
          }),
        ),
      }),
    },
  },
  handle: async ({ query, viewer }, { database }) => {
    const wanted = query.q?.trim() ?? ''
    const limit = query.limit ?? 10
    const found = wanted === '' ? [] : await searchSkills(database, viewer, wanted, limit)
    const rows = query.mode === 'exact' ? found.filter(({ slug }) => slug === wanted.toLowerCase()) : found
    const latest = await latestVersions(database, rows)
    const results = rows.map((row) => {
      const { handle, displayName, image } = renderOwner(row)
      return {
        score: row.score,
        slug: row.slug,
        displayName: row.displayName,
        summary: row.summary,
        version: latest.get(row.id)?.version ?? null,
        downloads: row.downloads,
        updatedAt: row.updatedAt.getTime(),
        ownerHandle: row.owner,
        owner: { handle, displayName, image },
      }
    })
    return done({ json: { results } })
  },
})

export const listRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/skills',
  summary: 'List skills page by page',
  tag: 'skills',
  bucket: 'read',
  query: Type.Object({
    limit: Type.Optional(Type.Integer()),
    cursor: Type.Optional(Type.String({ maxLength: 500 })),
    sort: Type.Optional(Type.Union(SORT_NAMES.map((name) => Type.Literal(name)))),
    prefix: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$', maxLength: 96 })),
    ...OwnerQuery,
  }),
  answers: {
    200: {
      description: 'A page; `nextCursor` is null at the end',
      schema: Type.Object({
        items: Type.Array(SkillItem),
        nextCursor: Type.Union([Type.String(), Type.Null()]),
      }),
    },
  },
  handle: async ({ query, viewer }, { database }) => {
    const owner = query.ownerHandle ?? query.owner
    const page = await listSkills(database, viewer, {
      limit: Math.min(200, Math.max(1, query.limit ?? 25)),
      sort: (query.sort as SortName | undefined) ?? 'updated',
      cursor: query.cursor,
      prefix: query.prefix,
      owner: owner === undefined ? undefined : normaliseHandle(owner),
    })
    if (!page.ok) return page
    const { skills, nextCursor } = page.value
    const [latest, tags] = [await latestVersions(database, skills), await tagsOf(database, skills)]
    const items = skills.map((row) => renderItem(row, latest.get(row.id), tags.get(row.id) ?? {}))
    return done({ json: { items, nextCursor } })
  },
})

export const skillRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/skills/:slug',
  summary: 'Describe one skill',
  tag: 'skills',
  bucket: 'read',
  params: SlugParams,
  query: Type.Object(OwnerQuery),
  answers: {
    200: {
      description: 'The skill',
      schema: Type.Object({
        skill: Skill,
        latestVersion: Type.Union([LatestVersion, Type.Null()]),
        metadata: Type.Null(),
        owner: Owner,
        moderation: Type.Union([Moderation, Type.Null()]),
      }),
    },
  },
  handle: async ({ params, query, viewer }, { database }) => {
    const skill = await findSkill(database, viewer, nameOf(params, query))
    if (!skill.ok) return skill
    if (skill.value.deletedAt !== null) return refuse('not_found', 'Skill not found')
    const latest = (await latestVersions(database, [skill.value])).get(skill.value.id)
    const tags = (await tagsOf(database, [skill.value])).get(skill.value.id) ?? {}
    const scan = latest && (await findScan(database, latest.id))
    const moderation = renderModeration(skill.value, scan, false)
    return done({
      json: {
        skill: renderSkill(skill.value, latest, tags),
        latestVersion: latest === undefined ? null : renderLatest(latest),
        metadata: null,
        owner: renderOwner(skill.value),
        moderation: moderation.verdict === 'clean' ? null : { ...moderation, evidence: [] },
      },
    })
  },
})

export const moderationRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/skills/:slug/moderation',
  summary: 'What the scan and the moderators say about a skill',
  tag: 'verdicts',
  bucket: 'read',
  params: SlugParams,
  query: Type.Object(OwnerQuery),
  answers: { 200: { description: 'The verdict and its evidence', schema: Type.Object({ moderation: Moderation }) } },
  handle: async ({ params, query, viewer }, { database }) => {
    const skill = await findSkill(database, viewer, nameOf(params, query))
    if (!skill.ok) return skill
    const latest = (await latestVersions(database, [skill.value])).get(skill.value.id)
    const insider = await isInsider(database, viewer, skill.value.ownerId)
    const moderation = renderModeration(skill.value, latest && (await findScan(database, latest.id)), insider)
    if (moderation.verdict === 'clean' && !insider) return refuse('not_found', 'No moderation found')
    return done({ json: { moderation } })
  },
})

export const versionsRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/skills/:slug/versions',
  summary: 'List the versions of a skill, newest first',
  tag: 'skills',
  bucket: 'read',
  params: SlugParams,
  query: Type.Object({
    ...OwnerQuery,
    limit: Type.Optional(Type.Integer()),
    cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' })),
  }),
  answers: {
    200: {
      description: 'A page of versions',
      schema: Type.Object({
        items: Type.Array(
          Type.Object({
            version: Type.String(),
            createdAt: Type.Integer(),
            changelog: Type.String(),
            changelogSource: Type.Union([Type.Literal('user'), Type.Null()]),
            status: Type.String(),
          }),
        ),
        nextCursor: Type.Union([Type.String(), Type.Null()]),
      }),
    },
  },
  handle: async ({ params, query, viewer }, { database }) => {
    const skill = await findUsableSkill(database, viewer, nameOf(params, query))
    if (!skill.ok) return skill
    const limit = Math.min(200, Math.max(1, query.limit ?? 25))
    const offset = Number(query.cursor ?? 0)
    const { versions, hasMore } = await listVersions(database, viewer, skill.value, { limit, offset })
    const items = versions.map(({ version, createdAt, changelog, status }) => ({
      version,
      createdAt: createdAt.getTime(),
      changelog,
      changelogSource: changelog === '' ? null : 'user',
      status,
    }))
    return done({ json: { items, nextCursor: hasMore ? String(offset + limit) : null } })
  },
})

export const versionRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/skills/:slug/versions/:version',
  summary: 'Describe one version with the digest of every file',
  tag: 'skills',
  bucket: 'read',
  params: Type.Object({ slug: Slug, version: Type.String({ minLength: 1, maxLength: 128 }) }),
  query: Type.Object(OwnerQuery),
  answers: {
    200: {
      description: 'The version',
      schema: Type.Object({
        skill: Type.Object({
          slug: Type.String(),
          formerSlugs: Type.Array(Type.String()),
          displayName: Type.String(),
          visibility: Type.Union([Type.Literal('public'), Type.Literal('private')]),
        }),
        version: Type.Object({
          version: Type.String(),
          createdAt: Type.Integer(),
          changelog: Type.String(),
          changelogSource: Type.Union([Type.Literal('user'), Type.Null()]),
          license: Type.Union([Type.String(), Type.Null()]),
          status: Type.String(),
          rejectedReason: Type.Union([Type.String(), Type.Null()], { description: 'In the words of a moderator' }),
          files: Type.Array(File),
          security: Security,
        }),
      }),
    },
  },
  handle: async ({ params, query, viewer }, { database }) => {
    const skill = await findUsableSkill(database, viewer, nameOf(params, query))
    if (!skill.ok) return skill
    const found = await findVersion(database, viewer, skill.value, { version: params.version })
    if (!found.ok) return found
    const version = found.value
    if (version.status === 'withdrawn') return refuse('gone', describeWithdrawal(version))
    const files = await listFiles(database, version.id)
    const scan = await findScan(database, version.id)
    const { slug, formerSlugs, displayName, visibility } = skill.value
    return done({
      json: {
        skill: { slug, formerSlugs, displayName, visibility },
        version: {
          ...renderLatest(version),
          changelogSource: version.changelog === '' ? null : 'user',
          status: version.status,
          rejectedReason: version.status === 'rejected' ? (scan?.decisionReason ?? null) : null,
          files: files.map(({ path, size, sha256, contentType }) => ({ path, size, sha256, contentType })),
          security: renderSecurity(scan, version),
        },
      },
    })
  },
})
