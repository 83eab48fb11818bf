/** The law of the prepared tables: with them, the same is found as without. */
import { describe, expect, test } from 'vitest'
import { createLexicon } from '../../../src/gate/facts/intent/lexicon.js'
import { VOCABULARIES } from '../../../src/gate/facts/intent/vocabulary.js'
import { phrasePatterns } from '../../../src/gate/facts/phrases.js'
import { prepareTables } from '../../../src/gate/fast/prepare-tables.js'
import { preparedTables } from '../../../src/gate/fast/prepared.js'
import { RULES } from '../../../src/gate/rules/list.js'
import { literalsOf } from '../../../src/gate/text/sieve/literals.js'
import { createSieve } from '../../../src/gate/text/sieve/sieve.js'
import { toBundle } from '../support/scanning.js'

const decoder = new TextDecoder()
const TEXTS = RULES.flatMap(({ examples }) => [...examples.positive, ...examples.negative])
  .flatMap((example) => toBundle(example).files)
  .map(({ bytes }) => decoder.decode(bytes))
/** As the scan program reads them. */
const prepared = JSON.parse(JSON.stringify(prepareTables())) as ReturnType<typeof prepareTables>

describe('what the build prepares', () => {
  test('is not there in a source tree', () => {
    expect(preparedTables()).toBeUndefined()
  })

  test('has the literals of every phrase', () => {
    const patterns = phrasePatterns()
    expect(prepared.literals).toHaveLength(patterns.length)
    patterns.forEach((pattern, at) => {
      expect(prepared.literals[at] ?? undefined, String(pattern)).toEqual(literalsOf(pattern))
    })
  })

  test('makes the same sieve', () => {
    const groups = phrasePatterns().map((pattern) => [pattern])
    const known = new Map(phrasePatterns().map((pattern, at) => [pattern, prepared.literals[at] ?? undefined]))
    const [plain, fast] = [createSieve(groups), createSieve(groups, known)]
    for (const text of TEXTS) expect(fast(text)).toEqual(plain(text))
  })

  test('makes the same lexicon', () => {
    const [plain, fast] = [createLexicon(VOCABULARIES), createLexicon(VOCABULARIES, prepared.words)]
    const found = TEXTS.map((text) => plain(text))
    expect(TEXTS.map((text) => fast(text))).toEqual(found)
    expect(found.flat().length).toBeGreaterThan(1_000)
  })
})

describe('a lexicon', () => {
  const find = createLexicon([{ send: 'a, ab, abc, abcd, abcde*, übe, aü, no, not, note*, 送' }])
  test.each([
    ['a', ['a']],
    ['ab', ['ab']],
    ['abc', ['abc']],
    ['abcd', ['abcd']],
    ['abcdef', ['abcdef']],
    ['abcx', []],
    ['note', ['note']],
    ['noted not', ['noted', 'not']],
    ['aü übe', ['aü', 'übe']],
    ['xab 送a', ['送', 'a']],
    ['no', ['no']],
  ])('finds in %j whole words and the beginnings of open ones', (text, words) => {
    expect(find(text).map(({ from, to }) => text.slice(from, to))).toEqual(words)
  })
})
