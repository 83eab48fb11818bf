import { expect, test } from 'vitest'
import { findFittingLength, shorten } from '../../../src/skill/text/shorten.js'

test.each([
  ['A short text', 20, 'A short text'],
  ['A text that is cut between words', 20, 'A text that is cut…'],
  ['Donaudampfschifffahrtsgesellschaft', 12, 'Donaudampfs…'],
  ['😀😀😀😀😀😀😀😀', 9, '😀😀😀😀…'],
  ['Too little room', 5, ''],
])('%j in %i characters is %j', (text, length, short) => {
  expect(shorten(text, length)).toBe(short)
})

test('texts that fit are not shortened', () => {
  expect(findFittingLength([{ length: 40, tokens: 10 }], 10)).toBe(Number.POSITIVE_INFINITY)
})

test('the greatest length is found at which all texts fit, with a token for each cut', () => {
  const texts = [
    { length: 40, tokens: 10 },
    { length: 8, tokens: 2 },
  ]
  expect(findFittingLength(texts, 8)).toBe(20)
  expect(findFittingLength(texts, 7)).toBe(16)
})
