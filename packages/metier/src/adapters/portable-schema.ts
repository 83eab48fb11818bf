/**
 * A schema in the one form that all the libraries take: Standard Schema, with its JSON Schema extension. It is read at
 * the moment a library asks, so that a list of skills in it is the present one.
 */
import type { InputCheck } from './adapter-options.js'
import { checkValue, type Issue } from './check-value.js'
import { copySchema, type ObjectSchema } from './object-schema.js'
import type { JsonSchema } from '../tools/agent-tool.js'

/** A Standard Schema (version 1) that also tells its JSON Schema. */
export interface PortableSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'metier'
    readonly validate: (value: unknown) => { readonly value: unknown } | { readonly issues: readonly Issue[] }
    readonly jsonSchema: {
      /** The same for every draft that is asked for: tools use what all drafts share. */
      readonly input: (options?: unknown) => ObjectSchema
      readonly output: (options?: unknown) => ObjectSchema
    }
  }
}

/** Wraps a JSON Schema. Each reading is a fresh copy, since libraries write into what they get. */
export function portableSchema(read: () => JsonSchema, check: InputCheck = checkValue): PortableSchema {
  const copy = () => copySchema(read())
  return {
    '~standard': {
      version: 1,
      vendor: 'metier',
      validate: (value) => {
        const issues = check(read(), value)
        return issues.length > 0 ? { issues } : { value }
      },
      jsonSchema: { input: copy, output: copy },
    },
  }
}
