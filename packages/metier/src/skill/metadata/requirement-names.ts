/** The kinds of requirements, the keys that declare them, and valid names for each. */

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

/** Each kind by its own name and by common mistakes. */
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

/** The kind that a key below `requires` declares. */
export function kindOf(key: string): RequirementKind | undefined {
  return KEYS.get(key)
}

/** Names are shown to people, so longer texts are cut. */
const LONGEST_NAME = 128
const PLAIN_ASCII = /^[ -~]*$/
const control = lazyPattern(String.raw`\p{C}`, 'gu')

/** A single printable line. A text that was changed or cut is not a valid name, so it is never satisfied. */
export function displayable(text: string): string {
  if (text.length <= LONGEST_NAME && PLAIN_ASCII.test(text)) return text
  const clean = text.replaceAll(control(), '\uFFFD')
  return clean.length <= LONGEST_NAME ? clean : `${clean.slice(0, LONGEST_NAME - 1)}…`
}

/** A name in the environment's spelling. */
export function normaliseName(kind: RequirementKind, name: string): string {
  if (kind === 'os') return normaliseSystem(name)
  return kind === 'arch' ? normaliseArchitecture(name) : name
}

/** Why a text can never be satisfied as a requirement of this kind, if so. */
export function complainAbout(kind: RequirementKind, name: string): string | undefined {
  if (kind === 'os') return isKnownSystem(name) ? undefined : `'${name}' is not a known operating system`
  if (kind === 'env') return isVariableName(name) ? undefined : `'${name}' is not a valid environment variable name`
  const isProgram = kind === 'bins' || kind === 'anyBins'
  return isProgram && !isBinaryName(name) ? `'${name}' is not a valid program name` : undefined
}
