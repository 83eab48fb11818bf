/** How texts become words, and words stems. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stem } from '../../src/registry/search/stem.js'
import { isStopWord } from '../../src/registry/search/stop-words.js'
import { synonymsOf } from '../../src/registry/search/synonyms.js'
import { eachWordAndPart, joinName, wordsOf } from '../../src/registry/search/tokenise.js'
import { makeTypoTable, nearestWords } from '../../src/registry/search/typos.js'
import { findPrefix, findWord, packVocabulary, wordAt } from '../../src/registry/search/vocabulary.js'
import { editDistance } from '../../src/skill/text/edit-distance.js'
import { runsOf } from '../support/full.js'

describe('words', () => {
  test.each([
    ['Send an e-mail, now!', ['send', 'an', 'e', 'mail', 'now']],
    ['google-calendar/v3_beta', ['google', 'calendar', 'v3', 'beta']],
    ['GitHubActions 2FA', ['githubactions', '2fa']],
    ['naïve Łódź ﬁle', ['naive', 'łodz', 'file']],
    ['写文章', ['写文', '文章']],
    ['用CSDN写', ['用', 'csdn', '写']],
    ['カレンダー', ['カレ', 'レン', 'ンダ', 'ダー']],
    ['날씨', ['날씨']],
    ['mail → “x” 🔧 ok', ['mail', 'x', 'ok']],
    ['', []],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  test.each([
    ['camelCaseWord', ['camel', 'case', 'word']],
    ['HTTPServer', ['http', 'server']],
    ['base64', ['base', '64']],
    ['k8s', []],
    ['Simple', []],
    ['UPPER', []],
    ['plain words', []],
  ])('the parts of %s', (text, parts) => {
    const told: string[] = []
    eachWordAndPart(
      text,
      () => undefined,
      (part) => told.push(part),
    )
    expect(told).toEqual(parts)
  })

  test('words are lower case, without blanks and signs', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of wordsOf(text)) {
          expect(word).toMatch(/^[^\s!-/:-@[-`{-~]+$/)
          expect(word).toBe(word.toLowerCase())
        }
      }),
    )
  })

  test.each([
    ['Google Calendar', 'google-calendar'],
    ['googleCalendar', 'google_calendar'],
    ['写文章', '写 文 章'.replaceAll(' ', '')],
  ])('%s and %s are the same name', (left, right) => {
    expect(joinName(wordsOf(left))).toBe(joinName(wordsOf(right)))
  })

  test('the key of a name is no word of any text', () => {
    expect(wordsOf(joinName(['mail']))).not.toContain(joinName(['mail']))
  })

  test.each(['the', 'please', 'don', 'my', 'with'])('%s tells nothing', (word) => {
    expect(isStopWord(word)).toBe(true)
  })

  test.each(['go', 'mail', 'search', 'constructor'])('%s tells something', (word) => {
    expect(isStopWord(word)).toBe(false)
  })
})

describe('stems', () => {
  test.each([
    'convert converts converted converting converter conversions:0',
    'file files',
    'query queries querying',
    'try tries tried trying',
    'tie ties tied',
    'plan plans planned planning',
    'schedule schedules scheduled scheduling scheduler',
    'manage manages managed manager management managing',
    'organize organise organized organisation organization',
    'summary summaries summarize summarise summarizing',
    'analyse analyze analysis analyses analyzing',
    'match matches matched matching',
    'box boxes',
    'process processes processing',
    'write writes writing written wrote',
    'quick quickly',
    'hope hopes hoped hoping',
    'agree agrees agreed',
    'install installs installed installing installation',
  ])('%s', (line) => {
    const words = line.split(' ').filter((word) => !word.endsWith(':0'))
    expect(new Set(words.map(stem)).size).toBe(1)
  })

  test.each([
    ['customer', 'custom'],
    ['general', 'generate'],
    ['important', 'import'],
    ['ios', 'io'],
    ['news', 'new'],
    ['hop', 'hope'],
    ['university', 'universe'],
    ['status', 'state'],
    ['bus', 'bu'],
    ['feed', 'fee'],
    ['sing', 's'],
  ])('%s is not %s', (left, right) => {
    expect(stem(left)).not.toBe(stem(right))
  })

  test.each(['k8s', 'über', '文章', 'ab', 'x'.repeat(5000)])('%s is left alone', (word) => {
    expect(stem(word)).toBe(word)
  })

  test('a stem is not longer than its word by more than a letter, and never empty', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (word) => {
        const stemmed = stem(word)
        expect(stemmed.length).toBeGreaterThan(0)
        expect(stemmed.length).toBeLessThanOrEqual(word.length + 1)
      }),
    )
  })

  test('equals mean one another, a narrow word the broad one and not the reverse', () => {
    expect(synonymsOf(stem('photo'))).toContain(stem('image'))
    expect(synonymsOf(stem('image'))).toContain(stem('photo'))
    expect(synonymsOf(stem('rain'))).toContain(stem('weather'))
    expect(synonymsOf(stem('weather'))).not.toContain(stem('rain'))
    expect(synonymsOf('constructor')).toEqual([])
  })
})

describe('slips', () => {
  const letters = fc.stringMatching(/^[abc]{0,8}$/)

  test('the distance is that of the textbook wherever it is within reach', () => {
    fc.assert(
      fc.property(letters, letters, fc.integer({ min: 1, max: 3 }), (left, right, most) => {
        const expected = slowDistance(left, right)
        const measured = editDistance(left, right, most)
        if (expected <= most) expect(measured).toBe(expected)
        else expect(measured).toBeGreaterThan(most)
      }),
      runsOf(2000),
    )
  })

  test('the nearest words are those that measuring every word would give', () => {
    const words = fc.uniqueArray(fc.stringMatching(/^[abcd]{3,10}$/), { maxLength: 40 })
    fc.assert(
      fc.property(words, fc.stringMatching(/^[abcd]{4,10}$/), (list, word) => {
        const sorted = list.toSorted()
        const vocabulary = packVocabulary(sorted)
        const { places } = nearestWords(vocabulary, makeTypoTable(sorted), word)
        const reach = word.length < 8 ? 1 : 2
        const distances = sorted.map((one) => slowDistance(word, one))
        const best = Math.min(...distances)
        const near = best > reach ? [] : sorted.filter((_, at) => distances[at] === best)
        const alike = near.filter((one) => one[0] === word[0])
        expect(places.map((place) => wordAt(vocabulary, place)).toSorted()).toEqual(alike.length > 0 ? alike : near)
      }),
      { numRuns: 500 },
    )
  })
})

test('a vocabulary finds what it holds, and all that begin alike', () => {
  const words = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { maxLength: 30 })
  fc.assert(
    fc.property(words, fc.string({ maxLength: 4 }), (list, sought) => {
      const sorted = list.toSorted((a, b) => (a < b ? -1 : 1))
      const vocabulary = packVocabulary(sorted)
      expect(sorted.map((word) => findWord(vocabulary, word))).toEqual(sorted.map((_, at) => at))
      expect(findWord(vocabulary, sought)).toBe(sorted.indexOf(sought))
      const { from, to } = findPrefix(vocabulary, sought)
      expect(sorted.slice(from, to)).toEqual(sorted.filter((word) => word.startsWith(sought)))
    }),
  )
})

/** Optimal string alignment, by the book. */
function slowDistance(left: string, right: string): number {
  const rows = Array.from({ length: left.length + 1 }, (_, row) =>
    Array.from({ length: right.length + 1 }, (_, column) => (row === 0 ? column : row)),
  )
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= left.length; row++) {
    for (let column = 1; column <= right.length; column++) {
      const kept = at(row - 1, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1)
      const isSwap = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      rows[row]![column] = Math.min(
        kept,
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(left.length, right.length)
}
