/** The keys of a configuration and the types of their values. Mistakes are reported, and the usable part is kept. */

import { isSuppression } from '../../gate/suppression.js'
import { ADJUSTABLE_LIMITS } from '../../skill/limits.js'
import { CATEGORIES, DECISIONS, isPolicyRule } from '../../skill/policy-rule.js'
import { meantKey } from '../../skill/text/meant-key.js'
import { isRecord } from '../../skill/unknown-value.js'
import { REVIEWER_KEYS } from './reviewer-settings.js'
import { SIGNATURE_SHAPES } from './signature-settings.js'

/** A mistake in a configuration, and where: a JSON Pointer. */
export interface ConfigurationProblem {
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

/** Keeps the valid part of a configuration. Reports and drops the rest. */
export function checkKeysAndValues(value: unknown, problems: ConfigurationProblem[]): unknown {
  return checkMapping(value, CONFIGURATION, '', problems)
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
  // In an object of the host, undefined means left out.
  for (const [key, item] of Object.entries(value).filter((entry) => entry[1] !== undefined)) {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    // A misspelled key is read as the intended one: a skill that it disables must stay disabled.
    const known = shapeOf(shape, key) === undefined ? meantKey(key, value, Object.keys(shape.keys)) : key
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

function reportKey(pointer: string, meant: string | undefined): ConfigurationProblem {
  const message = `'${pointer.slice(1).replaceAll('/', '.')}' is not a setting`
  if (meant === undefined) return { code: 'config_unknown_key', pointer, message }
  return { code: 'config_unknown_key', pointer, message, suggestion: `Read as '${meant}'; fix the spelling` }
}
