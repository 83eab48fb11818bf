/** No requirement is forgotten: each has a test that cites it, or stands on the list of what is still to come. */

import { describe, expect, test } from 'vitest'
import { numbersFrom, readTestFiles } from './cited-numbers.js'
import { PENDING, REQUIREMENT_IDS } from './requirement-ids.js'

const cited = new Set(readTestFiles('ids.test.ts').flatMap(citedIn))

describe('the IDs that tests cite', () => {
  test.each([
    ["test('W-3: x', …)", ['W-3']],
    ["describe('C-1, C-2: y', …)", ['C-1', 'C-2']],
    ["test.each([['a']])('G-8…G-10: %s', …)", ['G-8', 'G-9', 'G-10']],
    ['test(`N-4: z`, …)', ['N-4']],
    ["expect('W-3')", []],
    ['// W-3', []],
  ])('are read from the names: %s', (text, ids) => {
    expect(citedIn(text.replace('…)', '() => {})'))).toEqual(ids)
  })

  test('are requirements', () => {
    expect([...cited].filter((id) => !REQUIREMENT_IDS.includes(id))).toEqual([])
  })
})

describe('every requirement', () => {
  test.each(REQUIREMENT_IDS.filter((id) => !PENDING.has(id)))('%s has a test', (id) => {
    expect(cited).toContain(id)
  })
})

test('the list of what is to come has requirements only', () => {
  expect([...PENDING.keys()].filter((id) => !REQUIREMENT_IDS.includes(id))).toEqual([])
})

/** The IDs at the head of a test's name, up to its colon; `W-1…W-4` names all four. */
function citedIn(text: string): readonly string[] {
  const names = text.matchAll(/(?:\btest|\bdescribe|\))\(\s*(['"`])([WNGCV]-\d+[^:'"`]*):/g)
  return Array.from(names, ([, , head = '']) => head).flatMap((head) => head.split(/,\s*/).flatMap(expand))
}

function expand(part: string): readonly string[] {
  const [, letter = '', first = '', last = first] = /^([WNGCV])-(\d+)(?:…[WNGCV]-(\d+))?$/.exec(part.trim()) ?? []
  return letter === '' ? [] : numbersFrom(first, last).map((number) => `${letter}-${number}`)
}
