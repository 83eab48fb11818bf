/** The files of a version: one by one, as archives, and by digest. */

import { Type } from 'typebox'
import { first } from '../database/database.js'
import { defineRoute, type HubAnswer } from '../http/route.js'
import { done, type Outcome, refuse } from '../outcome.js'
import { readStoredFile, unpackContent } from '../skills/blobs.js'
import { describeWithdrawal, findReadableSkill, findUsableSkill, findVersion } from '../skills/find-skill.js'
import { IS_KNOWN_VERSION, viewerValues } from '../skills/visibility.js'
import { toHex } from './render-skill.js'
import { nameOf, OwnerQuery, Slug, SlugParams, VersionQuery } from './schemas.js'

const MOST_PREVIEW = 200 * 1024

export const fileRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/skills/:slug/file',
  summary: 'Download one file of a version',
  tag: 'files',
  bucket: 'read',
  params: SlugParams,
  query: Type.Object({
    ...OwnerQuery,
    ...VersionQuery,
    path: Type.String({ minLength: 1, maxLength: 500 }),
    preview: Type.Optional(Type.Boolean()),
  }),
  answers: { 200: { description: 'The bytes of the file', type: 'application/octet-stream' } },
  handle: async ({ params, query, viewer, header }, { database }) => {
    // Insiders read what was deleted or hidden, to decide about it; the archive stays closed to all.
    const find = query.preview === true ? findReadableSkill : findUsableSkill
    const skill = await find(database, viewer, nameOf(params, query))
    if (!skill.ok) return skill
    const version = await findVersion(database, viewer, skill.value, query)
    if (!version.ok) return version
    if (version.value.status === 'withdrawn') return refuse('gone', describeWithdrawal(version.value))
    const file = await readStoredFile(database, version.value.id, query.path)
    if (file === undefined) return refuse('not_found', 'File not found')
    const sha256 = toHex(file.sha256)
    const etag = `"${sha256}"`
    const headers = { etag, 'x-content-sha256': sha256, 'x-content-size': String(file.size) }
    if (header('if-none-match') === etag) return done({ status: 304, headers })
    const bytes = unpackContent(file)
    if (query.preview === true) return preview(bytes, headers)
    const name = encodeURIComponent(file.path.split('/').at(-1) ?? 'file')
    return done({
      bytes: new Uint8Array(bytes),
      headers: {
        ...headers,
        // Whatever the file is, a browser must not run it as part of this site.
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${name}`,
      },
    })
  },
})

function preview(bytes: Uint8Array, headers: Readonly<Record<string, string>>): Outcome<HubAnswer> {
  if (bytes.length > MOST_PREVIEW) return refuse('too_large', 'File is too large to preview')
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return done({ text, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } })
  } catch {
    return refuse('unsupported', 'File is not UTF-8 text')
  }
}

export const resolveRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/resolve',
  summary: 'Find the version whose files have a fingerprint',
  tag: 'files',
  bucket: 'read',
  query: Type.Object({ slug: Slug, ...OwnerQuery, hash: Type.String({ pattern: '^[0-9a-fA-F]{64}$' }) }),
  answers: {
    200: {
      description: 'The matching and the latest version',
      schema: Type.Object({
        slug: Type.String(),
        match: Type.Union([Type.Object({ version: Type.String() }), Type.Null()]),
        latestVersion: Type.Union([Type.Object({ version: Type.String() }), Type.Null()]),
      }),
    },
  },
  handle: async ({ query, viewer }, { database }) => {
    const skill = await findUsableSkill(database, viewer, nameOf(query, query))
    if (!skill.ok) return skill
    const match = await first<{ version: string }>(
      database,
      `select v.version from fingerprints f join versions v on v.id = f.version_id join skills s on s.id = v.skill_id
       where f.skill_id = $3 and f.fingerprint = $4 and ${IS_KNOWN_VERSION} order by v.position desc limit 1`,
      [...viewerValues(viewer), skill.value.id, Buffer.from(query.hash, 'hex')],
    )
    const latest = await first<{ version: string }>(database, 'select version from versions where id = $1', [
      skill.value.latestId,
    ])
    return done({ json: { slug: skill.value.slug, match: match ?? null, latestVersion: latest ?? null } })
  },
})

export const installRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/skills/:slug/install',
  summary: 'Say where a skill is installed from',
  tag: 'files',
  bucket: 'read',
  params: SlugParams,
  query: Type.Object({ ...OwnerQuery, forceInstall: Type.Optional(Type.Boolean()) }),
  answers: {
    200: {
      description: 'The archive to install',
      schema: Type.Object({
        ok: Type.Literal(true),
        slug: Type.String(),
        installKind: Type.Literal('archive'),
        archive: Type.Object({ version: Type.String(), downloadUrl: Type.String() }),
      }),
    },
  },
  handle: async ({ params, query, viewer, origin }, { database }) => {
    const { slug } = params
    const skill = await findUsableSkill(database, viewer, { slug, owner: query.ownerHandle ?? query.owner })
    if (!skill.ok) return skill
    const latest = await findVersion(database, viewer, skill.value, {})
    if (!latest.ok) {
      const message = 'No version is available'
      return refuse('conflict', message, { ok: false, slug, reason: 'archive_version_missing', message, status: 409 })
    }
    const words = new URLSearchParams({
      slug: skill.value.slug,
      ownerHandle: skill.value.owner,
      version: latest.value.version,
    })
    const downloadUrl = `${origin}/api/v1/download?${words}`
    const archive = { version: latest.value.version, downloadUrl }
    return done({ json: { ok: true, slug: skill.value.slug, installKind: 'archive', archive } })
  },
})
