import type { JsonSchema } from '../skill/json-schema.js'

/** The schema of an object, as every library wants it at the root. Mutable: it is a copy, and the caller's own. */
export type ObjectSchema = { type: 'object'; [keyword: string]: unknown }

/** A copy that nobody else holds, with `type: 'object'` at its root. */
export function copySchema(schema: JsonSchema): ObjectSchema {
  return { ...structuredClone(schema), type: 'object' }
}
