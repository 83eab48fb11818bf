/** Reads and checks one configuration file; its JSON Schema is published as `metier/config.schema.json`. */

import type { Suppression } from '../../gate/suppression.js'
import type { Diagnostic, DiagnosticCode } from '../../skill/diagnostic.js'
import { DIAGNOSTICS } from '../../skill/diagnostic.js'
import { type AdjustableLimits, LIMITS } from '../../skill/limits.js'
import { findJsonError } from '../../skill/text/json-error.js'
import { isRecord } from '../../skill/unknown-value.js'
import { readSmallFileSync } from '../../system/files/small-file.js'
import { readYaml } from '../../system/yaml.js'
import { type ConfigurationProblem, checkKeysAndValues } from './configuration-shape.js'
import type { ReviewerSettings } from './reviewer-settings.js'
import { salvageConfiguration } from './salvage-configuration.js'
import { EVERY_SOURCE, type TrustedKeySetting } from './signature-settings.js'

export type TrustProject = 'always' | 'ask' | 'never'

/** Whether skills' programs run in a sandbox: if there is one, only if there is one, or never. */
export type SandboxMode = 'auto' | 'require' | 'off'

/** The user's settings for one skill. */
export interface EntrySettings {
  readonly enabled?: boolean
  readonly apiKey?: unknown
  readonly env?: Readonly<Record<string, string>>
  readonly config?: Readonly<Record<string, unknown>>
}

/** The content of `~/.metier/config.json`. */
export interface Configuration {
  readonly skills?: {
    readonly trustedSources?: readonly string[]
    /** Signers of skills. */
    readonly trustedKeys?: readonly TrustedKeySetting[]
    /** Sources whose skills need a trusted signer. */
    readonly requireSignature?: readonly string[]
    readonly disabled?: readonly string[]
    readonly roots?: readonly string[]
    readonly nodeModules?: boolean
    /** Agents that installed skills are linked for. */
    readonly agents?: readonly string[]
    readonly registries?: Readonly<Record<string, string>>
    readonly trustProject?: TrustProject
    readonly entries?: Readonly<Record<string, EntrySettings>>
    /** Findings of the scan that the user has reviewed and accepts. */
    readonly suppressions?: readonly Suppression[]
  }
  /** Named sets of skills, each with the patterns of its skills. */
  readonly sets?: Readonly<Record<string, readonly string[]>>
  readonly policy?: unknown
  /** A model that reviews skills after the rules. */
  readonly reviewer?: ReviewerSettings
  readonly sandbox?: SandboxMode
  readonly limits?: Partial<AdjustableLimits>
}

/** Reads a configuration file. Adds problems to `diagnostics` and ignores invalid values. */
export function readConfiguration(file: string | undefined, diagnostics: Diagnostic[]): Configuration {
  if (file === undefined) return {}
  const known = diagnostics.length
  const text = readText(file, diagnostics)
  // A file that is there may forbid anything.
  if (text === undefined) return diagnostics.length === known ? {} : STRICT
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return readDamaged(file, text, diagnostics)
  }
  const problems: ConfigurationProblem[] = []
  const checked = checkConfiguration(value, problems)
  if (problems.length > 0) {
    const positions = findPositions(text)
    for (const { code, pointer, message, suggestion } of problems) {
      const place = toDiagnostic(code, message, file, text, positions.get(pointer) ?? 0)
      diagnostics.push(suggestion === undefined ? place : { ...place, suggestion })
    }
  }
  return checked
}

/** Checks a configuration that the host passed as an object, as if it had been read from a file. */
export function readConfigurationObject(value: Configuration, diagnostics: Diagnostic[]): Configuration {
  const problems: ConfigurationProblem[] = []
  const checked = checkConfiguration(value, problems)
  for (const { code, message, suggestion } of problems) {
    const place = toDiagnostic(code, message, OPTION, '', 0)
    diagnostics.push(suggestion === undefined ? place : { ...place, suggestion })
  }
  return checked
}

/** Stands in a diagnostic for the file. */
const OPTION = "the option 'config'"

