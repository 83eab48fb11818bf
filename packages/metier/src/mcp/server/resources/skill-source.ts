/** The skills extension of MCP (SEP-2640): the skills that a model may use, with the digest and size of every file. */

import type { Resource } from '@modelcontextprotocol/server'
import type { Skill, SkillSource } from '@modelcontextprotocol/server/ext/skills'
import type { SkillManager } from '../../../manager/skill-manager.js'
import type { SkillRecord } from '../../../registry/record/skill-record.js'
import { findHeldFolder } from '../../../registry/walk/boundary.js'
import { LIMITS } from '../../../skill/limits.js'
import { isConformantName } from '../../../skill/name.js'
import {
  type PublishedFolder,
  readPublishedFile,
  readPublishedFolder,
} from '../../../system/skill-files/skill-folder.js'
import type { Sdk } from '../../sdk.js'
import { type PublishResult, publishText } from './published-text.js'
import { fileUri, folderUri, MAIN_FILE, readUri } from './skill-uri.js'

type PublishingManager = Pick<SkillManager, 'getAvailableSkills' | 'resolve'>

/** What is published, and where omissions are reported. */
export interface SkillSourceOptions {
  readonly skillManager: PublishingManager
  /** Called with each skill that is left out, and why. */
  readonly onLeftOut: (name: string, reason: string) => void
  readonly sdk: Pick<Sdk, 'skillEntry' | 'DIRECTORY_MIME_TYPE'>
}

/** The limits that hosts must accept. A larger skill is available through the tools only. */
const PUBLISHED = { files: 512, bytes: 16 * 1024 * 1024, depth: LIMITS.walkDepth } as const
const PAGE = 50

/** Publishes the registry. Files are read when they are requested. */
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
      return place && readFile(place, sdk)
    },
    readDirectory: async (uri, { cursor }) => {
      const place = locate(skillManager, uri)
      return place && listFolder(place, readCursor(cursor), sdk)
    },
    listResources: async () => publishable(skillManager).map(mainResource),
  }
}

interface Located {
  readonly record: SkillRecord
  /** Relative to the skill's directory; empty for the directory itself. */
  readonly path: string
}

function locate(manager: PublishingManager, uri: string): Located | undefined {
  const parts = readUri(uri)
  if (parts === undefined || !isConformantName(parts.name)) return undefined
  const resolution = manager.resolve(parts.name)
  if (!resolution.ok || resolution.value.name !== parts.name) return undefined
  return { record: resolution.value, path: parts.path }
}

/** The extension allows conformant names only; other skills are available through the tools. */
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
  const [main, folder] = await Promise.all([readMain(options, record), readFolder(record)])
  if (!main.ok || !folder.ok) {
    options.onLeftOut(name, main.ok ? (folder.ok ? '' : folder.reason) : main.reason)
    return undefined
  }
  const resources = toPublicFiles(record, folder.files, main).map(({ path, ...file }) => ({
    uri: fileUri(name, path),
    ...file,
  }))
  return { uri: fileUri(name, MAIN_FILE), frontmatter: main.value.frontmatter, resources }
}

type FolderFiles = Extract<PublishedFolder, { readonly ok: true }>['files']

/** The files as clients see them: the main file in the form and under the name that the extension requires. */
function toPublicFiles({ fileName }: SkillRecord, files: FolderFiles, main: PublishResult) {
  return files.map(({ path, digest, size }) => {
    if (path !== fileName) return { path, digest: `sha256:${digest}`, size }
    return main.ok
      ? { path: MAIN_FILE, digest: main.value.digest, size: main.value.size }
      : { path: MAIN_FILE, digest: `sha256:${digest}`, size }
  })
}

async function readMain({ sdk }: Pick<SkillSourceOptions, 'sdk'>, record: SkillRecord): Promise<PublishResult> {
  const bytes = await readBytes(record, record.fileName)
  const text = bytes === undefined ? undefined : decodeText(bytes)
  if (text === undefined) return { ok: false, reason: `its ${record.fileName} cannot be read as UTF-8` }
  return publishText(sdk, record.name, text)
}

async function readFile({ record, path }: Located, sdk: SkillSourceOptions['sdk']) {
  const isMain = path === MAIN_FILE
  const main = isMain ? await readMain({ sdk }, record) : undefined
  if (main?.ok === true) return { text: main.value.text, mimeType: 'text/markdown' }
  // A listed resource can be read, even if the extension does not publish it.
  const place = isMain ? record.fileName : path
  const bytes = path === '' ? undefined : await readBytes(record, place)
  if (bytes === undefined) return undefined
  const text = decodeText(bytes)
  if (text === undefined) return { bytes }
  return isMain ? { text, mimeType: 'text/markdown' } : { text }
}

/** A link to a skill may have been replaced since, so its target is checked on each read. */
async function readFolder(record: SkillRecord): Promise<PublishedFolder> {
  const folder = findHeldFolder(record)
  return folder === undefined ? { ok: false, reason: OUT_OF_REACH } : readPublishedFolder(folder, PUBLISHED)
}

async function readBytes(record: SkillRecord, path: string): Promise<Uint8Array | undefined> {
  const folder = findHeldFolder(record)
  return folder === undefined ? undefined : readPublishedFile(folder, path, PUBLISHED.bytes)
}

const OUT_OF_REACH = 'its directory is gone, or is a link out of the project'

/** Returns text only if decoding is lossless, so that the content matches the published digest. */
function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

async function listFolder({ record, path }: Located, start: number, sdk: SkillSourceOptions['sdk']) {
  const folder = await readFolder(record)
  if (!folder.ok) return undefined
  const files = toPublicFiles(record, folder.files, await readMain({ sdk }, record))
  const prefix = path === '' ? '' : `${path}/`
  const below = files.filter((file) => file.path.startsWith(prefix))
  if (below.length === 0) return undefined
  const children = new Map<string, Resource>()
  for (const { path: full, size } of below) {
    const [name = '', ...deeper] = full.slice(prefix.length).split('/')
    const uri = deeper.length === 0 ? fileUri(record.name, full) : folderUri(record.name, `${prefix}${name}`)
    children.set(uri, deeper.length === 0 ? { uri, name, size } : { uri, name, mimeType: sdk.DIRECTORY_MIME_TYPE })
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
