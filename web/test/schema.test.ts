import { describe, expect, test } from 'vitest'
import { initialOf, toFields, toInput } from '../src/parts/form/schema.js'

const SCHEMA = {
  type: 'object',
  properties: {
    limit: { type: 'integer', default: 10, description: 'How many' },
    name: { type: 'string' },
    mode: { enum: ['fast', 'full'] },
    deep: { type: ['boolean', 'null'] },
    ratio: { type: 'number' },
    rows: { type: 'array', items: { type: 'string' } },
    odd: true,
  },
  required: ['name'],
}

describe('a schema', () => {
  const fields = toFields(SCHEMA)

  test('gives a field for each property, required ones first', () => {
    expect(fields.map(({ name, kind, isRequired }) => `${name} ${kind} ${isRequired}`)).toEqual([
      'name text true',
      'limit number false',
      'mode choice false',
      'deep truth false',
      'ratio number false',
      'rows json false',
      'odd json false',
    ])
  })

  test('fills its defaults in', () => {
    expect(initialOf(fields)).toMatchObject({ limit: '10', name: '' })
  })

  test.each([undefined, null, ['a'], 'text', 1])('without properties gives no field: %o', (properties) => {
    expect(toFields({ properties })).toEqual([])
  })

  test('of a thousand properties is cut', () => {
    const properties = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`p${at}`, { type: 'string' }]))
    expect(toFields({ properties })).toHaveLength(100)
  })
})

describe('a filled form', () => {
  const fields = toFields(SCHEMA)

  test('becomes an input; what is empty and optional is left out', () => {
    const filled = { name: 'pdf', limit: '3', mode: 'fast', deep: 'false', ratio: '0.5', rows: '["a"]', odd: '' }
    expect(toInput(fields, filled)).toEqual({
      ok: true,
      input: { name: 'pdf', limit: 3, mode: 'fast', deep: false, ratio: 0.5, rows: ['a'] },
    })
  })

  test('says what is wrong with each field', () => {
    expect(toInput(fields, { name: 'x', limit: '1.5', ratio: 'much', rows: '[' })).toEqual({
      ok: false,
      faults: { limit: 'Not a whole number', ratio: 'Not a number', rows: 'Not valid JSON' },
    })
  })

  test('may have an empty text where a text is required, but no empty number', () => {
    const needed = toFields({
      properties: { text: { type: 'string' }, count: { type: 'number' } },
      required: ['text', 'count'],
    })
    expect(toInput(needed, {})).toEqual({ ok: false, faults: { count: 'Required' } })
    expect(toInput(needed, { count: '1' })).toEqual({ ok: true, input: { text: '', count: 1 } })
  })
})
