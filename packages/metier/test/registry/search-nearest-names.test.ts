/** What an error suggests in place of a name that does not exist. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nearestNames } from '../../src/registry/search/nearest-names.js'

const NAMES = [
  'pdf',
  'pdf-tools',
  'google-calendar',
  'apple-notes',
  'weather',
  'git-helper',
  'Spreadsheets',
  '天气预报',
]

describe('the name that was meant', () => {
  test.each([
    ['pdff', 'pdf'],
    ['pfd', 'pdf'],
    ['PDF', 'pdf'],
    [' pdf ', 'pdf'],
    ['wether', 'weather'],
    ['waether', 'weather'],
    ['eather', 'weather'],
    ['weathre', 'weather'],
    ['google-calender', 'google-calendar'],
    ['google_calendar', 'google-calendar'],
    ['spreadsheet', 'Spreadsheets'],
    ['calendar', 'google-calendar'],
    ['calendar-google', 'google-calendar'],
    ['calender', 'google-calendar'],
    ['git', 'git-helper'],
    ['notes', 'apple-notes'],
    ['天气', '天气预报'],
  ])('%s → %s', (wanted, meant) => {
    expect(nearestNames(NAMES, wanted)[0]).toBe(meant)
  })

  test.each(['', '   ', 'zzz', 'q'])('nothing is near %j', (wanted) => {
    expect(nearestNames(NAMES, wanted)).toEqual([])
  })

  test('the nearest comes first, and no more than three come', () => {
    expect(nearestNames(['tesst', 'tests', 'test', 'toast', 'tast'], 'testt')).toEqual(['test', 'tesst', 'tests'])
  })

  test('a limit is kept', () => {
    expect(nearestNames(['mail-a', 'mail-b', 'mail-c', 'mail-d'], 'mail', 2)).toHaveLength(2)
  })

  test('there is nothing to suggest without names', () => {
    expect(nearestNames([], 'pdf')).toEqual([])
  })
})

test('any single slip in a name is put right among hundreds of like names', () => {
  const verbs = 'create manage search convert monitor publish schedule translate review archive'.split(' ')
  const nouns = 'mail image report invoice calendar playlist database podcast ticket recipe'.split(' ')
  const names = verbs.flatMap((verb) => nouns.map((noun) => `${verb}-${noun}`))
  const kind = fc.constantFrom('less', 'more', 'other')
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat({ max: 30 }), kind, (name, place, slip) => {
      const spot = place % name.length
      const wanted = name.slice(0, spot) + (slip === 'less' ? '' : 'q') + name.slice(slip === 'more' ? spot : spot + 1)
      expect(nearestNames(names, wanted)[0]).toBe(name)
    }),
    { numRuns: 500 },
  )
})

describe('among thousands of names that differ in a number only', () => {
  const names = Array.from({ length: 3000 }, (_, number) => `skill-${number}`)

  test.each([
    ['skil-2500', 'skill-2500'],
    ['skill-27O0', 'skill-270'],
    ['sklil-123', 'skill-123'],
    ['skillx-2999', 'skill-2999'],
    ['skill_150', 'skill-150'],
  ])('%s is put right', (wanted, meant) => {
    expect(nearestNames(names, wanted)[0]).toBe(meant)
  })

  test.each(['skill-876543', 'skill-weather', 'my-skill-99999'])('nothing is near %s', (wanted) => {
    expect(nearestNames(names, wanted)).toEqual([])
  })

  test('what is farther than the nearest is not suggested', () => {
    expect(nearestNames(['skill-250', 'skill-20', 'skill-2'], 'skil-250')).toEqual(['skill-250'])
  })
})

test('every suggestion is one of the names, each once', () => {
  const name = fc.stringMatching(/^[a-zA-Z-]{1,8}$/)
  fc.assert(
    fc.property(fc.uniqueArray(name, { selector: (one) => one.toLowerCase() }), name, (names, wanted) => {
      const suggested = nearestNames(names, wanted)
      expect(new Set(suggested).size).toBe(suggested.length)
      for (const one of suggested) expect(names).toContain(one)
    }),
  )
})
