/** Finds out what is in the place of a link: ours, someone else's, or nothing. */

import { lstat, readdir, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { codeOf } from '../../skill/unknown-value.js'
import { readSmallFile } from '../../system/files/small-file.js'
import { digestTree, readTree } from '../../system/skill-files/tree-digest.js'
import type { AgentPlace, LinkForm } from './agent-place.js'

/**
 * What is in the place of a link. `linked` leads to the skill, `copied` has its files, `outdated` has the files of the version before, and `same` is the skill itself
 * because the agent's whole directory leads to the root. `flattened` is our link as a text file: git writes it so if `core.symlinks`
 * is false. `broken` leads nowhere, `foreign` is anything else. `outside` is in a directory that leads out of the project.
 */
export type EntryState =
  | 'absent'
  | 'linked'
  | 'copied'
  | 'outdated'
  | 'same'
  | 'flattened'
  | 'broken'
  | 'foreign'
  | 'outside'
  | 'unreadable'

/** The skill that an entry should lead to. */
export interface LinkTarget {
  /** Its directory. */
  readonly skill: string
  readonly digest?: string | undefined
  /** The digest before the change. */
  readonly previous?: string | undefined
}

export async function inspectEntry(path: string, target: LinkTarget, place: AgentPlace): Promise<EntryState> {
  try {
    if (place.scope === 'project' && !(await isInside(dirname(path), place.base))) return 'outside'
    const stats = await lstat(path)
    if (stats.isSymbolicLink()) return await inspectLink(path, target)
    if ((await findReal(path)) === (await findReal(target.skill))) return 'same'
    if (stats.isDirectory()) return await inspectCopy(path, target)
    return (await isFlattened(path, target)) ? 'flattened' : 'foreign'
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'absent'
    if (codeOf(error) === '') throw error
    return 'unreadable'
  }
}

/** By its text as well: after a removal, a link of ours leads nowhere. */
async function inspectLink(path: string, { skill }: LinkTarget): Promise<EntryState> {
  const real = await findReal(path)
  const target = await findReal(skill)
  if (real !== undefined && real === target) return 'linked'
  const written = resolve(await realpath(dirname(path)), await readlink(path))
  if (written === (target ?? (await pathByParent(skill)))) return 'linked'
  return real === undefined ? 'broken' : 'foreign'
}

/** Longer than any path. */
const LONGEST_TARGET = 4096

/** Whether a file has nothing but the target of a link to the skill. */
async function isFlattened(path: string, { skill }: LinkTarget): Promise<boolean> {
  const reading = await readSmallFile(path, LONGEST_TARGET)
  const text = 'bytes' in reading ? reading.bytes.toString('utf8').replace(/\r?\n$/, '') : ''
  if (text === '' || /[\0\r\n]/.test(text)) return false
  const written = resolve(await realpath(dirname(path)), text)
  return written === ((await findReal(skill)) ?? (await pathByParent(skill)))
}

async function inspectCopy(path: string, { digest, previous }: LinkTarget): Promise<EntryState> {
  const found = digestTree(await readTree(path))
  if (found === digest) return 'copied'
  return found === previous ? 'outdated' : 'foreign'
}

/** The text of a link, between the real directories. */
export async function composeTarget(path: string, skill: string, form: LinkForm): Promise<string> {
  const target = await realpath(skill)
  return form === 'junction' ? target : relative(await realpath(dirname(path)), target)
}

/** What is in the place of a link, for people who decide whether it may be replaced. */
export type Occupant =
  | { readonly type: 'link'; readonly target: string }
  | { readonly type: 'file'; readonly bytes: number }
  /** With the first names in it, and how many there are. */
  | { readonly type: 'directory'; readonly names: readonly string[]; readonly count: number }

const SHOWN_NAMES = 10

export async function describeOccupant(path: string): Promise<Occupant> {
  const stats = await lstat(path)
  if (stats.isSymbolicLink()) return { type: 'link', target: await readlink(path) }
  if (!stats.isDirectory()) return { type: 'file', bytes: stats.size }
  const names = (await readdir(path)).sort()
  return { type: 'directory', names: names.slice(0, SHOWN_NAMES), count: names.length }
}

/** Whether the nearest directory that exists is in the project: a project's links must not decide where files are written. */
async function isInside(folder: string, base: string): Promise<boolean> {
  const top = await realpath(base)
  for (let path = folder; path.length >= base.length; path = dirname(path)) {
    const real = await findReal(path)
    if (real !== undefined) return real === top || real.startsWith(top + sep)
    if (await isAnything(path)) return false
  }
  return false
}

async function pathByParent(path: string): Promise<string | undefined> {
  const parent = await findReal(dirname(path))
  return parent === undefined ? undefined : join(parent, basename(path))
}

async function isAnything(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}

/** Undefined if it leads nowhere. */
export async function findReal(path: string): Promise<string | undefined> {
  return await realpath(path).catch(() => undefined)
}
