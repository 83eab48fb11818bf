/** Reads and checks one configuration file; its JSON Schema is published as `metier/config.schema.json`. */

import { isSuppression, type Suppression } from '../../gate/suppression.js'
import type { Diagnostic, DiagnosticCode } from '../../skill/diagnostic.js'
import { DIAGNOSTICS } from '../../skill/diagnostic.js'
import { ADJUSTABLE_LIMITS, type AdjustableLimits, LIMITS } from '../../skill/limits.js'
import { CATEGORIES, DECISIONS, isPolicyRule } from '../../skill/policy-rule.js'
import { editDistance } from '../../skill/text/edit-distance.js'
import { findJsonError } from '../../skill/text/json-error.js'
import { isRecord } from '../../skill/unknown-value.js'
import { readSmallFileSync } from '../../system/files/small-file.js'
import { readYaml } from '../../system/yaml.js'
import { REVIEWER_KEYS, type ReviewerSettings } from './reviewer-settings.js'
import { salvageConfiguration } from './salvage-configuration.js'
import { EVERY_SOURCE, SIGNATURE_SHAPES, type TrustedKeySetting } from './signature-settings.js'

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
  const checked = checkMapping(value, CONFIGURATION, '', problems) as Configuration
  const isPolicyWrong = problems.some(({ pointer }) => /^\/policy(?:\/|$)/.test(pointer))
  return isPolicyWrong ? { ...checked, policy: askAlways(checked.policy) } : checked
}

