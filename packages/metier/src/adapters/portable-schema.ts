import type { JsonSchema } from '../skill/json-schema.js'
import { createPortableSchema, type PortableSchema } from '../tools/portable-schema.js'
import { copySchema } from './adaptable-tool.js'
import type { AdapterOptions } from './adapter-options.js'
import { findIssues } from './check-value.js'

/**
 * The schema of a tool in the form that libraries take. Unless the host wants arguments checked it lets everything
 * through: what is wrong with them is for the tool to say.
 */
export function toPortableSchema(schema: JsonSchema, options: AdapterOptions): PortableSchema<unknown> {
  return createPortableSchema(copySchema(schema), (value) => {
    const issues = findIssues(schema, value, options)
    return issues.length > 0 ? { issues } : { value }
  })
}
