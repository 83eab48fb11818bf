/** The skills extension of MCP (SEP-2640) over the hub: what the viewer sees, with the digest and size of every file. */

import type { Resource } from '@modelcontextprotocol/server'
import { DIRECTORY_MIME_TYPE, type Skill, type SkillSource, skillEntry } from '@modelcontextprotocol/server/ext/skills'
import type { Sql } from '../database/database.js'
import type { Viewer } from '../principals/principal.js'
import { readMainFiles, readStoredFile, unpackContent } from '../skills/blobs.js'
import { findUsableSkill, findVersion } from '../skills/find-skill.js'
import { listSkills } from '../skills/list-skills.js'
import { latestVersions, listFiles, listFilesOf, type VersionFile } from '../skills/list-versions.js'
import type { SkillRow, VersionRow } from '../skills/skill-row.js'
import { fileUri, readUri } from './skill-uri.js'

const PAGE = 50
const MAIN_FILE = 'SKILL.md'

/** Files are read when they are requested. */
export function createSkillSource(sql: Sql, viewer: Viewer): SkillSource {
  return {
    list: async ({ cursor }) => {
      const page = await listSkills(sql, viewer, { limit: PAGE, sort: 'name', cursor })
      if (!page.ok) return { skills: [] }
      const { skills: rows, nextCursor } = page.value
      return { skills: await describeSkills(sql, rows), ...(nextCursor !== null && { nextCursor }) }
    },
    get: async (uri) => {
      const place = await locate(sql, viewer, uri)
      if (place?.path !== MAIN_FILE) return undefined
      const { version } = place
      const main = (await readMainFiles(sql, [version.id])).get(version.id)
      return describeSkill(place.skill, version, main, await listFiles(sql, version.id))
    },
    read: async (uri) => {
      const place = await locate(sql, viewer, uri)
      return place && readContent(sql, place.version, place.path)
    },
    readDirectory: async (uri, { cursor }) => {
      const place = await locate(sql, viewer, uri)
      return place && listFolder(place, await listFiles(sql, place.version.id), place.path, cursor)
    },
  }
}

interface Located {
  readonly skill: SkillRow
  /** As the address has them. */
  readonly owner: string
  readonly slug: string
  readonly version: VersionRow
  readonly path: string
}

async function locate(sql: Sql, viewer: Viewer, uri: string): Promise<Located | undefined> {
  const parts = readUri(uri)
  if (parts === undefined) return undefined
  const skill = await findUsableSkill(sql, viewer, parts)
  if (!skill.ok) return undefined
  const version = await findVersion(sql, viewer, skill.value, {})
  return version.ok && version.value.status === 'published'
    ? { ...parts, skill: skill.value, version: version.value }
    : undefined
}

/** The newest versions of a page of skills, with as many queries for one skill as for many. */
async function describeSkills(sql: Sql, rows: readonly SkillRow[]): Promise<Skill[]> {
  const latest = await latestVersions(sql, rows)
  const ids = [...latest.values()].map(({ id }) => id)
  const mains = await readMainFiles(sql, ids)
  const files = await listFilesOf(sql, ids)
  const skills: Skill[] = []
  for (const row of rows) {
    const version = latest.get(row.id)
    const skill = version && (await describeSkill(row, version, mains.get(version.id), files.get(version.id) ?? []))
    if (skill !== undefined) skills.push(skill)
  }
  return skills
}

/** Undefined if the extension does not take its frontmatter: such a skill is installed over the API. */
async function describeSkill(
  skill: SkillRow,
  version: VersionRow,
  main: Uint8Array | undefined,
  files: readonly VersionFile[],
): Promise<Skill | undefined> {
  if (main === undefined) return undefined
  try {
    const place = { owner: skill.owner, slug: nameOf(skill, version) }
    const { frontmatter } = await skillEntry(place.slug, { [MAIN_FILE]: decode(main) })
    const resources = files.map(({ path, sha256, size }) => ({
      uri: fileUri(place, path),
      digest: `sha256:${sha256}`,
      size,
    }))
    return { uri: fileUri(place, MAIN_FILE), frontmatter, resources }
  } catch {
    // It is not text, or the SDK throws for frontmatter that its clients would refuse.
    return undefined
  }
}

/** The extension wants the name of its SKILL.md in the address, which a renamed skill has under its former name. */
function nameOf({ slug, formerSlugs }: SkillRow, { frontmatter: { name } }: VersionRow): string {
  return typeof name === 'string' && formerSlugs.includes(name) ? name : slug
}

async function readContent(sql: Sql, version: VersionRow, path: string) {
  const file = path === '' ? undefined : await readStoredFile(sql, version.id, path)
  if (file === undefined || file.path !== path) return undefined
  const bytes = unpackContent(file)
  try {
    const text = decode(bytes)
    return path.endsWith('.md') ? { text, mimeType: 'text/markdown' } : { text }
  } catch {
    return { bytes }
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

function listFolder(
  place: Pick<Located, 'owner' | 'slug'>,
  files: readonly VersionFile[],
  path: string,
  cursor: string | undefined,
) {
  const prefix = path === '' ? '' : `${path}/`
  const below = files.filter((file) => file.path.startsWith(prefix))
  if (below.length === 0) return undefined
  const children = new Map<string, Resource>()
  for (const { path: full, size } of below) {
    const [name = '', ...deeper] = full.slice(prefix.length).split('/')
    const uri = fileUri(place, `${prefix}${name}`)
    children.set(uri, deeper.length === 0 ? { uri, name, size } : { uri, name, mimeType: DIRECTORY_MIME_TYPE })
  }
  const start = /^\d{1,6}$/.test(cursor ?? '') ? Number(cursor) : 0
  const all = [...children.values()]
  const next = start + PAGE
  return { resources: all.slice(start, next), ...(next < all.length && { nextCursor: String(next) }) }
}
