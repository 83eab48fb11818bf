/**
 * A schema that zod's own functions take as one of theirs, without zod: hosts that describe their tools with
 * `z.toJSONSchema` do so with this one too.
 */

import type { JsonSchema } from '../skill/json-schema.js'
import { createPortableSchema, type PortableSchema, type ReadValue } from './portable-schema.js'

/** A portable schema that zod 4 takes wherever it takes a schema, such as in `z.toJSONSchema`. */
export interface ZodCompatibleSchema<T> extends PortableSchema<T> {
  // Zod declares other internals in every version. `never` fits all of them.
  /** For zod alone. */
  readonly _zod: never
}

/** Creates a schema from its JSON form and a function that reads a value. */
export function createZodSchema<T>(json: JsonSchema, read: ReadValue<T>): ZodCompatibleSchema<T> {
  return { ...createPortableSchema(json, read), _zod: createInternals(json, read) as never }
}

/** A value on its way through zod's parsers. */
interface Payload {
  value: unknown
  readonly issues: object[]
}

/** The part of zod's internals that every 4.x version asks of a schema that was written elsewhere. */
function createInternals(json: JsonSchema, read: ReadValue<unknown>) {
  return {
    // Not `object`: libraries would take such a schema apart with functions that only zod's own classes have.
    def: { type: 'custom' },
    // What zod's `instanceof` goes by: a schema without the methods of its classes.
    traits: new Set(['$ZodType']),
    // Zod writes into what it gets.
    toJSONSchema: () => structuredClone(json),
    run: (payload: Payload): Payload => {
      const { value } = payload
      const result = read(value)
      if ('value' in result) payload.value = result.value
      else payload.issues.push(...result.issues.map((issue) => ({ path: [], ...issue, code: 'custom', input: value })))
      return payload
    },
  }
}
