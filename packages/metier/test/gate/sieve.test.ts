/** A sieve leaves out a pattern only where the pattern matches nowhere; what it lets through may be too much. */
import { describe, expect, test } from 'vitest'
import { OTHER_LANGUAGES } from '../../src/gate/facts/phrase-languages.js'
import { PHRASES } from '../../src/gate/facts/phrase-table.js'
import { RULES } from '../../src/gate/rules/list.js'
import { alphabetOf, endOfRun, findRun, wideAlphabetOf } from '../../src/gate/text/runs.js'
import { createLearningSieve } from '../../src/gate/text/sieve/learning-sieve.js'
import { literalsOf } from '../../src/gate/text/sieve/literals.js'
import { createSieve, mayMatch } from '../../src/gate/text/sieve/sieve.js'
import { createRandom, mutate } from './support/fuzzing.js'
import { toBundle } from './support/scanning.js'

describe('what a pattern cannot do without', () => {
  test.each<[RegExp, readonly string[] | undefined]>([
    [/curl/, ['curl']],
    [/CURL\b/i, ['curl']],
    [/curl|wget/, ['curl', 'wget']],
    [/\b(?:curl|wget)\s{1,3}-s/, ['curl', 'wget']],
    [/needs? to/, ['need to', 'needs to']],
    [/api[ _-]?key/, ['apikey', 'api key', 'api_key', 'api-key']],
    [/foo(?!bar)baz/, ['foobaz']],
    [/(?<!x)ssh(?=$)/, ['ssh']],
    [/x{2,}abc/, ['abc']],
    [/(?:abc)+/, ['abc']],
    [/(?:abc)*de/, ['de']],
    [/a\.b/, ['a.b']],
    [/\u5b89\u88c5/, ['安装']],
    [/[a-z]{3}/, undefined],
    [/abc|\d/, undefined],
    [/(?:abc)?/, undefined],
    [/(?:abc){0,3}/, undefined],
    [/k/i, undefined],
    [/kill/iu, undefined],
  ])('%s', (pattern, literals) => {
    expect(literalsOf(pattern)).toEqual(literals)
  })

  test('only the beginning of a long text counts', () => {
    expect(literalsOf(/dangerously-skip-permissions/)).toEqual(['dangerou'])
  })

  test('a letter beyond ASCII that has two cases is left open where case is', () => {
    expect(literalsOf(/für immer/i)).toEqual(['r immer'])
    expect(literalsOf(/für immer/)).toEqual(['für imme'])
  })

  test('a Cyrillic letter counts in both cases', () => {
    expect(literalsOf(/Парол[ья]/i)).toEqual(['пароль', 'пароля'])
    expect(literalsOf(/\u0431\u0435\u0437\s/i)).toEqual(['без'])
  })
})

