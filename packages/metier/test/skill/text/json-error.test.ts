import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findJsonError } from '../../../src/skill/text/json-error.js'
import { runsOf } from '../../support/full.js'

test.each([
  ['{"a": 1,}', '}'],
  ['{"a" 1}', '1'],
  ['{a: 1}', 'a'],
  ['[1 2]', '2'],
  ['[1,,2]', ',2'],
  ['{"a": tru}', 'tru'],
  ['{"a": 01}', '01'],
  ['{"a": "x\ny"}', '"x\n'],
  ['{"a": "\\x"}', '"\\x"'],
  ['[1}', '}'],
  ['{"a": [1, 2}', '}'],
  ['{} x', 'x'],
  ["{'a': 1}", "'a'"],
  ['NaN', 'NaN'],
  ['[-]', '-'],
])('%j is wrong at %j', (text, rest) => {
  expect(text.slice(findJsonError(text))).toMatch(new RegExp(`^${rest.replace(/[\\[\]{}.*+?^$|()]/g, '\\$&')}`))
})

test.each(['', '{', '{"a"', '{"a":', '[1,', '[[]', '  '])('%j ends too early', (text) => {
  expect(findJsonError(text)).toBe(text.length)
})

test('nothing is wrong with what JSON.parse takes', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.integer({ min: 0, max: 3 }), (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), null, indent)
      for (const whole of [text, spaced, ` \n${spaced}\t\r\n`]) expect(findJsonError(whole)).toBe(whole.length)
    }),
    runsOf(1000),
  )
})

test('what is wrong is never behind what JSON.parse takes', () => {
  const piece = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"', '1', '-', 'true', 'nul', ' ', '\n', '\\')
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), fc.nat(), piece, (json, at, put) => {
      const place = at % (json.length + 1)
      const text = json.slice(0, place) + put + json.slice(place)
      const offset = findJsonError(text)
      if (isJson(text)) expect(offset).toBe(text.length)
      else expect(offset).toBeLessThanOrEqual(text.length)
    }),
    runsOf(3000),
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
