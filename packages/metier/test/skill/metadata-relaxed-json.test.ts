import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRelaxedJson } from '../../src/skill/metadata/relaxed-json.js'
import { runsOf } from '../support/full.js'

test('what is JSON is read as JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(readRelaxedJson(text)).toEqual({ value: JSON.parse(text) })
    }),
    runsOf(1000),
  )
})

test.each([
  ['trailing commas', '{"a": [1, 2,], "b": {"c": 1,},}', { a: [1, 2], b: { c: 1 } }],
  ['comments', '{ // one\n "a": 1, /* two */ "b": 2 }', { a: 1, b: 2 }],
  ['bare keys', '{ a: 1, any-bins: [] }', { a: 1, 'any-bins': [] }],
  ['single quotes', `{'a': 'it\\'s "fine"'}`, { a: 'it\'s "fine"' }],
  ['numbers as people write them', '[+1, .5, 2.]', [1, 0.5, 2]],
])('%s are understood', (_, text, value) => {
  expect(readRelaxedJson(text)).toEqual({ value })
})

test.each(['', '{', '{"a"}', '{"a":}', '[1 2]', '{"a":1} x', '{"a": undefined}', '"open', '[,]', '"\\q"'])(
  '%j is not JSON by any measure',
  (text) => {
    expect(readRelaxedJson(text)).toBeUndefined()
  },
)

test('nesting and length are bounded', () => {
  expect(readRelaxedJson('['.repeat(32) + ']'.repeat(32))).toBeDefined()
  expect(readRelaxedJson('['.repeat(33) + ']'.repeat(33))).toBeUndefined()
  expect(readRelaxedJson('['.repeat(60_000))).toBeUndefined()
  expect(readRelaxedJson(`"${'a'.repeat(70_000)}"`)).toBeUndefined()
})

test('a key that means the prototype is only a key', () => {
  const reading = readRelaxedJson('{"__proto__": {"isAdmin": true}}')?.value as Record<string, unknown>
  expect(reading.isAdmin).toBeUndefined()
  expect(Object.keys(reading)).toEqual(['__proto__'])
})
