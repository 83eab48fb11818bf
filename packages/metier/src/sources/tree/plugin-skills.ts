/** Reads where a plugin repository declares its skills: `.claude-plugin/marketplace.json` and `plugin.json`. */

import { isRecord } from '../../skill/unknown-value.js'
import { textOf } from '../download.js'

/** Directories that are skills, and directories that contain skills. */
export interface DeclaredSkills {
  readonly folders: ReadonlySet<string>
  readonly places: ReadonlySet<string>
}

export const NO_DECLARED_SKILLS: DeclaredSkills = { folders: new Set(), places: new Set() }

/** The files that may declare skills, below the requested directory. */
export function declarationsBelow(below: string): readonly string[] {
  const prefix = below === '' ? '' : `${below}/`
  return ['marketplace.json', 'plugin.json'].map((file) => `${prefix}.claude-plugin/${file}`)
}

/** The declared paths, relative to the requested directory; paths that point outside are ignored. */
export function readDeclaredSkills(texts: Iterable<string>): DeclaredSkills {
  const plugins = Array.from(texts, parseObject).flatMap(pluginsOf)
  const folders = plugins.flatMap(({ base, skills }) => skills.flatMap((skill) => joinInside(base, skill)))
  const usual = plugins.flatMap(({ base }) => joinInside(base, 'skills'))
  // An entry may name a skill or a directory of skills.
  return { folders: new Set(folders), places: new Set([...usual, ...folders]) }
}

interface Plugin {
  readonly base: string
  readonly skills: readonly string[]
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

/** A marketplace lists plugins; a plugin's own file is a list of one. Plugins in other repositories are skipped. */
function pluginsOf(file: Readonly<Record<string, unknown>>): readonly Plugin[] {
  if (!Array.isArray(file.plugins)) return [{ base: '', skills: textsOf(file.skills) }]
  const root = isRecord(file.metadata) ? (textOf(file.metadata.pluginRoot) ?? '') : ''
  return file.plugins.filter(isRecord).flatMap(({ source = '', skills }) => {
    const bases = typeof source === 'string' ? joinInside(root, source) : []
    return bases.map((base) => ({ base, skills: textsOf(skills) }))
  })
}

function textsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.filter((text) => typeof text === 'string')
}

function joinInside(base: string, path: string): readonly string[] {
  const segments = `${base}/${path}`.split('/').filter((segment) => segment !== '' && segment !== '.')
  return path.startsWith('/') || segments.includes('..') ? [] : [segments.join('/')]
}
