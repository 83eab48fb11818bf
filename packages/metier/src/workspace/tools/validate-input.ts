/** Checks a call's parameters against the tool's schema. The validator is loaded with the first JSON Schema. */

import type { JsonSchema } from '../../skill/json-schema.js'
import type { SchemaViolation } from '../../skill/tools-file/explain-shape.js'
import { compileSchema } from '../../system/json-schema.js'
import type { StandardSchema } from './tool-params.js'
import { describeSchemaProblem, isStandardSchema, type SchemaHolder } from './tool-schema.js'

/** The checked parameters, or what is wrong with them. */
export type InputResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly string[] }

type Check = (value: unknown) => InputResult
const checks = new WeakMap<object, Check>()

/** Checks the parameters; synchronous once the schema has been compiled. */
export function validateInput(tool: SchemaHolder, params: unknown): InputResult | Promise<InputResult> {
  const { paramsSchema } = tool
  // A component may have added the tool after it was registered.
  const problem = describeSchemaProblem(tool)
  if (problem !== undefined) return { ok: false, issues: [`cannot be checked: ${problem}`] }
  const value = params ?? {}
  if (isStandardSchema(paramsSchema)) return checkStandard(paramsSchema, value)
  const known = checks.get(paramsSchema)
  return known === undefined ? checkFirst(paramsSchema, value) : known(value)
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

async function compile(schema: JsonSchema): Promise<Check> {
  const check = await compileSchema(schema)
  return (value) => {
    const issues = check(value)
    return issues.length === 0 ? { ok: true, value } : { ok: false, issues: issues.slice(0, MOST_ISSUES).map(toIssue) }
  }
}

const MOST_ISSUES = 5

function toIssue({ instancePath, keyword, message = 'is not valid', params }: SchemaViolation): string {
  const path = instancePath.slice(1).replaceAll('/', '.')
  if (keyword === 'additionalProperties') return describe(path, `has no parameter '${params.additionalProperty}'`)
  if (keyword === 'enum') return describe(path, `must be one of ${JSON.stringify(params.allowedValues)}`)
  return describe(path, message)
}

function describe(path: string, message: string): string {
  return path === '' ? message : `${path} ${message}`
}