describe('a sieve', () => {
  test('tells which patterns a text may match', () => {
    const sift = createSieve([[/curl/i], [/wget/], [/\d/]])
    const open = (text: string) => [0, 1, 2].filter((place) => mayMatch(sift(text), place))
    expect(open('nothing')).toEqual([2])
    expect(open('CURL it')).toEqual([0, 2])
    expect(open('cuwget')).toEqual([1, 2])
    expect(open('curwget curl')).toEqual([0, 1, 2])
  })

  test('takes every form of a Cyrillic letter for the letter that patterns take it for', () => {
    const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join('')
    for (let code = 0x400; code <= 0x4ff; code++) {
      const letter = String.fromCharCode(code)
      const sift = createSieve([[new RegExp(letter + letter, 'i')]])
      const forms = characters.match(new RegExp(letter, 'gi')) ?? []
      expect(forms).toContain(letter)
      for (const form of forms) expect(mayMatch(sift(form + form), 0), `${form} for ${letter}`).toBe(true)
    }
  })

  test('opens a group where one of its patterns may match', () => {
    const sift = createSieve([[/curl/, /wget/], [/curl/]])
    expect([0, 1].map((place) => mayMatch(sift('wget it'), place))).toEqual([true, false])
  })

  test('finds texts that lie in each other', () => {
    const sift = createSieve([[/she/], [/hers/], [/he/], [/is/]])
    expect([0, 1, 2, 3].map((place) => mayMatch(sift('ushers'), place))).toEqual([true, true, true, false])
  })

  test('serves more patterns than a word has bits, and more characters than there are classes', () => {
    const words = Array.from({ length: 400 }, (_, at) => `${String.fromCharCode(0x4e00 + at)}${at}x`)
    const sift = createSieve(words.map((word) => [new RegExp(word)]))
    words.forEach((word, place) => {
      expect(mayMatch(sift(`a${word}b`), place)).toBe(true)
    })
    expect(words.some((_, place) => mayMatch(sift('none of them'), place))).toBe(false)
  })

  test('lets every phrase through that is there, in all examples and in texts that are almost one', () => {
    const patterns = [...Object.values(PHRASES), ...Object.values(OTHER_LANGUAGES)].flat()
    const sift = createSieve(patterns.map((pattern) => [pattern]))
    const random = createRandom(7)
    const texts = RULES.flatMap(({ examples: { positive, negative } }) => [...positive, ...negative])
      .flatMap((example) => toBundle(example).files)
      .flatMap(({ bytes }) => [bytes, mutate(bytes, random), mutate(bytes, random)])
      .map((bytes) => new TextDecoder().decode(bytes))
    let matched = 0
    for (const text of texts) {
      const sifted = sift(text)
      patterns.forEach((pattern, place) => {
        if (!pattern.test(text)) return
        matched++
        expect(mayMatch(sifted, place), `${pattern} in ${text}`).toBe(true)
      })
    }
    expect(matched).toBeGreaterThan(200)
  })

  test('knows of most phrases what they cannot do without', () => {
    const patterns = [...Object.values(PHRASES), ...Object.values(OTHER_LANGUAGES)].flat()
    const open = patterns.filter((pattern) => literalsOf(pattern) === undefined)
    expect(open.length).toBeLessThan(patterns.length / 10)
  })
})

describe('a run of characters', () => {
  const letters = alphabetOf('abc')

  test.each([
    ['abc', 3, 0],
    ['xxabc', 3, 2],
    ['abxabc', 3, 3],
    ['abxab', 3, -1],
    ['', 1, -1],
    ['aéb', 2, -1],
  ])('in %j of at least %i begins at %i', (text, least, at) => {
    expect(findRun(text, letters, least)).toBe(at)
  })

  test('is looked for from an index on, and ends where a stranger stands or where told', () => {
    expect(findRun('abcxabc', letters, 3, 1)).toBe(4)
    expect(endOfRun('xabcx', letters, 1, 9)).toBe(4)
    expect(endOfRun('abcabc', letters, 0, 4)).toBe(4)
  })

  test('may count everything beyond ASCII as well', () => {
    expect(findRun('a\u00a0\u3000b', wideAlphabetOf(' '), 2)).toBe(1)
  })
})

describe('a sieve that learns', () => {
  const patterns = [/\bwget\b/i, /定期/, /\d{3}/, /ask(?:s|ed) for/g]
  const texts = Array.from(
    { length: 400 },
    (_, at) => `Text ${at} ${at % 7 === 0 ? 'runs Wget' : '定期'} and asks for nothing.`,
  )

  test('never leaves out a pattern that matches, before and after it has learned it', () => {
    const sieve = createLearningSieve([[/curl/]])
    for (const text of texts) {
      const sifted = sieve.sift(text)
      for (const pattern of patterns)
        if (text.search(pattern) >= 0) expect(sieve.mayContain(sifted, pattern), `${pattern} in ${text}`).toBe(true)
    }
  })

  test('leaves out what it has learned, and no pattern that keeps its position', () => {
    const sieve = createLearningSieve([[/curl/]])
    for (const text of texts) for (const pattern of patterns) sieve.mayContain(sieve.sift(text), pattern)
    const sifted = sieve.sift('Nothing of the kind.')
    expect(patterns.map((pattern) => sieve.mayContain(sifted, pattern))).toEqual([false, false, true, true])
  })
})
