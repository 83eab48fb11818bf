/** Compares requirements with an environment: what is missing, and why the skill cannot be used here. */

import {
  freezeRequirements,
  isBinaryName,
  isVariableName,
  NO_NAMES,
  NO_REQUIREMENT_NAMES,
  NO_REQUIREMENTS,
  normaliseArchitecture,
  normaliseSystem,
  type RequirementNames,
  type Requirements,
  UNREADABLE,
} from '../skill/metadata/requirements.js'
import { valueAt } from './config-path.js'

/** What a machine and its host offer at one moment. */
export interface Environment {
  /** Node's name: darwin, linux, win32, … */
  readonly os: string
  /** Node's name: x64, arm64, … */
  readonly arch: string
  hasBinary(name: string): boolean
  /** Announces roughly how many programs will be looked up; optional. */
  expectBinaries?(count: number): void
  /** Whether a variable is set and not empty. */
  hasVariable(name: string): boolean
  /** Whether a dotted path in the host's configuration has a truthy value. */
  hasConfig(path: string): boolean
  /** The host's tools. If omitted, required tools are not checked. */
  readonly tools?: ReadonlySet<string>
  /** If omitted, required skills are not checked. */
  hasSkill?(name: string): boolean
}

/** What the user configured for one skill: `skills.entries.<key>`. */
export interface SkillSettings {
  readonly env?: Readonly<Record<string, string>>
  /** A string or a reference to a secret; used as the skill's `primaryEnv`. */
  readonly apiKey?: unknown
  /** Consulted in addition to the host's configuration. */
  readonly config?: unknown
}

/** What keeps a skill from being used; `os` and `arch` list the values that would work. */
export type MissingRequirements = RequirementNames

export interface Eligibility {
  readonly eligible: boolean
  readonly missing: MissingRequirements
  readonly reasons: readonly string[]
}

/** The single result that all eligible skills share. */
const ELIGIBLE: Eligibility = Object.freeze({ eligible: true, missing: NO_REQUIREMENT_NAMES, reasons: NO_NAMES })

/** Whether every requirement is met. Cheap, and all that most callers need. */
export function isEligible(requirements: Requirements, environment: Environment, settings?: SkillSettings): boolean {
  if (requirements === NO_REQUIREMENTS) return true
  const { os, arch, bins, anyBins } = requirements
  if (os.length > 0 && !isRightSystem(requirements, environment)) return false
  if (requirements.always) return true
  if (arch.length > 0 && !isRightArchitecture(requirements, environment)) return false
  if (bins.length > 0 && !hasEveryBinary(bins, environment)) return false
  if (anyBins.length > 0 && !hasAlternative(requirements, environment)) return false
  const { env, config, tools, skills } = requirements
  if (env.length + config.length + tools.length + skills.length === 0) return true
  return hasEveryName(requirements, environment, settings)
}

/** Compares a skill's requirements with the environment: what is missing, with reasons in words. */
export function assessEligibility(
  requirements: Requirements,
  environment: Environment,
  settings?: SkillSettings,
): Eligibility {
  if (isEligible(requirements, environment, settings)) return ELIGIBLE
  freezeRequirements(requirements)
  const missing: { -readonly [kind in keyof MissingRequirements]: MissingRequirements[kind] } = {
    ...NO_REQUIREMENT_NAMES,
  }
  if (!isRightSystem(requirements, environment)) missing.os = requirements.os
  if (!requirements.always) {
    if (!isRightArchitecture(requirements, environment)) missing.arch = requirements.arch
    if (!hasAlternative(requirements, environment)) missing.anyBins = requirements.anyBins
    missing.bins = requirements.bins.filter((name) => !hasBinary(name, environment))
    for (const [kind, isThere] of NAMED) {
      missing[kind] = requirements[kind].filter((name) => !isThere(name, environment, requirements, settings))
    }
  }
  return { eligible: false, missing, reasons: explain(missing, environment) }
}

type IsThere = (name: string, environment: Environment, requirements: Requirements, settings?: SkillSettings) => boolean

/** Kinds other than programs, where every name must be present. Tools and skills are skipped if the host lists none. */
const NAMED: readonly (readonly ['env' | 'config' | 'tools' | 'skills', IsThere])[] = [
  ['env', hasVariable],
  [
    'config',
    (path, environment, _, settings) => environment.hasConfig(path) || Boolean(valueAt(settings?.config, path)),
  ],
  ['tools', (name, { tools }) => tools === undefined || tools.has(name)],
  ['skills', (name, environment) => environment.hasSkill?.(name) ?? true],
]

