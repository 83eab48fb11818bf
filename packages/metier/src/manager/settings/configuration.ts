/** Reads and checks one configuration file; its JSON Schema is published as `metier/config.schema.json`. */

import { isSuppression, type Suppression } from '../../gate/suppression.js'
import { editDistance } from '../../registry/search/edit-distance.js'
import type { Diagnostic, DiagnosticCode } from '../../skill/diagnostic.js'
import { DIAGNOSTICS } from '../../skill/diagnostic.js'
import { ADJUSTABLE_LIMITS, type AdjustableLimits, LIMITS } from '../../skill/limits.js'
import { CATEGORIES, DECISIONS, isPolicyRule } from '../../skill/policy-rule.js'
import { findJsonError } from '../../skill/text/json-error.js'
import { isRecord } from '../../skill/unknown-value.js'
import { readSmallFileSync } from '../../system/files/small-file.js'
import { readYaml } from '../../system/yaml.js'
import { salvageConfiguration } from './salvage-configuration.js'

export type TrustProject = 'always' | 'ask' | 'never'

/** What the user configured for one skill. */
export interface EntrySettings {
  readonly enabled?: boolean
  readonly apiKey?: unknown
  readonly env?: Readonly<Record<string, string>>
  readonly config?: Readonly<Record<string, unknown>>
}

/** What `~/.metier/config.json` may hold. */
export interface Configuration {
  readonly skills?: {
    readonly trustedSources?: readonly string[]
    readonly disabled?: readonly string[]
    readonly roots?: readonly string[]
    readonly registries?: Readonly<Record<string, string>>
    readonly trustProject?: TrustProject
    readonly entries?: Readonly<Record<string, EntrySettings>>
    /** Findings of the scan that the user has looked at and accepts. */
    readonly suppressions?: readonly Suppression[]
  }
  readonly policy?: unknown
  readonly limits?: Partial<AdjustableLimits>
}

/** The configuration in a file; what is wrong with it goes to `diagnostics` and is left out. */
export function readConfiguration(file: string | undefined, diagnostics: Diagnostic[]): Configuration {
  if (file === undefined) return {}
  const text = readText(file, diagnostics)
  if (text === undefined) return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return readDamaged(file, text, diagnostics)
  }
  const problems: Problem[] = []
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

/** What is not JSON is reported once, where it stops being so; what can be read of it counts. */
function readDamaged(file: string, text: string, diagnostics: Diagnostic[]): Configuration {
  const offset = findJsonError(text)
  const message = `${file} is not JSON: ${offset < text.length ? 'this may not stand here' : 'it ends too early'}`
  const { value, isWhole, disabled } = salvageConfiguration(text)
  const suggestion = isWhole
    ? 'What it says was understood and holds; mend it before something else changes it'
    : 'What could be read of it holds. Until it is mended, what it may have narrowed beside that is not allowed'
  diagnostics.push({ ...toDiagnostic('config_malformed', message, file, text, offset), suggestion })
  const { skills, policy, ...rest } = checkConfiguration(value, [])
  if (isWhole) return { ...rest, ...(skills && { skills }), ...(policy !== undefined && { policy }) }
  // What is mentioned and could not be read may have said less than the default does.
  return {
    ...rest,
    skills: {
      ...(text.includes('trustedSources') && { trustedSources: [] }),
      ...(text.includes('trustProject') && { trustProject: 'ask' }),
      ...skills,
      disabled: [...new Set([...(skills?.disabled ?? []), ...disabled])],
    },
    ...((policy !== undefined || text.includes('policy')) && { policy: askAlways(policy) }),
  }
}

function askAlways(policy: unknown) {
  const { ask = [], ...rest } = isRecord(policy) ? policy : {}
  return { ...rest, ask: [...(Array.isArray(ask) ? ask : []), '*'] }
}

/** The right part of a configuration. A slip never lifts what was forbidden: where one stands, less is allowed. */
function checkConfiguration(value: unknown, problems: Problem[]): Configuration {
  const checked = checkMapping(value, CONFIGURATION, '', problems) as Configuration
  const isPolicyWrong = problems.some(({ pointer }) => /^\/policy(?:\/|$)/.test(pointer))
  return isPolicyWrong ? { ...checked, policy: askAlways(checked.policy) } : checked
}

