import { expect, test } from 'vitest'
import { compareVersions } from '../../../src/store/versions/compare-versions.js'

const ASCENDING = [
  '0.9.0',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0',
  '1.0.1',
  '1.2.0',
  '1.10.0',
  '2.0.0',
]

test.each(ASCENDING.slice(1).map((version, at) => [ASCENDING[at] ?? '', version]))('%s comes before %s', (a, b) => {
  expect(compareVersions(a, b)).toBeLessThan(0)
  expect(compareVersions(b, a)).toBeGreaterThan(0)
})

test.each([
  ['1.2.3', 'v1.2.3'],
  ['1.2', '1.2.0'],
  ['1.0.0+a', '1.0.0+b'],
])('%s and %s are the same', (a, b) => {
  expect(compareVersions(a, b)).toBe(0)
})

test('what is no version has no place among them', () => {
  expect(compareVersions('main', '1.0.0')).toBeUndefined()
})
