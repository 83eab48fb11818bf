/** The skills extension of MCP (SEP-2640): the skills that a model may use here, with the digest and size of every file. */

import type { Resource } from '@modelcontextprotocol/server'
import type { Skill, SkillSource } from '@modelcontextprotocol/server/ext/skills'
import type { SkillManager } from '../manager/skill-manager.js'
import { directoryOf, type SkillRecord } from '../registry/skill-record.js'
import { LIMITS } from '../skill/limits.js'
import { isConformantName } from '../skill/name.js'
import { readPublishedFile, readPublishedFolder } from '../system/skill-folder.js'
import type { Sdk } from './sdk.js'
import { fileUri, folderUri, MAIN_FILE, readUri } from './skill-uri.js'

type PublishingManager = Pick<SkillManager, 'getAvailableSkills' | 'resolve' | 'readContent'>

export interface SkillSourceOptions {
  readonly skillManager: PublishingManager
  /** What is left out, and why. */
  readonly onLeftOut: (name: string, reason: string) => void
  readonly sdk: Pick<Sdk, 'skillEntry' | 'DIRECTORY_MIME_TYPE'>
}

/** What hosts must accept; beyond it a skill is reached by the tools alone. */
const PUBLISHED = { files: 512, bytes: 16 * 1024 * 1024, depth: LIMITS.walkDepth } as const
const PAGE = 50

/** The registry as the extension asks for it. Everything is read at the moment of the question. */
export function createSkillSource(options: SkillSourceOptions): SkillSource {
  const { skillManager, sdk } = options
  return {
    list: ({ cursor }) => listPage(options, readCursor(cursor)),
    get: async (uri) => {
      const place = locate(skillManager, uri)
      return place?.path === MAIN_FILE ? describeSkill(options, place.record) : undefined
    },
    read: async (uri) => {
      const place = locate(skillManager, uri)
      return place && readFile(place)
    },
    readDirectory: async (uri, { cursor }) => {
      const place = locate(skillManager, uri)
      return place && listFolder(place, readCursor(cursor), sdk.DIRECTORY_MIME_TYPE)
    },
    listResources: async () => publishable(skillManager).map(mainResource),
  }
}

interface Located {
  readonly record: SkillRecord
  /** Relative to the skill's folder; empty for the folder itself. */
  readonly path: string
}

function locate(manager: PublishingManager, uri: string): Located | undefined {
  const parts = readUri(uri)
  if (parts === undefined || !isConformantName(parts.name)) return undefined
  const resolution = manager.resolve(parts.name)
  if (!resolution.ok || resolution.value.name !== parts.name) return undefined
  return { record: resolution.value, path: parts.path }
}

/** The extension knows conformant names only; others are reached by the tools. */
function publishable(manager: PublishingManager) {
  return manager.getAvailableSkills().filter(({ name }) => isConformantName(name))
}

async function listPage(options: SkillSourceOptions, start: number) {
  const offered = publishable(options.skillManager)
  const skills: Skill[] = []
  for (const { name } of offered.slice(start, start + PAGE)) {
    const resolution = options.skillManager.resolve(name)
    const skill = resolution.ok ? await describeSkill(options, resolution.value) : undefined
    if (skill !== undefined) skills.push(skill)
  }
  const next = start + PAGE
  return { skills, ...(next < offered.length && { nextCursor: String(next) }) }
}

async function describeSkill(options: SkillSourceOptions, record: SkillRecord): Promise<Skill | undefined> {
  const { name } = record
  const [content, folder] = await Promise.all([
    options.skillManager.readContent(record),
    readPublishedFolder(directoryOf(record), PUBLISHED),
  ])
  if (!content.ok || !folder.ok) {
    options.onLeftOut(name, content.ok ? (folder.ok ? '' : folder.reason) : content.failure.message)
    return undefined
  }
  const entry = await readEntry(options, name, content.value)
  if (entry === undefined) return undefined
  const resources = folder.files.map(({ path, digest, size }) => ({
    uri: fileUri(name, publicPath(record, path)),
    digest: `sha256:${digest}`,
    size,
  }))
  return { uri: entry.uri, frontmatter: entry.frontmatter, resources }
}

/** Clients compare the frontmatter with the file: it is read here as they read it, by the SDK. */
async function readEntry({ sdk, onLeftOut }: SkillSourceOptions, name: string, text: string) {
  try {
    return await sdk.skillEntry(name, { [MAIN_FILE]: text })
  } catch (error) {
    onLeftOut(name, error instanceof Error ? error.message : String(error))
    return undefined
  }
}

/** A main file may be spelled in another way on disk; the extension knows one spelling. */
function publicPath(record: SkillRecord, path: string): string {
  return path === record.fileName ? MAIN_FILE : path
}

function diskPath(record: SkillRecord, path: string): string {
  return path === MAIN_FILE ? record.fileName : path
}

async function readFile({ record, path }: Located) {
  const bytes =
    path === '' ? undefined : await readPublishedFile(directoryOf(record), diskPath(record, path), PUBLISHED.bytes)
  if (bytes === undefined) return undefined
  const text = decodeText(bytes)
  if (text === undefined) return { bytes }
  return path === MAIN_FILE ? { text, mimeType: 'text/markdown' } : { text }
}

/** Only where decoding loses nothing: what is read must have the digest that was told. */
function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

async function listFolder({ record, path }: Located, start: number, folderType: string) {
  const folder = await readPublishedFolder(directoryOf(record), PUBLISHED)
  if (!folder.ok) return undefined
  const prefix = path === '' ? '' : `${path}/`
  const below = folder.files
    .map((file) => ({ ...file, path: publicPath(record, file.path) }))
    .filter((file) => file.path.startsWith(prefix))
  if (below.length === 0) return undefined
  const children = new Map<string, Resource>()
  for (const { path: full, size } of below) {
    const [name = '', ...deeper] = full.slice(prefix.length).split('/')
    const uri = deeper.length === 0 ? fileUri(record.name, full) : folderUri(record.name, `${prefix}${name}`)
    children.set(uri, deeper.length === 0 ? { uri, name, size } : { uri, name, mimeType: folderType })
  }
  const all = [...children.values()]
  const next = start + PAGE
  return { resources: all.slice(start, next), ...(next < all.length && { nextCursor: String(next) }) }
}

function mainResource({ name, description }: { readonly name: string; readonly description: string }): Resource {
  return { uri: fileUri(name, MAIN_FILE), name, description, mimeType: 'text/markdown' }
}

function readCursor(cursor: string | undefined): number {
  const start = Number(cursor ?? 0)
  return Number.isSafeInteger(start) && start >= 0 ? start : 0
}
