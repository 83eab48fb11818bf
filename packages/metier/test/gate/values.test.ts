/** What is known of a value while a script is followed. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachOf, listValue, taintedText } from '../../src/gate/flow/value.js'

const texts = fc.array(
  fc.option(fc.oneof(fc.string(), fc.string({ minLength: 1_000, maxLength: 5_000 })), { nil: undefined }),
)

test('an element of a list reads like the first characters of all its texts', () => {
  fc.assert(
    fc.property(texts, (written) => {
      const known = written.filter((text) => text !== undefined)
      const expected = known.length === 0 ? undefined : known.join(' ').slice(0, 4096)
      expect(eachOf(listValue(written.map((text) => taintedText(text, [])))).text).toBe(expected)
    }),
  )
})

test('a value that is no list has no elements to read', () => {
  expect(eachOf(taintedText('a', [])).text).toBeUndefined()
})
