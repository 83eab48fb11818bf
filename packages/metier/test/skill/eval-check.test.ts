import { expect, test } from 'vitest'
import { passesCheck, readCheck } from '../../src/skill/eval-check.js'
import { readEvals } from '../../src/skill/evals.js'
import { matchPattern } from '../../src/system/match-pattern.js'

const OUTPUT = '{"Total": 12}'

test.each([
  [{ type: 'contains', value: 'Total' }, true],
  [{ type: 'contains', value: 'total' }, false],
  [{ type: 'icontains', value: 'tOTAL' }, true],
  [{ type: 'contains-all', value: ['Total', '12'] }, true],
  [{ type: 'contains-all', value: ['Total', '13'] }, false],
  [{ type: 'contains-any', value: ['13', '12'] }, true],
  [{ type: 'equals', value: ' {"Total": 12}\n' }, true],
  [{ type: 'starts-with', value: '{' }, true],
  [{ type: 'regex', value: ': \\d+' }, true],
  [{ type: 'regex', value: '^\\d+$' }, false],
  [{ type: 'is-json' }, true],
  [{ type: 'not-contains', value: 'secret' }, true],
  [{ type: 'not-contains', value: 'Total' }, false],
  [{ type: 'not-is-json' }, false],
])('%j of the output is %s', (assertion, expected) => {
  const check = readCheck(assertion)
  expect(check && passesCheck(check, OUTPUT, matchPattern)).toBe(expected)
})

test.each(['(', '(a+)+$'])('a pattern that cannot be applied never passes, negated or not: %s', (value) => {
  const output = `${'a'.repeat(40)}b`
  for (const type of ['regex', 'not-regex']) {
    const check = readCheck({ type, value })
    expect(check && passesCheck(check, output, matchPattern)).toBe(false)
  }
})

test.each([
  'contains x',
  { type: 'judge', value: 'is good' },
  { type: 'contains' },
  { type: 'contains', value: '' },
  { type: 'contains-all', value: 'x' },
  { type: 'contains-any', value: [] },
  { type: 'contains-any', value: ['a', 1] },
  null,
])('%j is not a check', (assertion) => {
  expect(readCheck(assertion)).toBeUndefined()
})

test('sentences are counted, checks are read, and anything else is a problem of the file', () => {
  const entry = (assertions: unknown) => ({ id: 1, prompt: 'Do it', expected_output: 'Done', assertions })
  const read = (assertions: unknown) => readEvals(JSON.stringify({ skill_name: 'a', evals: [entry(assertions)] }))
  const good = read(['It is polite', { type: 'contains', value: 'x' }])
  expect(good).toMatchObject({ problems: [], evals: [{ statements: 1, checks: [{ type: 'contains' }] }] })
  const message = "eval 1 has 'assertions' that are neither sentences nor checks"
  for (const wrong of [[{ type: 'judge' }], [5], 'a']) expect(read(wrong).problems).toEqual([message])
})
