import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toPortableSchema } from '../../src/adapters/portable-schema.js'

const SCHEMA = { properties: { action: { type: 'string', enum: ['list'] } }, required: ['action'] }

test('it is a Standard Schema that tells its JSON Schema, and never claims to be of another vendor', () => {
  const { version, vendor, jsonSchema } = toPortableSchema(SCHEMA, {})['~standard']
  expect({ version, vendor }).toEqual({ version: 1, vendor: 'metier' })
  for (const target of ['draft-07', 'draft-2020-12', 'openapi-3.0']) {
    expect(jsonSchema.input({ target })).toEqual({ ...SCHEMA, type: 'object' })
    expect(jsonSchema.output({ target })).toEqual({ ...SCHEMA, type: 'object' })
  }
})

test('each reading is a fresh copy: libraries write into what they get', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (json) => {
      const { jsonSchema } = toPortableSchema(json, {})['~standard']
      const first = jsonSchema.input() as Record<string, unknown>
      first.additionalProperties = false
      first.properties = 'spoilt'
      expect(jsonSchema.input()).toEqual({ ...json, type: 'object' })
    }),
  )
})

test('C-18: by default it lets everything through, since the tool answers for itself', () => {
  const { validate } = toPortableSchema(SCHEMA, {})['~standard']
  expect(validate({ action: 'dance' })).toEqual({ value: { action: 'dance' } })
})

test('with checkInput it refuses what does not fit, with the path', () => {
  const { validate } = toPortableSchema(SCHEMA, { checkInput: true })['~standard']
  expect(validate({ action: 'list' })).toEqual({ value: { action: 'list' } })
  expect(validate({ action: 'dance' })).toEqual({ issues: [{ message: 'must be one of ["list"]', path: ['action'] }] })
})

test("the host's own check is asked instead", () => {
  const checkInput = (_: object, value: unknown) => [{ message: `not ${value}`, path: [] }]
  expect(toPortableSchema(SCHEMA, { checkInput })['~standard'].validate(1)).toEqual({
    issues: [{ message: 'not 1', path: [] }],
  })
})