function hasEveryName(requirements: Requirements, environment: Environment, settings?: SkillSettings): boolean {
  for (const [kind, isThere] of NAMED) {
    for (const name of requirements[kind]) if (!isThere(name, environment, requirements, settings)) return false
  }
  return true
}

function isRightSystem({ os }: Requirements, environment: Environment): boolean {
  return os.length === 0 || os.includes(environment.os) || os.includes(normaliseSystem(environment.os))
}

function isRightArchitecture({ arch }: Requirements, environment: Environment): boolean {
  return arch.length === 0 || arch.includes(normaliseArchitecture(environment.arch))
}

/** A counting loop, not an iterator: thousands of skills pass through here before the engine has compiled anything. */
function hasEveryBinary(bins: readonly string[], environment: Environment): boolean {
  for (let at = 0; at < bins.length; at++) {
    const name = bins[at] ?? ''
    if (!environment.hasBinary(name) || !isBinaryName(name)) return false
  }
  return true
}

function hasAlternative({ anyBins }: Requirements, environment: Environment): boolean {
  return anyBins.length === 0 || anyBins.some((name) => hasBinary(name, environment))
}

function hasBinary(name: string, environment: Environment): boolean {
  return environment.hasBinary(name) && isBinaryName(name)
}

function hasVariable(
  name: string,
  environment: Environment,
  { primaryEnv }: Requirements,
  settings?: SkillSettings,
): boolean {
  if (!isVariableName(name)) return false
  if (environment.hasVariable(name)) return true
  if (settings === undefined) return false
  if (settings.env !== undefined && Object.hasOwn(settings.env, name) && settings.env[name] !== '') return true
  return name === primaryEnv && isSecret(settings.apiKey)
}

function isSecret(apiKey: unknown): boolean {
  return typeof apiKey === 'string' ? apiKey !== '' : typeof apiKey === 'object' && apiKey !== null
}

/** On the wrong platform nothing else matters: programs and keys would not help. */
function explain(missing: MissingRequirements, environment: Environment): readonly string[] {
  const reasons: string[] = []
  if (missing.os.length > 0)
    reasons.push(`Requires ${alternatives(missing.os.map(systemName))} (current: ${environment.os})`)
  if (missing.arch.length > 0) reasons.push(`Requires ${alternatives(missing.arch)} (current: ${environment.arch})`)
  if (reasons.length > 0) return reasons
  if (missing.anyBins.length > 0) reasons.push(`Missing one of: ${missing.anyBins.join(', ')}`)
  return [
    ...missing.bins.map((name) =>
      name === UNREADABLE ? 'Requirements could not be parsed' : `Missing binary: ${name}`,
    ),
    ...reasons,
    ...missing.env.map((name) => `Missing environment variable: ${name}`),
    ...missing.config.map((path) => `Missing config: ${path}`),
    ...missing.tools.map((name) => `Missing tool: ${name}`),
    ...missing.skills.map((name) => `Missing skill: ${name}`),
  ]
}

function alternatives(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}

const SYSTEM_NAMES: ReadonlyMap<string, string> = new Map([
  ['darwin', 'macOS'],
  ['linux', 'Linux'],
  ['win32', 'Windows'],
  ['freebsd', 'FreeBSD'],
  ['openbsd', 'OpenBSD'],
  ['netbsd', 'NetBSD'],
  ['android', 'Android'],
  ['aix', 'AIX'],
  ['sunos', 'SunOS'],
])

function systemName(os: string): string {
  return SYSTEM_NAMES.get(os) ?? os
}

/** `requires` or `missing` as JSON: always three lists, the others only if they are not empty. */
export interface NeedsObject {
  readonly bins: readonly string[]
  readonly env: readonly string[]
  readonly os: readonly string[]
  readonly anyBins?: readonly string[]
  readonly config?: readonly string[]
  readonly arch?: readonly string[]
  readonly tools?: readonly string[]
  readonly skills?: readonly string[]
}

/** `requires` as the `skills` tool shows it. */
export function requiresObject(requirements: Requirements): NeedsObject {
  return needsObject(freezeRequirements(requirements))
}

/** `missing` as the `skills` tool shows it. */
export function missingObject(missing: MissingRequirements): NeedsObject {
  return needsObject(missing)
}

function needsObject({ bins, env, os, anyBins, config, arch, tools, skills }: MissingRequirements): NeedsObject {
  return {
    bins,
    env,
    os,
    ...(anyBins.length > 0 && { anyBins }),
    ...(config.length > 0 && { config }),
    ...(arch.length > 0 && { arch }),
    ...(tools.length > 0 && { tools }),
    ...(skills.length > 0 && { skills }),
  }
}
