/** What clients ask before they know the hub: where its API is, and indexes of all public skills in the formats that they read. */

import { Type } from 'typebox'
import { describePlugin } from '../bundle/archives.js'
import type { Sql } from '../database/database.js'
import { type AnyRoute, defineRoute } from '../http/route.js'
import { done, refuse } from '../outcome.js'
import { readStoredFile, unpackContent } from '../skills/blobs.js'
import { VERSION_COLUMNS, type VersionRow } from '../skills/skill-row.js'
import { IS_LISTED, viewerValues } from '../skills/visibility.js'
import { DISCOVERY_SCHEMA } from './archive-routes.js'
import { toHex } from './render-skill.js'
import { blobPath } from './send-archive.js'

/** The indexes list at most so many skills: larger hubs are searched. */
const MOST_LISTED = 10_000
const MOMENT = 'public, max-age=60'
const JSON_TYPE = 'application/json'

interface ListedVersion extends VersionRow {
  readonly owner: string
}

/** The latest versions of all public skills, one for each name: of several owners, the oldest skill keeps it. */
function listPublic(sql: Sql): Promise<readonly ListedVersion[]> {
  return sql.query<ListedVersion>(
    `select distinct on (s.slug) ${VERSION_COLUMNS}, o.handle as owner
     from skills s join owners o on o.id = s.owner_id join versions v on v.id = s.latest_id
     where s.visibility = 'public' and ${IS_LISTED} order by s.slug, s.id limit ${MOST_LISTED}`,
    [...viewerValues(undefined)],
  )
}

const clawhubRoutes = ['clawhub.json', 'clawdhub.json'].map((name) =>
  defineRoute({
    method: 'GET',
    path: `/.well-known/${name}`,
    summary: 'Where the API is',
    tag: 'discovery',
    bucket: 'read',
    answers: {
      200: {
        description: 'The base of the API',
        schema: Type.Object({ apiBase: Type.String(), authBase: Type.String(), registry: Type.String() }),
      },
    },
    handle: async ({ origin }) => done({ json: { apiBase: origin, authBase: origin, registry: origin } }),
  }),
)

const indexRoute = defineRoute({
  method: 'GET',
  path: '/.well-known/agent-skills/index.json',
  summary: 'All public skills with the digests of their archives (v0.2)',
  tag: 'discovery',
  bucket: 'read',
  answers: { 200: { description: 'The index', type: JSON_TYPE } },
  handle: async ({ origin }, { database }) => {
    const skills = (await listPublic(database)).map((row) => ({
      name: row.slug,
      type: 'archive',
      description: row.description,
      url: `${origin}${blobPath('a', row)}`,
      digest: `sha256:${toHex(row.archiveDigest)}`,
      version: row.version,
    }))
    return done({ json: { $schema: DISCOVERY_SCHEMA, skills }, headers: { 'cache-control': MOMENT } })
  },
})

/** The older format allows printable ASCII alone, without characters that mean something in an address. */
const LISTABLE = /^(?!.*\.\.)[!"$-.0->@-Z^-~/]+$/

const fileListRoute = defineRoute({
  method: 'GET',
  path: '/.well-known/skills/index.json',
  summary: 'All public skills with their files (v0.1)',
  tag: 'discovery',
  bucket: 'read',
  answers: { 200: { description: 'The index', type: JSON_TYPE } },
  handle: async (_, { database }) => {
    const rows = await listPublic(database)
    const files = await database.query<{ version_id: number; path: string }>(
      `select version_id, path from version_files where part = 'skill' and version_id = any($1::bigint[])
       order by version_id, (path <> 'SKILL.md'), path collate "C"`,
      [rows.map(({ id }) => id)],
    )
    const byVersion = new Map<number, string[]>()
    for (const { version_id: id, path } of files) byVersion.set(id, [...(byVersion.get(id) ?? []), path])
    const skills = rows.flatMap((row) => {
      const own = byVersion.get(row.id) ?? []
      if (!own.every((path) => LISTABLE.test(path))) return []
      return [{ name: row.slug, description: row.description, version: row.version, files: own }]
    })
    return done({ json: { skills }, headers: { 'cache-control': MOMENT } })
  },
})

const listedFileRoute = defineRoute({
  method: 'GET',
  path: '/.well-known/skills/:name/:path{.+}',
  summary: 'One file of the latest version (v0.1)',
  tag: 'discovery',
  bucket: 'download',
  params: Type.Object({ name: Type.String({ maxLength: 200 }), path: Type.String({ minLength: 1, maxLength: 500 }) }),
  answers: { 200: { description: 'The bytes of the file', type: 'application/octet-stream' } },
  handle: async ({ params }, { database }) => {
    const [version] = await database.query<{ id: number; skill: number }>(
      `select v.id, s.id as skill from skills s join versions v on v.id = s.latest_id
       where s.visibility = 'public' and ${IS_LISTED}
         and s.id in (select n.id from skills n where n.slug = $3 union all select a.skill_id from aliases a where a.slug = $3)
       order by (s.slug = $3) desc, s.id limit 1`,
      [...viewerValues(undefined), params.name.toLowerCase()],
    )
    const file = version && (await readStoredFile(database, version.id, params.path))
    if (file === undefined || file.path !== params.path) return refuse('not_found', 'Not found')
    const type = file.path.endsWith('.md') ? 'text/markdown; charset=utf-8' : 'application/octet-stream'
    const headers = { 'content-type': type, 'content-disposition': 'attachment', 'cache-control': MOMENT }
    return done({ bytes: new Uint8Array(unpackContent(file)), headers })
  },
})

const marketplaceRoute = defineRoute({
  method: 'GET',
  path: '/marketplace.json',
  summary: 'All public skills as plugins of a marketplace',
  tag: 'discovery',
  bucket: 'read',
  answers: { 200: { description: 'The catalog', type: JSON_TYPE } },
  handle: async ({ origin }, { database, configuration }) => {
    const { name } = configuration
    const plugins = (await listPublic(database)).map((row) => ({
      ...describePlugin(row),
      source: { source: 'archive', url: `${origin}${blobPath('p', row)}`, sha256: toHex(row.pluginDigest) },
      strict: false,
    }))
    return done({ json: { name, owner: { name }, plugins }, headers: { 'cache-control': MOMENT } })
  },
})

export const DISCOVERY_ROUTES: readonly AnyRoute[] = [
  ...clawhubRoutes,
  indexRoute,
  fileListRoute,
  listedFileRoute,
  marketplaceRoute,
]
