import { describe, expect, test } from 'vitest'
import { compareVersions, isRange, readToolNeed, satisfies } from '../../../src/skill/tools-file/version-range.js'

describe('a version satisfies a range', () => {
  test.each([
    ['1.2.3', '^1.2', true],
    ['1.1.9', '^1.2', false],
    ['2.0.0', '^1.2', false],
    ['0.2.5', '^0.2.3', true],
    ['0.3.0', '^0.2.3', false],
    ['0.0.4', '^0.0.3', false],
    ['0.9.0', '^0', true],
    ['1.2.9', '~1.2.3', true],
    ['1.3.0', '~1.2.3', false],
    ['1.9.0', '~1', true],
    ['1.5.0', '1.x', true],
    ['2.0.0', '1.x', false],
    ['1.2.3', '1.2.3', true],
    ['1.2.4', '1.2.3', false],
    ['1.2.4', '1.2', true],
    ['2.5.0', '>=1 <3', true],
    ['3.0.0', '>=1 <3', false],
    ['2.5.0', '>= 1.0 < 3', true],
    ['1.2.3', '>1.2.3', false],
    ['1.2.4', '>1.2.3', true],
    ['1.3.0', '>1.2', true],
    ['1.2.9', '>1.2', false],
    ['1.2.3', '<=1.2.3', true],
    ['1.2.4', '<=1.2.3', false],
    ['1.0.0', '^2 || ^1', true],
    ['1.0.0', '*', true],
    ['1.0.0', '', true],
    ['v1.0.0', '^1', true],
    ['1.2.3+build', '1.2.3', true],
    ['2.0.0-beta', '^1', false],
    ['1.2.3-beta', '^1.2.0', false],
    ['1.2.3-beta.2', '^1.2.3-beta.1', true],
    ['1.2.3', '^1.2.3-beta.1', true],
    ['1.2.3', '=1.2.3-beta', false],
    ['1.2.3', 'one', false],
    ['one', '^1', false],
  ])('%s in %s: %s', (version, range, expected) => {
    expect(satisfies(version, range)).toBe(expected)
  })

  test('a tool without a version satisfies only what asks for none', () => {
    expect(satisfies(undefined, '^1')).toBe(false)
    expect(satisfies(undefined, undefined)).toBe(true)
  })
})

test('versions are in order', () => {
  const order = [
    undefined,
    '0.9.0',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-2',
    '1.0.0',
    '1.0.1',
    '1.10.0',
  ]
  const sorted = [...order].reverse().sort(compareVersions)
  expect(sorted.filter((version) => version !== undefined)).toEqual([
    '0.9.0',
    '1.0.0-2',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0',
    '1.0.1',
    '1.10.0',
  ])
  expect(compareVersions(undefined, '0.0.1')).toBeLessThan(0)
})

test.each([
  ['extract@^1.2', { name: 'extract', range: '^1.2' }],
  ['extract', { name: 'extract', range: undefined }],
  ['@scope@1', { name: '@scope', range: '1' }],
])('%s is taken apart', (text, need) => {
  expect(readToolNeed(text)).toEqual(need)
})

test.each([
  ['^1 || 2.x', true],
  ['latest', false],
  ['>=1 <', false],
])('%s can be read: %s', (range, expected) => {
  expect(isRange(range)).toBe(expected)
})
