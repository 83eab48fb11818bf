import type { JsonSchema } from '../skill/json-schema.js'
import { createPortableSchema, type PortableSchema, type ReadValue } from '../tools/portable-schema.js'
import { createZodSchema, type ZodCompatibleSchema } from '../tools/zod-schema.js'
import { copySchema } from './adaptable-tool.js'
import type { AdapterOptions } from './adapter-options.js'
import { findIssues } from './check-value.js'

/**
 * A tool's schema in the form that libraries take. It accepts everything unless the host wants arguments checked: the
 * tool itself says what is wrong with them.
 */
export function toPortableSchema(schema: JsonSchema, options: AdapterOptions): PortableSchema<unknown> {
  return createPortableSchema(copySchema(schema), createReader(schema, options))
}

/** The same schema for libraries that know no schemas but zod's. */
export function toZodSchema(schema: JsonSchema, options: AdapterOptions): ZodCompatibleSchema<unknown> {
  return createZodSchema(copySchema(schema), createReader(schema, options))
}

function createReader(schema: JsonSchema, options: AdapterOptions): ReadValue<unknown> {
  return (value) => {
    const issues = findIssues(schema, value, options)
    return issues.length > 0 ? { issues } : { value }
  }
}
