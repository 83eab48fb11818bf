/** Compiles JSON Schemas. The validator is loaded with the first one. */

import type { JsonSchema } from '../skill/json-schema.js'
import type { SchemaViolation } from '../skill/tools-file/explain-shape.js'
import { messageOf } from '../skill/unknown-value.js'

/** Lists where a value does not match; empty if it matches. */
export type SchemaCheck = (value: unknown) => readonly SchemaViolation[]

/** Throws if the schema cannot be used. */
export async function compileSchema(schema: JsonSchema): Promise<SchemaCheck> {
  // An asynchronous schema would return a promise, which is truthy and would accept everything.
  const { $schema, $async: _, ...kept } = schema
  // One validator per schema: two schemas with the same $id would collide in a shared one.
  const validator = /draft-0[4-7]/.test(String($schema)) ? await createOld() : await createNew()
  const validate = validator.compile(kept)
  return (value) => (validate(value) ? [] : ((validate.errors ?? []) as readonly SchemaViolation[]))
}

/** Says why a schema cannot be used; undefined if it can. */
export async function findSchemaProblem(schema: JsonSchema): Promise<string | undefined> {
  try {
    await compileSchema(schema)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

const OPTIONS = {
  strict: false,
  allErrors: true,
  verbose: true,
  validateFormats: false,
  logger: false,
  addUsedSchema: false,
} as const

async function createNew() {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  return new Ajv2020(OPTIONS)
}

async function createOld() {
  const { Ajv } = await import('ajv')
  return new Ajv(OPTIONS)
}
