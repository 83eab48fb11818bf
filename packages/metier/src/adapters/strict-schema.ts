/** OpenAI's strict mode: every property is required, so an optional one has to allow `null` instead. */

import { isRecord } from '../skill/unknown-value.js'
import type { ObjectSchema } from './adaptable-tool.js'
import { checkValue } from './check-value.js'
import { fitsStrictLimits } from './strict-limits.js'

type Schema = Readonly<Record<string, unknown>>

/** The schema for strict mode; undefined if strict mode cannot express it. */
export function toStrictSchema(schema: ObjectSchema): ObjectSchema | undefined {
  // The root must be an object, not a choice.
  const strict = 'anyOf' in schema ? undefined : tighten(schema)
  return strict === undefined || !fitsStrictLimits(strict) ? undefined : { ...strict, type: 'object' }
}

/**
 * Removes `null` from properties that the tool's own schema makes optional. Strict mode asks for it, and models send it
 * anyway.
 */
export function dropNulls(schema: unknown, value: unknown): unknown {
  if (!isRecord(schema)) return value
  if (Array.isArray(value)) return value.map((one) => dropNulls(schema.items, one))
  const properties = schema.properties
  if (!isRecord(value) || !isRecord(properties)) return value
  const required = requiredOf(schema)
  const kept = Object.entries(value).filter(([name, part]) => part !== null || keepsNull(name, properties, required))
  return Object.fromEntries(kept.map(([name, part]) => [name, dropNulls(properties[name], part)]))
}

function keepsNull(name: string, properties: Schema, required: ReadonlySet<unknown>): boolean {
  return required.has(name) || !Object.hasOwn(properties, name) || allowsNull(properties[name])
}

function allowsNull(schema: unknown): boolean {
  return checkValue(schema, null).length === 0
}

/** Keywords that strict mode does not support, and references, which are not resolved here. */
const REFUSED = [
  '$ref',
  'oneOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'unevaluatedProperties',
  'propertyNames',
]
/** A schema must have one of these. */
const KINDS = ['type', 'enum', 'const', 'anyOf']

function tighten(schema: unknown): Schema | undefined {
  if (!isRecord(schema) || REFUSED.some((keyword) => keyword in schema)) return undefined
  // An empty schema may be a mistake, so it is not made strict.
  if (!KINDS.some((keyword) => keyword in schema)) return undefined
  const { default: _, ...kept } = schema
  const parts = [tightenProperties(schema), tightenItems(schema), tightenBranches(schema)]
  return parts.includes(undefined) ? undefined : Object.assign(kept, ...parts)
}

function tightenProperties(schema: Schema): Schema | undefined {
  const { type, properties, additionalProperties = false } = schema
  if (type !== 'object') return type === undefined || !asList(type).includes('object') ? {} : undefined
  if (!isRecord(properties) || additionalProperties !== false) return undefined
  const required = requiredOf(schema)
  const tightened = Object.entries(properties).map(([name, part]) => [name, tighten(part), required.has(name)] as const)
  if (tightened.some(([, part]) => part === undefined)) return undefined
  const entries = tightened.map(([name, part = {}, isRequired]) => [name, isRequired ? part : orNull(part)])
  return {
    properties: Object.fromEntries(entries),
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

function tightenItems({ items }: Schema): Schema | undefined {
  if (items === undefined) return {}
  const tightened = tighten(items)
  return tightened && { items: tightened }
}

function tightenBranches({ anyOf }: Schema): Schema | undefined {
  if (!Array.isArray(anyOf)) return {}
  const branches = anyOf.map(tighten)
  return branches.includes(undefined) ? undefined : { anyOf: branches }
}

function orNull(schema: Schema): Schema {
  if (allowsNull(schema)) return schema
  const { type, enum: values, anyOf } = schema
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: 'null' }] }
  return {
    ...schema,
    ...(type !== undefined && { type: [...asList(type), 'null'] }),
    ...(Array.isArray(values) && { enum: [...values, null] }),
  }
}

function requiredOf({ required }: Schema): ReadonlySet<unknown> {
  return new Set(Array.isArray(required) ? required : [])
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}
