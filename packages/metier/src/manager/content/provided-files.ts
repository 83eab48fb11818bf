/** The files of a skill that a provider offers. Its paths are compared with the provider's list; no directory is read. */

import type { SkillProvider } from '../../registry/provider.js'
import type { SkillRecord } from '../../registry/record/skill-record.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { showName } from '../../skill/text/show-name.js'
import { codeOf } from '../../skill/unknown-value.js'
import { type FolderEntry, type ResourceList, type SkillPath, toText } from './skill-files.js'

/** The text of a skill's SKILL.md. */
export function readProvidedText(provider: SkillProvider, { directory }: SkillRecord): Promise<Result<string>> {
  return guard(async () => succeed(await provider.read(directory)))
}

/** Reads a file of a skill, or lists a directory. */
export function readProvidedPath(
  provider: SkillProvider,
  { name, directory }: SkillRecord,
  path: string,
  signal?: AbortSignal,
): Promise<Result<SkillPath>> {
  return guard(async () => {
    const files = await listAll(provider, directory, signal)
    if (files.length === 0) return fail('skill_inaccessible', `Skill '${name}' has no files here`)
    const plain = path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')
    const folder = plain === '' || plain === '.' ? '' : `${plain}/`
    if (folder === '' || files.some((file) => file.startsWith(folder))) return succeed(listBelow(files, folder))
    const bytes = await provider.readFile?.(directory, plain, signal)
    if (bytes === undefined) return fail('skill_inaccessible', `'${showName(path)}' not found in skill '${name}'`)
    return bytes.ok ? toText(bytes.value, path) : bytes
  })
}

/** Lists the files of a skill other than its SKILL.md. */
export async function listProvided(
  provider: SkillProvider,
  { directory, fileName }: SkillRecord,
  most: number,
): Promise<ResourceList> {
  const listed = await guard(async () => succeed(await listAll(provider, directory)))
  const others = listed.ok ? listed.value.filter((file) => file !== fileName) : []
  return { files: others.slice(0, most), left: Math.max(0, others.length - most) }
}

async function listAll(provider: SkillProvider, directory: string, signal?: AbortSignal): Promise<readonly string[]> {
  return (await provider.listFiles?.(directory, signal)) ?? []
}

function listBelow(files: readonly string[], folder: string): SkillPath {
  const entries = new Map<string, FolderEntry>()
  for (const file of files.filter((one) => one.startsWith(folder))) {
    const [name = '', ...below] = file.slice(folder.length).split('/')
    entries.set(name, { name, type: below.length > 0 ? 'folder' : 'file' })
  }
  return { kind: 'folder', entries: [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) }
}

/** A provider may throw anything. */
async function guard<T>(read: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await read()
  } catch (error) {
    return fail('skill_inaccessible', error instanceof Error ? error.message : `It cannot be read (${codeOf(error)})`)
  }
}