/** Reports invalid JSON once, at its first error, and uses what could be parsed. */
function readDamaged(file: string, text: string, diagnostics: Diagnostic[]): Configuration {
  const offset = findJsonError(text)
  const message = `invalid JSON: ${offset < text.length ? 'unexpected text' : 'unexpected end of file'}`
  const { value, isWhole, hasWholeSkills, disabled } = salvageConfiguration(text)
  const suggestion = isWhole
    ? 'Every setting could still be read. Fix the syntax before changing anything else'
    : 'Using what could be parsed. Until you fix the file, unreadable settings are treated as strict'
  diagnostics.push({ ...toDiagnostic('config_malformed', message, file, text, offset), suggestion })
  const { skills, policy, ...rest } = checkConfiguration(value, [])
  if (isWhole) return { ...rest, ...(skills && { skills }), ...(policy !== undefined && { policy }) }
  // A skill must not be sent to half of an address.
  const { reviewer: _, ...others } = rest
  // A setting that could not be read may have been stricter than the default, and even its name may be cut off.
  return {
    sandbox: 'require',
    ...others,
    skills: {
      ...Object.fromEntries(Object.entries(STRICT_SKILLS).filter(([key]) => !hasWholeSkills || text.includes(key))),
      ...skills,
      disabled: [...new Set([...(skills?.disabled ?? []), ...disabled])],
    },
    policy: askAlways(policy),
  }
}

const STRICT_SKILLS = { trustedSources: [], requireSignature: [EVERY_SOURCE], trustProject: 'ask' } as const

const UNREADABLE = 'Check what it is and who owns it. Until it can be read, every protection has its strictest value'
const STRICT: Configuration = { sandbox: 'require', skills: STRICT_SKILLS, policy: { ask: ['*'] } }

function askAlways(policy: unknown) {
  const { ask = [], ...rest } = isRecord(policy) ? policy : {}
  return { ...rest, ask: [...(Array.isArray(ask) ? ask : []), '*'] }
}

/** Keeps the valid part of a configuration. An error never lifts a restriction. */
function checkConfiguration(value: unknown, problems: ConfigurationProblem[]): Configuration {
  const checked = checkKeysAndValues(value, problems) as Configuration
  const isPolicyWrong = problems.some(({ pointer }) => /^\/policy(?:\/|$)/.test(pointer))
  return isPolicyWrong ? { ...checked, policy: askAlways(checked.policy) } : checked
}

/** Lists the problems of a configuration. */
export function reviewConfiguration(value: unknown): readonly ConfigurationProblem[] {
  const problems: ConfigurationProblem[] = []
  checkKeysAndValues(value, problems)
  return problems
}

/** Finds a setting in a readable configuration file. */
export function locateSetting(file: string, pointer: string): { readonly line: number; readonly column: number } {
  const text = readText(file, []) ?? ''
  const { line, column } = toDiagnostic('config_invalid', '', file, text, findPositions(text).get(pointer) ?? 0)
  return { line, column }
}

function findPositions(text: string): ReadonlyMap<string, number> {
  const positions = new Map<string, number>()
  readYaml(text, positions)
  return positions
}

function readText(file: string, diagnostics: Diagnostic[]): string | undefined {
  const reading = readSmallFileSync(file, LIMITS.configurationBytes)
  // A space in place of a byte order mark keeps every offset correct.
  if ('bytes' in reading) return reading.bytes.toString('utf8').replace(/^\ufeff/, ' ')
  if (reading.refusal === 'missing') return undefined
  const what = reading.refusal === 'too_large' ? 'is too large for a configuration' : `cannot be read (${reading.code})`
  diagnostics.push({ ...toDiagnostic('config_unreadable', `the file ${what}`, file, '', 0), suggestion: UNREADABLE })
  return undefined
}

function toDiagnostic(code: DiagnosticCode, message: string, file: string, text: string, offset: number): Diagnostic {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  const column = offset - (before.lastIndexOf('\n') + 1) + 1
  return { code, severity: DIAGNOSTICS[code].severity, message, file, line, column }
}
