/** What zod 4 asks of a schema. compat/schemas drives the same object with zod itself. */

import { expect, test } from 'vitest'
import { createZodSchema } from '../../src/tools/zod-schema.js'

const JSON_SCHEMA = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }

/** The internals, as zod's functions see them. */
function readInternals(): {
  readonly def: { readonly type: string }
  readonly traits: ReadonlySet<string>
  toJSONSchema(): { properties: { name: { type: string } } }
  run(payload: { value: unknown; issues: object[] }): { value: unknown; issues: object[] }
} {
  const schema = createZodSchema(JSON_SCHEMA, (value) =>
    typeof value === 'string' ? { value: value.trim() } : { issues: [{ message: 'must be text' }] },
  )
  return schema._zod
}

test('N-3: zod finds the kind of the schema, and a type that has no methods of its own', () => {
  const { def, traits } = readInternals()
  expect(def).toEqual({ type: 'custom' })
  expect([...traits]).toEqual(['$ZodType'])
})

test('N-3: the JSON Schema is a copy each time, since zod writes into it', () => {
  const { toJSONSchema } = readInternals()
  expect(toJSONSchema()).toStrictEqual(JSON_SCHEMA)
  toJSONSchema().properties.name.type = 'number'
  expect(toJSONSchema()).toStrictEqual(JSON_SCHEMA)
})

test('N-3: a value that fits goes on as it was read', () => {
  expect(readInternals().run({ value: ' pdf ', issues: [] })).toEqual({ value: 'pdf', issues: [] })
})

test('N-3: what is wrong with a value becomes an issue, beside those that were found before', () => {
  const before = { code: 'custom', message: 'before' }
  expect(readInternals().run({ value: 5, issues: [before] })).toEqual({
    value: 5,
    issues: [before, { code: 'custom', message: 'must be text', path: [], input: 5 }],
  })
})
