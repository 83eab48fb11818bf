/** The part of JSON Schema that tools use, so that checking arguments needs no package. */
import type { JsonSchema } from '../skill/json-schema.js'
import { isRecord } from '../skill/unknown-value.js'

/** What is wrong with a value, and the path to the part that is wrong. */
export interface Issue {
  readonly message: string
  readonly path: readonly (string | number)[]
}

/** Checks a value against a JSON Schema. An empty list means that it is valid. */
export type InputCheck = (schema: JsonSchema, value: unknown) => readonly Issue[]

/** Runs the host's check. Without one, the tool checks its input itself. */
export function findIssues(
  schema: JsonSchema,
  value: unknown,
  { checkInput }: { readonly checkInput?: true | InputCheck | undefined },
): readonly Issue[] {
  const check = checkInput === true ? checkValue : checkInput
  return check?.(schema, value) ?? []
}

type Path = Issue['path']
/** Takes the value of a keyword, the value to check, the schema that contains the keyword, and the path. */
type Keyword = (rule: unknown, value: unknown, schema: JsonSchema, path: Path) => readonly Issue[]

/** Finds every part of a value that does not match a JSON Schema. Unknown keywords are ignored. */
export function checkValue(schema: unknown, value: unknown, path: Path = []): readonly Issue[] {
  if (schema === false) return [{ message: 'is not allowed', path }]
  if (!isRecord(schema)) return []
  // A value of the wrong type would fail other keywords too, so report the type only.
  const wrongType = checkType(schema.type, value, schema, path)
  if (wrongType.length > 0) return wrongType
  return Object.entries(schema).flatMap(([name, rule]) => KEYWORDS.get(name)?.(rule, value, schema, path) ?? [])
}

const TYPES: ReadonlyMap<string, (value: unknown) => boolean> = new Map<string, (value: unknown) => boolean>([
  ['object', isRecord],
  ['array', Array.isArray],
  ['string', (value) => typeof value === 'string'],
  ['number', (value) => typeof value === 'number'],
  ['integer', (value) => Number.isInteger(value)],
  ['boolean', (value) => typeof value === 'boolean'],
  ['null', (value) => value === null],
])

const checkType: Keyword = (rule, value, _, path) => {
  const names = (Array.isArray(rule) ? rule : [rule]).filter((name) => TYPES.has(name))
  if (names.length === 0 || names.some((name) => TYPES.get(name)?.(value))) return []
  return [{ message: `must be ${names.join(' or ')}`, path }]
}

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['enum', (rule, value, _, path) => (asList(rule).some((one) => isSame(one, value)) ? [] : notAmong(rule, path))],
  ['const', (rule, value, _, path) => (isSame(rule, value) ? [] : notAmong([rule], path))],
  ['anyOf', checkAnyOf],
  ['properties', checkProperties],
  ['required', checkRequired],
  ['additionalProperties', checkAdditional],
  ['items', (rule, value, _, path) => asList(value).flatMap((one, index) => checkValue(rule, one, [...path, index]))],
  ['minItems', limit('at least', 'items', (value) => (Array.isArray(value) ? value.length : undefined))],
  ['maxItems', limit('at most', 'items', (value) => (Array.isArray(value) ? value.length : undefined))],
  ['minLength', limit('at least', 'characters', lengthOf)],
  ['maxLength', limit('at most', 'characters', lengthOf)],
  ['minimum', limit('at least', '', numberOf)],
  ['maximum', limit('at most', '', numberOf)],
  ['exclusiveMinimum', limit('more than', '', numberOf)],
  ['exclusiveMaximum', limit('less than', '', numberOf)],
  ['pattern', checkPattern],
])

function checkAnyOf(rule: unknown, value: unknown, _: JsonSchema, path: Path): readonly Issue[] {
  const branches = asList(rule).map((branch) => checkValue(branch, value, path))
  return branches.some((issues) => issues.length === 0) ? [] : (branches[0] ?? [])
}

function checkProperties(rule: unknown, value: unknown, _: JsonSchema, path: Path): readonly Issue[] {
  if (!isRecord(rule) || !isRecord(value)) return []
  return Object.entries(rule).flatMap(([name, schema]) =>
    Object.hasOwn(value, name) ? checkValue(schema, value[name], [...path, name]) : [],
  )
}

function checkRequired(rule: unknown, value: unknown, _: JsonSchema, path: Path): readonly Issue[] {
  if (!isRecord(value)) return []
  const missing = asList(rule).filter((name) => typeof name === 'string' && !Object.hasOwn(value, name))
  return missing.map((name) => ({ message: 'is required', path: [...path, String(name)] }))
}

function checkAdditional(rule: unknown, value: unknown, schema: JsonSchema, path: Path): readonly Issue[] {
  if (!isRecord(value)) return []
  const known = isRecord(schema.properties) ? schema.properties : {}
  const further = Object.keys(value).filter((name) => !Object.hasOwn(known, name))
  return further.flatMap((name) => checkValue(rule, value[name], [...path, name]))
}

function checkPattern(rule: unknown, value: unknown, _: JsonSchema, path: Path): readonly Issue[] {
  if (typeof rule !== 'string' || typeof value !== 'string') return []
  return toExpression(rule)?.test(value) === false ? [{ message: `must match ${rule}`, path }] : []
}

/** An invalid pattern is a mistake in the schema, so it rejects no value. */
function toExpression(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return undefined
  }
}

type Bound = 'at least' | 'at most' | 'more than' | 'less than'

const HOLDS: Readonly<Record<Bound, (measured: number, bound: number) => boolean>> = {
  'at least': (measured, bound) => measured >= bound,
  'at most': (measured, bound) => measured <= bound,
  'more than': (measured, bound) => measured > bound,
  'less than': (measured, bound) => measured < bound,
}

function limit(bound: Bound, unit: string, measure: (value: unknown) => number | undefined): Keyword {
  return (rule, value, _, path) => {
    const measured = measure(value)
    if (measured === undefined || typeof rule !== 'number' || HOLDS[bound](measured, rule)) return []
    const verb = unit === '' ? 'must be' : 'must have'
    return [{ message: `${verb} ${bound} ${rule} ${unit}`.trimEnd(), path }]
  }
}

function notAmong(allowed: unknown, path: Path): readonly Issue[] {
  return [{ message: `must be one of ${JSON.stringify(allowed)}`, path }]
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** In code points, as JSON Schema counts. */
function lengthOf(value: unknown): number | undefined {
  return typeof value === 'string' ? [...value].length : undefined
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Compares as JSON, ignoring the order of keys. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, index) => isSame(value, other[index]))
  if (!isRecord(one) || !isRecord(other)) return one === other
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  )
}
