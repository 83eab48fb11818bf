/** The kinds of requirement, the keys that mean them, and which texts can name one. */

import { lazyPattern } from '../text/lazy-pattern.js'
import {
  isBinaryName,
  isKnownSystem,
  isVariableName,
  normaliseArchitecture,
  normaliseSystem,
  REQUIREMENT_KINDS,
  type RequirementKind,
} from './requirements.js'

/** Each kind by its own name, and by those that authors use for it by mistake. */
const KEYS: ReadonlyMap<string, RequirementKind> = new Map<string, RequirementKind>([
  ...REQUIREMENT_KINDS.map((kind) => [kind, kind] as const),
  ['bin', 'bins'],
  ['binaries', 'bins'],
  ['commands', 'bins'],
  ['anybins', 'anyBins'],
  ['any_bins', 'anyBins'],
  ['envs', 'env'],
  ['envVars', 'env'],
  ['env_vars', 'env'],
])

/** The kind that a key below `requires` means. */
export function kindOf(key: string): RequirementKind | undefined {
  return KEYS.get(key)
}

/** A requirement is a name, and names are shown to people: longer texts are cut. */
const LONGEST_NAME = 128
const PLAIN_ASCII = /^[ -~]*$/
const control = lazyPattern(String.raw`\p{C}`, 'gu')

/** One line that can be shown. What was replaced or cut is no name any more, so it is never satisfied. */
export function displayable(text: string): string {
  if (text.length <= LONGEST_NAME && PLAIN_ASCII.test(text)) return text
  const clean = text.replaceAll(control(), '\uFFFD')
  return clean.length <= LONGEST_NAME ? clean : `${clean.slice(0, LONGEST_NAME - 1)}…`
}

/** A name as the environment calls it. */
export function normaliseName(kind: RequirementKind, name: string): string {
  if (kind === 'os') return normaliseSystem(name)
  return kind === 'arch' ? normaliseArchitecture(name) : name
}

/** Why a text can never be satisfied as a requirement of a kind, if so. */
export function complainAbout(kind: RequirementKind, name: string): string | undefined {
  if (kind === 'os') return isKnownSystem(name) ? undefined : `'${name}' is no operating system that is known here`
  if (kind === 'env')
    return isVariableName(name) ? undefined : `'${name}' cannot be the name of an environment variable`
  const isProgram = kind === 'bins' || kind === 'anyBins'
  return isProgram && !isBinaryName(name) ? `'${name}' cannot be the name of a program` : undefined
}
