/** No row of the hardening of installs (security 6) is forgotten: each has a test that cites its number. */

import { describe, expect, test } from 'vitest'
import { numbersFrom, readTestFiles } from './cited-numbers.js'

const ROWS = Array.from({ length: 35 }, (_, at) => at + 1)
const cited = new Set(readTestFiles('security-rows.test.ts').flatMap(citedIn))

describe('the rows that tests cite', () => {
  test.each([
    ["test('security 6.3: x', …)", [3]],
    ["describe('security 6.22 and 6.23: y', …)", [22, 23]],
    ["test('security 6.22 to 6.24: z', …)", [22, 23, 24]],
    ["])('security 6.30: %s', …)", [30]],
    ["test.each(names)(\n  'security 6.12: %s', …)", [12]],
    ["expect('security 6.3: x')", []],
    ['// security 6.3: x', []],
  ])('are read from the names: %s', (text, rows) => {
    expect(citedIn(text.replace('…)', '() => {})'))).toEqual(rows)
  })

  test('are rows', () => {
    expect([...cited].filter((row) => !ROWS.includes(row))).toEqual([])
  })
})

test.each(ROWS)('row %i has a test', (row) => {
  expect(cited).toContain(row)
})

/** The rows at the head of a test's name, up to its colon; `6.1 to 6.4` names all four. */
function citedIn(text: string): readonly number[] {
  const names = text.matchAll(/(?:\btest|\bdescribe|\))\(\s*['"`]security ([^:'"`]*):/g)
  return Array.from(names, ([, head = '']) => head).flatMap((head) => head.split(/,\s*| and /).flatMap(expand))
}

function expand(part: string): readonly number[] {
  const [, first = '', last = first] = /^6\.(\d+)(?: to 6\.(\d+))?$/.exec(part.trim()) ?? []
  return first === '' ? [] : numbersFrom(first, last)
}
