/** Archives: of a named version, and by digest. */

import { Type } from 'typebox'
import type { ArchiveKind } from '../bundle/archives.js'
import { first } from '../database/database.js'
import type { HubContext } from '../http/hub-context.js'
import { defineRoute } from '../http/route.js'
import { done, type Outcome, refuse } from '../outcome.js'
import type { Viewer } from '../principals/principal.js'
import { VERSION_COLUMNS, type VersionRow, type Visibility } from '../skills/skill-row.js'
import { IS_KNOWN, IS_KNOWN_VERSION, viewerValues } from '../skills/visibility.js'
import { toHex } from './render-skill.js'
import { OwnerQuery, Slug, VersionQuery } from './schemas.js'
import { type FoundVersion, findPublicly, findServed, KINDS, sendArchive, ZIP } from './send-archive.js'

export const downloadRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/download',
  summary: 'Download a version as a zip',
  tag: 'files',
  bucket: 'download',
  query: Type.Object({ slug: Slug, ...OwnerQuery, ...VersionQuery }),
  answers: { 200: ZIP },
  handle: async ({ query, viewer, header }, context) => {
    const { slug, ownerHandle, owner, version: wanted, tag } = query
    const key = JSON.stringify(['download', slug, ownerHandle ?? owner, wanted, tag])
    const found = await findPublicly(context, viewer, key, () => findServed(context, viewer, query))
    if (!found.ok) return found
    context.downloads.count(found.value.skillId)
    return sendArchive(context, 'download', found.value.version, { cache: 'private, max-age=60', header })
  },
})

const COLUMNS: Readonly<Record<ArchiveKind, string>> = {
  archive: 'archive_digest',
  download: 'download_digest',
  plugin: 'plugin_digest',
}

/** `/blobs/a/DIGEST/pdf-1.0.0.zip`: the address changes with the bytes, so that any proxy may keep them forever, unless the hub is closed. */
export const blobRoute = defineRoute({
  method: 'GET',
  path: '/blobs/:kind/:digest/:name',
  summary: 'Download an archive by its digest',
  tag: 'files',
  bucket: 'download',
  params: Type.Object({
    kind: Type.Union([Type.Literal('a'), Type.Literal('d'), Type.Literal('p')]),
    digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    name: Type.String({ maxLength: 300 }),
  }),
  answers: { 200: ZIP },
  handle: async ({ params, viewer, header }, context) => {
    const kind = KINDS[params.kind]
    const found = await findPublicly(context, viewer, JSON.stringify(['blob', kind, params.digest]), () =>
      findByDigest(context, viewer, kind, params.digest),
    )
    if (!found.ok) return found
    const { version, isPublic } = found.value
    context.downloads.count(version.skillId)
    const cache = isPublic ? 'public, max-age=31536000, immutable' : 'private, no-cache'
    return sendArchive(context, kind, version, { cache, header })
  },
})

async function findByDigest(
  { database }: HubContext,
  viewer: Viewer,
  kind: ArchiveKind,
  digest: string,
): Promise<Outcome<FoundVersion>> {
  const row = await first<VersionRow & { visibility: Visibility }>(
    database,
    `select ${VERSION_COLUMNS}, s.visibility from versions v join skills s on s.id = v.skill_id
     where v.${COLUMNS[kind]} = $3 and v.status = 'published' and s.deleted_at is null and s.hidden_at is null
       and ${IS_KNOWN} and ${IS_KNOWN_VERSION} limit 1`,
    [...viewerValues(viewer), Buffer.from(digest, 'hex')],
  )
  if (row === undefined) return refuse('not_found', 'Not found')
  return done({ skillId: row.skillId, version: row, isPublic: row.visibility === 'public' })
}

const Pair = Type.Object({ owner: Type.String({ maxLength: 60 }), slug: Slug })

export const agentSkillIndexRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/agent-skills/:owner/:slug/index.json',
  summary: 'The discovery document of one skill (v0.2)',
  tag: 'discovery',
  bucket: 'read',
  params: Pair,
  answers: { 200: { description: 'An index with one entry', type: 'application/json' } },
  handle: async ({ params, viewer, origin }, context) => {
    const found = await findServed(context, viewer, { slug: params.slug, owner: params.owner })
    if (!found.ok) return found
    const { skill, version } = found.value
    const url = `${origin}/api/v1/agent-skills/${skill.owner}/${skill.slug}/archive?version=${encodeURIComponent(version.version)}`
    const entry = {
      name: skill.slug,
      type: 'archive',
      description: version.description,
      url,
      digest: `sha256:${toHex(version.archiveDigest)}`,
      version: version.version,
    }
    return done({ json: { $schema: DISCOVERY_SCHEMA, skills: [entry] } })
  },
})

export const DISCOVERY_SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'

export const agentSkillArchiveRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/agent-skills/:owner/:slug/archive',
  summary: 'The archive that a discovery document names',
  tag: 'discovery',
  bucket: 'download',
  params: Pair,
  query: Type.Object({ version: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })) }),
  answers: { 200: ZIP },
  handle: async ({ params, query, viewer, header }, context) => {
    if (query.version === undefined) return refuse('conflict', 'Name a version')
    const found = await findServed(context, viewer, { slug: params.slug, owner: params.owner, version: query.version })
    if (!found.ok) return found
    context.downloads.count(found.value.skillId)
    return sendArchive(context, 'archive', found.value.version, { cache: 'private, max-age=60', header })
  },
})
