import { expect, test } from 'vitest'
import { matchesPattern } from '../../../src/skill/text/pattern.js'

test.each([
  ['read_file', 'read_file', true],
  ['read_file', 'read_files', false],
  ['*', '', true],
  ['git*', 'git_status', true],
  ['*_status', 'git_status', true],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['ab*ba', 'aba', false],
  ['*a*', 'b', false],
])('%j and %j: %s', (pattern, name, matches) => {
  expect(matchesPattern(pattern, name)).toBe(matches)
})

test('a hostile pattern takes no longer than the name is long', () => {
  expect(matchesPattern('*a'.repeat(5_000), 'a'.repeat(4_999))).toBe(false)
})
