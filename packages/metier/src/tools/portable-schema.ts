/** A schema that any agent library takes: the Standard Schema interface, and zod's two methods. */

import type { JsonSchema } from '../skill/json-schema.js'

/** What is wrong with a value, and where. */
export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (string | number)[]
}

type StandardResult<T> = { readonly value: T } | { readonly issues: readonly SchemaIssue[] }

/** Reads a value, or says what is wrong with it. */
export type ReadValue<T> = (value: unknown) => StandardResult<T>

type SafeParsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: SchemaError }

/** The error that `parse` throws. */
export interface SchemaError extends Error {
  readonly issues: readonly SchemaIssue[]
}

/** A schema with the Standard Schema interface and the methods `parse` and `safeParse`. */
export interface PortableSchema<T> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'metier'
    validate(value: unknown): StandardResult<T>
    /** Libraries modify the schema, so each call returns a copy. */
    readonly jsonSchema: { input(options?: unknown): JsonSchema; output(options?: unknown): JsonSchema }
  }
  /** Returns the value, or throws a `SchemaError`. */
  parse(value: unknown): T
  /** Returns the value or the error. */
  safeParse(value: unknown): SafeParsed<T>
}

/** Creates a schema from its JSON form and a function that reads a value. */
export function createPortableSchema<T>(json: JsonSchema, read: ReadValue<T>): PortableSchema<T> {
  const copy = () => structuredClone(json)
  const safeParse = (value: unknown): SafeParsed<T> => {
    const result = read(value)
    if ('value' in result) return { success: true, data: result.value }
    const { issues } = result
    const message = issues.map((issue) => issue.message).join('; ')
    return { success: false, error: Object.assign(new Error(message), { issues }) }
  }
  return {
    '~standard': { version: 1, vendor: 'metier', validate: read, jsonSchema: { input: copy, output: copy } },
    safeParse,
    parse: (value) => {
      const parsed = safeParse(value)
      if (parsed.success) return parsed.data
      throw parsed.error
    },
  }
}
