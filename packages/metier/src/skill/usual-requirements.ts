/**
 * Requirements in the spelling that most skills use, read without ceremony. The general way (`metadata.ts`) costs ten
 * times as much, and discovery pays it for every skill; whatever is not plain is left to it, and a test holds that
 * both say the same.
 */

import { isBinaryName, isVariableName, NO_NAMES, NO_REQUIREMENTS, type Requirements } from './requirements.js'

const SILENT_FIELDS = new Set([
  ...['name', 'description', 'homepage', 'version', 'author', 'license', 'tags', 'triggers', 'allowed-tools'],
  ...['compatibility', 'category', 'argument-hint', 'when_to_use', 'model', 'agent', 'context', 'repository'],
])
const SILENT_KEYS = new Set(['emoji', 'homepage', 'install', 'label', 'author', 'version'])
const NAMESPACES = new Set(['openclaw', 'clawdbot', 'clawdis', 'moltbot'])
const SYSTEMS = new Set(['darwin', 'linux', 'win32'])

type Mapping = Readonly<Record<string, unknown>>

/** What the skill requires, or undefined where the general way must tell. Equal requirements are one object of `known`. */
export function readUsualRequirements(
  frontmatter: Mapping,
  known: Map<string, Requirements>,
): Requirements | undefined {
  for (const key in frontmatter) if (key !== 'metadata' && !SILENT_FIELDS.has(key)) return undefined
  const { metadata } = frontmatter
  if (metadata === undefined) return NO_REQUIREMENTS
  if (!isMapping(metadata)) return undefined
  const names = Object.keys(metadata)
  const block = names.length === 1 && NAMESPACES.has(names[0] ?? '') ? metadata[names[0] ?? ''] : undefined
  return isMapping(block) ? readBlock(block, known) : undefined
}

function readBlock(block: Mapping, known: Map<string, Requirements>): Requirements | undefined {
  const found = { bins: NO_NAMES, env: NO_NAMES, os: NO_NAMES, primaryEnv: '' }
  for (const key in block) {
    if (SILENT_KEYS.has(key)) continue
    if (!readKey(key, block[key], found)) return undefined
  }
  const { bins, env, os, primaryEnv } = found
  if (bins.length + env.length + os.length + primaryEnv.length === 0) return NO_REQUIREMENTS
  const key = `${bins.join()};${env.join()};${os.join()};${primaryEnv}`
  const earlier = known.get(key)
  if (earlier !== undefined) return earlier
  const requirements = { ...NO_REQUIREMENTS, bins, env, os, ...(primaryEnv !== '' && { primaryEnv }) }
  known.set(key, requirements)
  return requirements
}

interface Found {
  bins: readonly string[]
  env: readonly string[]
  os: readonly string[]
  primaryEnv: string
}

function readKey(key: string, value: unknown, found: Found): boolean {
  if (key === 'requires') return readRequires(value, found)
  if (key === 'os') {
    if (!isListOf(value, isSystem)) return false
    found.os = value
    return true
  }
  if (key !== 'primaryEnv' || typeof value !== 'string' || !isVariableName(value)) return false
  found.primaryEnv = value
  return true
}

function readRequires(requires: unknown, found: Found): boolean {
  if (!isMapping(requires)) return false
  for (const key in requires) {
    const value = requires[key]
    if (key === 'bins' && isListOf(value, isBinaryName)) found.bins = value
    else if (key === 'env' && isListOf(value, isVariableName)) found.env = value
    else return false
  }
  return true
}

/** A list of distinct right names. */
function isListOf(value: unknown, isRight: (name: string) => boolean): value is readonly string[] {
  if (!Array.isArray(value)) return false
  for (let at = 0; at < value.length; at++) {
    const name: unknown = value[at]
    if (typeof name !== 'string' || !isRight(name) || value.indexOf(name) !== at) return false
  }
  return true
}

function isSystem(name: string): boolean {
  return SYSTEMS.has(name)
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
