/**
 * What a model sees of a tool's schema. A schema without a JSON form is refused where the tool is defined: the model
 * would not know the parameters.
 */

import type { JsonSchema } from '../../skill/json-schema.js'
import { isRecord, messageOf } from '../../skill/unknown-value.js'
import type { Tool } from './tool.js'
import type { StandardSchema } from './tool-params.js'

/** The part of a tool that its input is checked against. */
export type SchemaHolder = Pick<Tool, 'toolName' | 'paramsSchema'>

/** Throws a `TypeError` for a tool whose description or schema cannot be shown to a model, when it is registered. */
export function requireTool(tool: Tool): void {
  const { desc }: { readonly desc: unknown } = tool
  if (typeof desc !== 'string')
    throw new TypeError(`Tool '${tool.toolName}' has no desc. Say what it does and when to use it`)
  const problem = describeSchemaProblem(tool)
  if (problem !== undefined) throw new TypeError(problem)
}

/** Says why a tool's schema cannot be used; undefined if it can. */
export function describeSchemaProblem({ toolName, paramsSchema }: SchemaHolder): string | undefined {
  const reading = readSchema(paramsSchema)
  return reading.ok ? undefined : `Tool '${toolName}' ${reading.problem}`
}

/** A tool's schema as a model sees it. */
export function jsonSchemaOf({ paramsSchema }: Tool): JsonSchema {
  const reading = readSchema(paramsSchema)
  // A component may have added the tool after it was registered. Calls are refused with the reason.
  return reading.ok ? reading.json : ANY_OBJECT
}

/** Whether a schema belongs to the Standard Schema family. */
export function isStandardSchema(schema: JsonSchema | StandardSchema): schema is StandardSchema {
  return '~standard' in schema
}

const ANY_OBJECT: JsonSchema = { type: 'object' }

type Reading = { readonly ok: true; readonly json: JsonSchema } | { readonly ok: false; readonly problem: string }

/** Conversions take time, and a list of tools is made before each step. */
const readings = new WeakMap<object, Reading>()

/** A host may give anything, whatever the type says. */
function readSchema(given: unknown): Reading {
  if (!isSchemaLike(given)) return refuse(`has no paramsSchema. ${ADVICE}`)
  const known = readings.get(given)
  if (known !== undefined) return known
  const reading = requireObject(convert(given))
  readings.set(given, reading)
  return reading
}

const ADVICE = "Add a JSON Schema or a Standard Schema, such as { type: 'object' } for no parameters"

/** Schemas of some libraries are functions. */
function isSchemaLike(given: unknown): given is object {
  return isRecord(given) || typeof given === 'function'
}

function convert(schema: object): Reading {
  const conversion = findConversion(schema)
  if (conversion === undefined) {
    return isPlain(schema) ? { ok: true, json: schema } : refuse(`${NO_JSON_SCHEMA}. ${adviseFor(schema)}`)
  }
  try {
    const json = conversion()
    return isRecord(json) ? { ok: true, json } : refuse(`${NO_JSON_SCHEMA}. ${PASS_JSON}`)
  } catch (error) {
    const reason = messageOf(error).replaceAll(/\s+/g, ' ').slice(0, LONGEST_REASON)
    return refuse(`has a paramsSchema without a JSON Schema: ${reason}. Use types that JSON has, or pass a JSON Schema`)
  }
}

const NO_JSON_SCHEMA = 'has a paramsSchema that cannot be shown to a model: it does not give its JSON Schema'
const LONGEST_REASON = 300

/**
 * The ways in which libraries give the JSON Schema of what a schema takes: Standard JSON Schema (zod from 4.2, arktype,
 * valibot's `toStandardJsonSchema`), or a method of the schema (older arktype).
 */
function findConversion(schema: object): (() => unknown) | undefined {
  if (!('~standard' in schema)) return undefined
  const standard = schema['~standard']
  if (isRecord(standard) && isRecord(standard.jsonSchema)) {
    const { input } = standard.jsonSchema
    if (typeof input === 'function') return () => input({ target: 'draft-2020-12' })
  }
  if ('toJSONSchema' in schema && typeof schema.toJSONSchema === 'function') {
    const { toJSONSchema } = schema
    return () => toJSONSchema.call(schema, { io: 'input' })
  }
  if ('toJsonSchema' in schema && typeof schema.toJsonSchema === 'function') {
    const { toJsonSchema } = schema
    return () => toJsonSchema.call(schema)
  }
  return undefined
}

/** Whether an object may be a JSON Schema: data alone, and no instance of a library's class. */
function isPlain(schema: object): schema is JsonSchema {
  if (!isRecord(schema) || '~standard' in schema) return false
  const prototype: unknown = Object.getPrototypeOf(schema)
  // The prototype of another realm's plain objects is not ours, but it has none either.
  const isInstance = prototype !== null && Object.getPrototypeOf(prototype) !== null
  return !isInstance && !Object.values(schema).some((value) => typeof value === 'function')
}

const PASS_JSON = 'Pass a JSON Schema'

/** What to pass, for the libraries whose schemas cannot be converted from outside. */
function adviseFor(schema: object): string {
  const standard = '~standard' in schema ? schema['~standard'] : undefined
  const vendor = isRecord(standard) ? standard.vendor : undefined
  if (vendor === 'valibot') return "Pass toStandardJsonSchema(schema) of '@valibot/to-json-schema'"
  if (vendor !== 'zod') return PASS_JSON
  const converter = '_zod' in schema ? 'z.toJSONSchema(schema)' : "zodToJsonSchema(schema) of 'zod-to-json-schema'"
  return `Pass ${converter}, or use zod 4.2 or newer`
}

/** Parameters have names, so the root is an object. */
function requireObject(reading: Reading): Reading {
  if (!reading.ok) return reading
  const { type } = reading.json
  if (type === undefined && namesParameters(reading.json))
    return refuse("has parameters at the root of its paramsSchema. Write { type: 'object', properties: { … } }")
  if (type === undefined || type === 'object') return reading
  return refuse(`has a paramsSchema of type ${JSON.stringify(type)}. Parameters have names: use an object`)
}

/** Keywords of JSON Schema that hold an object. */
const HOLDERS =
  /^(?:not|if|then|else|items|contains|propertyNames|(?:additional|unevaluated)\w+|(?:pattern)?[pP]roperties|\$defs|definitions|dependent\w+|default|const|\$?x-.*)$/

/** A forgotten 'properties': `{ text: { type: 'string' } }`. */
function namesParameters(json: JsonSchema): boolean {
  return Object.entries(json).some(([key, value]) => !HOLDERS.test(key) && isRecord(value) && 'type' in value)
}

function refuse(problem: string): Reading {
  return { ok: false, problem }
}
