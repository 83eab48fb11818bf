/** Finds out what is in the place of a link: ours, someone else's, or nothing. */

import { lstat, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { codeOf } from '../../skill/unknown-value.js'
import { digestTree, readTree } from '../../system/skill-files/tree-digest.js'
import type { AgentPlace } from './agent-place.js'

/**
 * `linked` leads to the skill, `copied` has its files, `outdated` has the files of the version before, and `same` is the skill itself
 * because the agent's whole directory leads to the root. `broken` leads nowhere, `foreign` is anything else. `outside` is in a
 * directory that leads out of the project.
 */
export type EntryState =
  | 'absent'
  | 'linked'
  | 'copied'
  | 'outdated'
  | 'same'
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
    return stats.isDirectory() ? await inspectCopy(path, target) : 'foreign'
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

async function inspectCopy(path: string, { digest, previous }: LinkTarget): Promise<EntryState> {
  const found = digestTree(await readTree(path))
  if (found === digest) return 'copied'
  return found === previous ? 'outdated' : 'foreign'
}

/** The text of a link: relative, between the real directories, so that it survives moving both. */
export async function composeTarget(path: string, skill: string): Promise<string> {
  return relative(await realpath(dirname(path)), await realpath(skill))
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
