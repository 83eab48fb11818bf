import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkValue } from '../../src/adapters/check-value.js'

describe('a value that fits has no issues, one that does not has one with its path', () => {
  const cases: readonly [string, object | boolean, unknown, unknown][] = [
    ['object', { type: 'object' }, {}, []],
    ['array', { type: 'array' }, [], {}],
    ['string', { type: 'string' }, '', 1],
    ['number', { type: 'number' }, 1.5, '1'],
    ['integer', { type: 'integer' }, 2, 2.5],
    ['boolean', { type: 'boolean' }, false, 0],
    ['null', { type: 'null' }, null, {}],
    ['one of several types', { type: ['string', 'null'] }, null, 1],
    ['enum', { enum: ['a', { b: 1 }] }, { b: 1 }, { b: 2 }],
    ['const', { const: [1, { a: 2, b: 3 }] }, [1, { b: 3, a: 2 }], [1, { b: 3 }]],
    ['anyOf', { anyOf: [{ type: 'string' }, { type: 'null' }] }, null, 1],
    ['minLength in code points', { minLength: 2 }, '👋🏽', '👋'],
    ['maxLength in code points', { maxLength: 1 }, '👋', 'ab'],
    ['minimum', { minimum: 1 }, 1, 0],
    ['maximum', { maximum: 1 }, 1, 2],
    ['exclusiveMinimum', { exclusiveMinimum: 1 }, 2, 1],
    ['exclusiveMaximum', { exclusiveMaximum: 1 }, 0, 1],
    ['minItems', { minItems: 1 }, [0], []],
    ['maxItems', { maxItems: 1 }, [0], [0, 1]],
    ['pattern', { pattern: '^[a-z]+$' }, 'abc', 'ABC'],
    ['nothing is allowed', { additionalProperties: false }, {}, { a: 1 }],
  ]

  test.each(cases)('%s', (_, schema, fits, differs) => {
    expect(checkValue(schema, fits)).toEqual([])
    expect(checkValue(schema, differs)).toHaveLength(1)
  })

  test('in properties, items and further properties', () => {
    const schema = {
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'integer' } } },
      required: ['list', 'name'],
      additionalProperties: { type: 'string' },
    }
    expect(checkValue(schema, { list: [1, 'two'], other: 3 })).toEqual([
      { message: 'must be integer', path: ['list', 1] },
      { message: 'is required', path: ['name'] },
      { message: 'must be string', path: ['other'] },
    ])
  })

  test('what objects inherit is no property of theirs', () => {
    expect(checkValue({ required: ['toString'] }, {})).toHaveLength(1)
    expect(checkValue({ properties: {}, additionalProperties: false }, { constructor: 1 })).toHaveLength(1)
  })
})

describe('laws', () => {
  const nameArbitrary = fc.constantFrom('a', 'b', 'c', '__proto__', 'toString')
  /** Pairs of a schema and a value that fits it. */
  const { pair } = fc.letrec<{ pair: readonly [object, unknown] }>((tie) => ({
    pair: fc.oneof(
      { maxDepth: 3 },
      fc.string().map((value) => [{ type: 'string', maxLength: [...value].length }, value] as const),
      fc.integer().map((value) => [{ type: 'integer', minimum: value, maximum: value }, value] as const),
      fc.double({ noNaN: true }).map((value) => [{ type: 'number' }, value] as const),
      fc.boolean().map((value) => [{ enum: [value] }, value] as const),
      fc.array(tie('pair'), { maxLength: 3 }).map((pairs) => {
        const items = pairs.length === 0 ? false : { anyOf: pairs.map(([schema]) => schema) }
        return [{ type: 'array', items, minItems: pairs.length }, pairs.map(([, value]) => value)] as const
      }),
      fc
        .uniqueArray(fc.tuple(nameArbitrary, tie('pair')), { maxLength: 3, selector: ([name]) => name })
        .map((entries) => {
          const properties = Object.fromEntries(entries.map(([name, [schema]]) => [name, schema]))
          const value = Object.fromEntries(entries.map(([name, [, part]]) => [name, part]))
          return [
            { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
            value,
          ] as const
        }),
    ),
  }))

  test('a value made for a schema fits it', () => {
    fc.assert(fc.property(pair, ([schema, value]) => checkValue(schema, value).length === 0))
  })

  test('one property too few or too many is found', () => {
    const objects = pair.filter(
      ([schema]) => Object.keys((schema as { properties?: object }).properties ?? {}).length > 0,
    )
    fc.assert(
      fc.property(objects, ([schema, value]) => {
        const [first, ...rest] = Object.entries(value as object)
        expect(checkValue(schema, Object.fromEntries(rest))).toEqual([{ message: 'is required', path: [first?.[0]] }])
        expect(checkValue(schema, { ...(value as object), z: 1 })).toEqual([{ message: 'is not allowed', path: ['z'] }])
      }),
    )
  })

  test('whatever the schema and the value are, nothing is thrown', () => {
    const keywords = fc.constantFrom('type', 'enum', 'properties', 'required', 'items', 'pattern', 'anyOf', 'minimum')
    const schema = fc.oneof(fc.dictionary(keywords, fc.jsonValue()), fc.anything())
    fc.assert(fc.property(schema, fc.anything(), (one, value) => Array.isArray(checkValue(one, value))))
  })
})
