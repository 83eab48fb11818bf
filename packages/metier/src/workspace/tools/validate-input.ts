/** Checks a call's parameters against the tool's schema. The validator is loaded with the first JSON Schema. */

import type { JsonSchema } from '../../skill/json-schema.js'
import { messageOf } from '../../skill/unknown-value.js'
import type { Tool } from './tool.js'
import type { StandardSchema } from './tool-params.js'
import { describeSchemaProblem, isStandardSchema } from './tool-schema.js'

/** The checked parameters, or what is wrong with them. */
export type InputResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly string[] }

type Check = (value: unknown) => InputResult
const checks = new WeakMap<object, Check>()

/** Checks the parameters; synchronous once the schema has been compiled. */
export function validateInput(tool: Tool, params: unknown): InputResult | Promise<InputResult> {
  const { paramsSchema } = tool
  // A component may have added the tool after it was registered.
  const problem = describeSchemaProblem(tool)
  if (problem !== undefined) return { ok: false, issues: [`cannot be checked: ${problem}`] }
  const value = params ?? {}
  if (isStandardSchema(paramsSchema)) return checkStandard(paramsSchema, value)
  const known = checks.get(paramsSchema)
  return known === undefined ? checkFirst(paramsSchema, value) : known(value)
}

/** Says why a schema cannot be used; undefined if it can. */
export async function findSchemaProblem(schema: JsonSchema): Promise<string | undefined> {
  try {
    await compile(schema)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

async function checkStandard(schema: StandardSchema, value: unknown): Promise<InputResult> {
  const outcome = await schema['~standard'].validate(value)
  if (outcome.issues === undefined) return { ok: true, value: outcome.value }
  return {
    ok: false,
    issues: outcome.issues.map(({ message, path = [] }) => describe(path.map(keyOf).join('.'), message)),
  }
}

function keyOf(part: unknown): string {
  return typeof part === 'object' && part !== null && 'key' in part ? String(part.key) : String(part)
}

async function checkFirst(schema: JsonSchema, value: unknown): Promise<InputResult> {
  const check = await compile(schema)
  checks.set(schema, check)
  return check(value)
}

interface AjvIssue {
  readonly instancePath: string
  readonly keyword: string
  readonly message?: string
  readonly params: Readonly<Record<string, unknown>>
}

async function compile(schema: JsonSchema): Promise<Check> {
  // An asynchronous schema would return a promise, which is truthy and would accept everything.
  const { $schema, $async: _, ...kept } = schema
  // One validator per schema: two schemas with the same $id would collide in a shared one.
  const validator = /draft-0[4-7]/.test(String($schema)) ? await createOld() : await createNew()
  const validate = validator.compile(kept)
  return (value) => {
    if (validate(value)) return { ok: true, value }
    return { ok: false, issues: ((validate.errors ?? []) as readonly AjvIssue[]).slice(0, MOST_ISSUES).map(toIssue) }
  }
}

const MOST_ISSUES = 5
const OPTIONS = { strict: false, allErrors: true, validateFormats: false, logger: false, addUsedSchema: false } as const

async function createNew() {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  return new Ajv2020(OPTIONS)
}

async function createOld() {
  const { Ajv } = await import('ajv')
  return new Ajv(OPTIONS)
}

function toIssue({ instancePath, keyword, message = 'is not valid', params }: AjvIssue): string {
  const path = instancePath.slice(1).replaceAll('/', '.')
  if (keyword === 'additionalProperties') return describe(path, `has no parameter '${params.additionalProperty}'`)
  if (keyword === 'enum') return describe(path, `must be one of ${JSON.stringify(params.allowedValues)}`)
  return describe(path, message)
}

function describe(path: string, message: string): string {
  return path === '' ? message : `${path} ${message}`
}