/** Lists the problems of a configuration. */
export function reviewConfiguration(value: unknown): readonly ConfigurationProblem[] {
  const problems: ConfigurationProblem[] = []
  checkMapping(value, CONFIGURATION, '', problems)
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

interface ConfigurationProblem {
  readonly code: 'config_invalid' | 'config_unknown_key'
  readonly pointer: string
  readonly message: string
  readonly suggestion?: string
}

/** The type that a value must have: its name, and the test. Mappings name their keys; `*` stands for any key. */
type Shape =
  | { readonly keys: Readonly<Record<string, Shape>> }
  | {
      readonly what: string
      readonly isRight: (value: unknown) => boolean
      /** Keeps the usable part of an invalid value. */
      readonly rightPart?: (value: unknown) => unknown
    }

const isText = (value: unknown): value is string => typeof value === 'string'

const TEXTS: Shape = {
  what: 'a list of strings',
  isRight: (value) => Array.isArray(value) && value.every(isText),
  // One error must not disable a whole list: disabled skills stay disabled, and no further source is trusted.
  rightPart: (value) => (Array.isArray(value) ? value : isRecord(value) ? Object.keys(value) : [value]).filter(isText),
}
const SWITCH: Shape = { what: 'true or false', isRight: (value) => typeof value === 'boolean', rightPart: () => false }
const COUNT: Shape = { what: 'a positive number', isRight: (value) => typeof value === 'number' && value > 0 }
const ANYTHING: Shape = { what: 'anything', isRight: () => true }
const MAPPING: Shape = { what: 'an object', isRight: isRecord }
const TRUST: Shape = {
  what: '"always", "ask" or "never"',
  isRight: (value) => value === 'always' || value === 'ask' || value === 'never',
  rightPart: () => 'never',
}
const SANDBOX: Shape = {
  what: '"auto", "require" or "off"',
  isRight: (value) => value === 'auto' || value === 'require' || value === 'off',
  rightPart: () => 'require',
}
const TEXTS_BY_NAME: Shape = {
  what: 'an object of strings',
  isRight: (value) => isRecord(value) && Object.values(value).every(isText),
}
const RULES: Shape = {
  what: 'a list of rules',
  isRight: (value) => Array.isArray(value) && value.every(isPolicyRule),
  // One invalid rule must not lift the others.
  rightPart: (value) => (Array.isArray(value) ? value.filter(isPolicyRule) : undefined),
}
const SUPPRESSIONS: Shape = {
  what: 'a list of { rule, digest, reason }: the SHA-256 of the file, and a reason of at least 10 characters',
  isRight: (value) => Array.isArray(value) && value.every(isSuppression),
  rightPart: (value) => (Array.isArray(value) ? value.filter(isSuppression) : undefined),
}
const DECISION: Shape = {
  what: '"allow", "ask" or "deny"',
  isRight: (value) => DECISIONS.some((decision) => decision === value),
  rightPart: () => 'ask',
}
const DECISION_BY_CATEGORY = Object.fromEntries(CATEGORIES.map((category) => [category, DECISION]))
const ENTRY: Shape = {
  keys: {
    enabled: SWITCH,
    apiKey: ANYTHING,
    env: TEXTS_BY_NAME,
    config: MAPPING,
  },
}
const CONFIGURATION: Shape = {
  keys: {
    $schema: ANYTHING,
    skills: {
      keys: {
        trustedSources: TEXTS,
        ...SIGNATURE_SHAPES,
        disabled: TEXTS,
        roots: TEXTS,
        nodeModules: SWITCH,
        agents: TEXTS,
        registries: TEXTS_BY_NAME,
        trustProject: TRUST,
        entries: { keys: { '*': ENTRY } },
        suppressions: SUPPRESSIONS,
      },
    },
    sets: { keys: { '*': TEXTS } },
    policy: { keys: { deny: RULES, ask: RULES, allow: RULES, default: { keys: DECISION_BY_CATEGORY } } },
    reviewer: { keys: REVIEWER_KEYS },
    sandbox: SANDBOX,
    limits: { keys: Object.fromEntries(ADJUSTABLE_LIMITS.map((name) => [name, COUNT])) },
  },
}

/** Keeps the valid part of a value. Reports and drops the rest. */
function checkMapping(value: unknown, shape: Shape, pointer: string, problems: ConfigurationProblem[]): unknown {
  const where = pointer === '' ? 'The configuration' : `'${pointer.slice(1).replaceAll('/', '.')}'`
  if ('isRight' in shape) {
    if (shape.isRight(value)) return value
    problems.push({ code: 'config_invalid', pointer, message: `${where} must be ${shape.what}` })
    return shape.rightPart?.(value)
  }
  if (isRecord(value)) return checkKeys(value, shape, pointer, problems)
  problems.push({ code: 'config_invalid', pointer, message: `${where} must be an object` })
  return {}
}

type MappingShape = Extract<Shape, { readonly keys: unknown }>

function checkKeys(value: object, shape: MappingShape, pointer: string, problems: ConfigurationProblem[]): unknown {
  const checked: [string, unknown][] = []
  for (const [key, item] of Object.entries(value)) {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const known = shapeOf(shape, key) === undefined ? meantKey(key, value, shape) : key
    if (known !== key) problems.push(reportKey(at, known))
    const inner = known === undefined ? undefined : shapeOf(shape, known)
    const right = inner === undefined ? undefined : checkMapping(item, inner, at, problems)
    if (known !== undefined && right !== undefined) checked.push([known, right])
  }
  return Object.fromEntries(checked)
}

function shapeOf({ keys }: MappingShape, key: string): Shape | undefined {
  return Object.hasOwn(keys, key) ? keys[key] : keys['*']
}

/** A misspelled key is read as the intended one: a skill that it disables must stay disabled. */
function meantKey(key: string, beside: object, { keys }: MappingShape) {
  const most = Math.max(1, Math.floor(key.length / 3))
  return Object.keys(keys).find(
    (name) => !Object.hasOwn(beside, name) && editDistance(key.toLowerCase(), name.toLowerCase(), most) <= most,
  )
}

function reportKey(pointer: string, meant: string | undefined): ConfigurationProblem {
  const message = `'${pointer.slice(1).replaceAll('/', '.')}' is not a setting`
  if (meant === undefined) return { code: 'config_unknown_key', pointer, message }
  return { code: 'config_unknown_key', pointer, message, suggestion: `Read as '${meant}'; fix the spelling` }
}
