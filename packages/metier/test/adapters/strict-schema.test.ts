import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ObjectSchema } from '../../src/adapters/adaptable-tool.js'
import { checkValue } from '../../src/adapters/check-value.js'
import { dropNulls, toStrictSchema } from '../../src/adapters/strict-schema.js'

test('every property is required, and one that may be left out allows null', () => {
  const schema: ObjectSchema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      filter: { type: 'string', enum: ['all', 'eligible'], default: 'all' },
      place: { type: 'object', properties: { line: { type: 'integer' } } },
    },
    required: ['name'],
  }
  expect(toStrictSchema(schema)).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string' },
      filter: { type: ['string', 'null'], enum: ['all', 'eligible', null] },
      place: {
        type: ['object', 'null'],
        properties: { line: { type: ['integer', 'null'] } },
        required: ['line'],
        additionalProperties: false,
      },
    },
    required: ['name', 'filter', 'place'],
    additionalProperties: false,
  })
})

test.each<[string, ObjectSchema]>([
  ['an object with free keys', { type: 'object', additionalProperties: { type: 'string' } }],
  ['an object without properties', { type: 'object' }],
  ['a reference', { type: 'object', properties: { a: { $ref: '#/$defs/a' } } }],
  ['a free object inside', { type: 'object', properties: { a: { type: 'array', items: { type: 'object' } } } }],
  ['allOf', { type: 'object', properties: { a: { allOf: [] } } }],
  ['a choice of too many', { type: 'object', properties: { a: { enum: words(1_001, 1) } } }],
  ['a choice of too many letters', { type: 'object', properties: { a: { enum: words(251, 60) } } }],
  ['choices of too many together', { type: 'object', properties: choices(5, 201) }],
  ['too many properties', { type: 'object', properties: choices(5_001, 0) }],
  ['names that are too long together', { type: 'object', properties: { ['x'.repeat(120_001)]: { type: 'string' } } }],
  ['too many levels', nested(11)],
  ['a choice at the top', { type: 'object', properties: {}, anyOf: [{ type: 'object', properties: {} }] }],
  ['a property of any type', { type: 'object', properties: { a: { description: 'Anything' } } }],
  ['a negation', { type: 'object', properties: { a: { type: 'string', not: { const: 'x' } } } }],
  ['a condition', { type: 'object', properties: {}, if: {} }],
  ['names by pattern', { type: 'object', properties: {}, patternProperties: {} }],
])('%s cannot be put in strict form', (_, schema) => {
  expect(toStrictSchema(schema)).toBeUndefined()
})

test('a choice that strict mode takes stays one', () => {
  const schema: ObjectSchema = { type: 'object', properties: { a: { enum: words(250, 100) } }, required: ['a'] }
  expect(toStrictSchema(schema)).toMatchObject({ properties: { a: { enum: words(250, 100) } } })
})

test('as many levels as strict mode takes stay', () => {
  expect(toStrictSchema(nested(10))).toBeDefined()
})

function nested(levels: number): ObjectSchema {
  return levels === 1
    ? { type: 'object', properties: {} }
    : { type: 'object', properties: { a: nested(levels - 1) }, required: ['a'] }
}

function choices(count: number, values: number): ObjectSchema['properties'] {
  const schema = values === 0 ? { type: 'string' } : { enum: words(values, 1) }
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, schema]))
}

function words(count: number, length: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => String(at).padStart(length, 'x'))
}

test('null stays where the schema allows it, where it is required, and where the schema says nothing', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: ['string', 'null'] }, b: { type: 'string' }, c: { type: 'string' } },
    required: ['b'],
  }
  expect(dropNulls(schema, { a: null, b: null, c: null, d: null })).toEqual({ a: null, b: null, d: null })
})

describe('laws', () => {
  /** A schema whose objects are closed, with a value that fits it and the value as strict mode would put it. */
  type Triple = readonly [Readonly<Record<string, unknown>>, unknown, unknown]
  const { part, object } = fc.letrec<{ part: Triple; object: Triple }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 3 },
      fc.string().map((value): Triple => [{ type: 'string' }, value, value]),
      fc.constantFrom('x', 'y').map((value): Triple => [{ type: 'string', enum: ['x', 'y'] }, value, value]),
      fc.integer().map((value): Triple => [{ type: 'integer' }, value, value]),
      fc.boolean().map((value): Triple => [{ anyOf: [{ type: 'boolean' }] }, value, value]),
      tie('part').map(([schema, value, strict]): Triple => [{ type: 'array', items: schema }, [value], [strict]]),
      tie('object'),
    ),
    object: fc
      .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), tie('part'), fc.boolean(), fc.boolean()), {
        maxLength: 3,
        selector: ([name]) => name,
      })
      .map((entries): Triple => {
        const properties = Object.fromEntries(entries.map(([name, [schema]]) => [name, schema]))
        const required = entries.filter(([, , isRequired]) => isRequired).map(([name]) => name)
        const given = entries.filter(([, , isRequired, isGiven]) => isRequired || isGiven)
        const value = Object.fromEntries(given.map(([name, [, one]]) => [name, one]))
        const nulls = Object.fromEntries(entries.map(([name]) => [name, null]))
        const strict = { ...nulls, ...Object.fromEntries(given.map(([name, [, , one]]) => [name, one])) }
        return [{ type: 'object', properties, required }, value, strict]
      }),
  }))

  test('what a model sends in strict mode fits the strict schema, and comes back as what the tool wants', () => {
    fc.assert(
      fc.property(object, ([schema, value, strict]) => {
        const strictSchema = toStrictSchema({ ...schema, type: 'object' })
        expect(checkValue(strictSchema, strict)).toEqual([])
        expect(dropNulls(schema, strict)).toEqual(value)
      }),
    )
  })

  test('a value that has no nulls is left as it is', () => {
    fc.assert(
      fc.property(part, ([schema, value]) => {
        expect(dropNulls(schema, value)).toEqual(value)
      }),
    )
  })

  test('whatever the schema and the value are, nothing is thrown', () => {
    const schema = fc.oneof(fc.object(), fc.anything())
    fc.assert(
      fc.property(schema, fc.anything(), (one, value) => {
        dropNulls(one, value)
        toStrictSchema({ ...Object(one), type: 'object' })
      }),
    )
  })
})