/** What is not right about a configuration, in words. */
export function reviewConfiguration(value: unknown): readonly string[] {
  const problems: Problem[] = []
  checkMapping(value, CONFIGURATION, '', problems)
  return problems.map(({ message }) => message)
}

/** Where a setting stands in a configuration file that could be read. */
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
  // A space in the place of a byte order mark keeps every offset true.
  if ('bytes' in reading) return reading.bytes.toString('utf8').replace(/^\ufeff/, ' ')
  if (reading.refusal === 'missing') return undefined
  const what =
    reading.refusal === 'too_large' ? 'is larger than a configuration may be' : `cannot be read (${reading.code})`
  diagnostics.push(toDiagnostic('config_unreadable', `${file} ${what}`, file, '', 0))
  return undefined
}

function toDiagnostic(code: DiagnosticCode, message: string, file: string, text: string, offset: number): Diagnostic {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  const column = offset - (before.lastIndexOf('\n') + 1) + 1
  return { code, severity: DIAGNOSTICS[code].severity, message, file, line, column }
}

interface Problem {
  readonly code: 'config_invalid' | 'config_unknown_key'
  readonly pointer: string
  readonly message: string
  readonly suggestion?: string
}

/** What a value must be: a word for it, and the test. Mappings name their keys; `*` stands for any key. */
type Shape =
  | { readonly keys: Readonly<Record<string, Shape>> }
  | {
      readonly what: string
      readonly isRight: (value: unknown) => boolean
      /** What can still be used of a value that is not right. */
      readonly rightPart?: (value: unknown) => unknown
    }

const isText = (value: unknown): value is string => typeof value === 'string'

const TEXTS: Shape = {
  what: 'a list of texts',
  isRight: (value) => Array.isArray(value) && value.every(isText),
  // One slip must not switch a whole list off: what is disabled stays disabled, and nothing else is trusted.
  rightPart: (value) => (Array.isArray(value) ? value : isRecord(value) ? Object.keys(value) : [value]).filter(isText),
}
const COUNT: Shape = { what: 'a positive number', isRight: (value) => typeof value === 'number' && value > 0 }
const ANYTHING: Shape = { what: 'anything', isRight: () => true }
const MAPPING: Shape = { what: 'an object', isRight: isRecord }
const TRUST: Shape = {
  what: '"always", "ask" or "never"',
  isRight: (value) => value === 'always' || value === 'ask' || value === 'never',
  rightPart: () => 'never',
}
const TEXTS_BY_NAME: Shape = {
  what: 'an object of texts',
  isRight: (value) => isRecord(value) && Object.values(value).every(isText),
}
const RULES: Shape = {
  what: 'a list of rules',
  isRight: (value) => Array.isArray(value) && value.every(isPolicyRule),
  // One slip must not lift what the others forbid.
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
    enabled: { what: 'true or false', isRight: (value) => typeof value === 'boolean', rightPart: () => false },
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
        disabled: TEXTS,
        roots: TEXTS,
        registries: TEXTS_BY_NAME,
        trustProject: TRUST,
        entries: { keys: { '*': ENTRY } },
        suppressions: SUPPRESSIONS,
      },
    },
    policy: { keys: { deny: RULES, ask: RULES, allow: RULES, default: { keys: DECISION_BY_CATEGORY } } },
    limits: { keys: Object.fromEntries(ADJUSTABLE_LIMITS.map((name) => [name, COUNT])) },
  },
}

/** The right part of a value; what is not right is reported and left out. */
function checkMapping(value: unknown, shape: Shape, pointer: string, problems: Problem[]): unknown {
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

function checkKeys(value: object, shape: MappingShape, pointer: string, problems: Problem[]): unknown {
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

/** A key that is nearly right is read as the right one: what it switches off must not come on. */
function meantKey(key: string, beside: object, { keys }: MappingShape) {
  const most = Math.max(1, Math.floor(key.length / 3))
  return Object.keys(keys).find(
    (name) => !Object.hasOwn(beside, name) && editDistance(key.toLowerCase(), name.toLowerCase(), most) <= most,
  )
}

function reportKey(pointer: string, meant: string | undefined): Problem {
  const message = `'${pointer.slice(1).replaceAll('/', '.')}' is not a setting`
  if (meant === undefined) return { code: 'config_unknown_key', pointer, message }
  return { code: 'config_unknown_key', pointer, message, suggestion: `It is read as '${meant}'; write it so` }
}
