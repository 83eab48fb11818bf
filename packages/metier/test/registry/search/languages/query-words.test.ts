/** How a query is read: its language, the words that count, and what they mean in other languages. */
import { describe, expect, test } from 'vitest'
import { conceptsOf, LANGUAGES } from '../../../../src/registry/search/languages/concepts.js'
import { COMPUTING } from '../../../../src/registry/search/languages/concepts-of-computing.js'
import { LIFE } from '../../../../src/registry/search/languages/concepts-of-life.js'
import { THINGS } from '../../../../src/registry/search/languages/concepts-of-things.js'
import { WORK } from '../../../../src/registry/search/languages/concepts-of-work.js'
import { lightStem } from '../../../../src/registry/search/languages/light-stem.js'
import { nameOfLanguage, understandQuery } from '../../../../src/registry/search/languages/query-words.js'

const wordsIn = (query: string) => understandQuery(query).words.map(({ word }) => word)
const englishOf = (query: string) =>
  understandQuery(query).words.flatMap(({ concepts }) => concepts.flatMap(([english]) => english?.[0] ?? []))

describe('the language of a query', () => {
  test.each([
    ['how do I make a chart', ['en']],
    ['twilio sms', ['en']],
    ['Wie wird das Wetter morgen', ['de']],
    ['Rechnung erstellen pdf', ['de']],
    ['aceptar pagos con criptomonedas', ['es']],
    ['créer un événement dans mon agenda', ['fr']],
    ['ler artigos não lidos', ['pt']],
    ['修复安全漏洞', ['zh']],
    ['スライドを自動生成', ['ja']],
    ['주식 가격 확인', ['ko']],
    ['用 DuckDuckGo 搜索网页', ['en', 'zh']],
    ['chat', ['en']],
    ['', ['en']],
  ])('%s', (query, languages) => {
    expect(understandQuery(query).languages).toEqual(languages)
  })

  test('has a name', () => {
    expect(LANGUAGES.map(nameOfLanguage)).toContain('Portuguese')
  })
})

describe('the words that count', () => {
  test.each([
    ['please help me with my invoices', ['invoices'], ['please', 'help', 'me', 'with', 'my']],
    ['Welche Notizen habe ich', ['notizen'], ['welche', 'habe', 'ich']],
    ['quiero ver mis notas', ['ver', 'notas'], ['quiero', 'mis']],
    ['je veux une facture', ['facture'], ['je', 'veux', 'une']],
    ['how to', ['how', 'to'], []],
  ])('%s', (query, words, ignored) => {
    expect([wordsIn(query), understandQuery(query).ignored]).toEqual([words, ignored])
  })

  test('a German compound is taken apart', () => {
    expect(wordsIn('die Finanzdaten')).toEqual(['finanz', 'daten'])
    expect(englishOf('die Finanzdaten')).toEqual(['finance', 'data'])
  })

  test('a text without spaces is cut into known words, without particles; the rest into pairs that count less', () => {
    const { words } = understandQuery('查找附近的鱷魚公園')
    expect(words.map(({ word, isGuess }) => [word, isGuess])).toEqual([
      ['查找', false],
      ['附近', false],
      ['鱷魚', true],
      ['魚公', true],
      ['公園', true],
    ])
  })

  test('a Korean word is known with its particle', () => {
    expect(englishOf('날씨를 알려줘')).toEqual(['weather'])
  })

  test.each([
    ['de', 'Termine Termin Terminen'],
    ['es', 'factura facturas'],
    ['fr', 'créer crée créés'],
    ['pt', 'imagem imagens'],
  ])('the forms of a word agree (%s)', (_, forms) => {
    const roots = forms.split(' ').map((form) =>
      lightStem(
        form
          .normalize('NFKD')
          .replace(/[\u0300-\u036f]/g, '')
          .toLowerCase(),
      ),
    )
    expect(new Set(roots.map((root) => root.slice(0, 4))).size).toBe(1)
  })

  test('a very long text is read in part', () => {
    expect(understandQuery('wort '.repeat(100_000)).words).toHaveLength(1)
    expect(wordsIn(Array.from({ length: 5000 }, (_, at) => `w${at}`).join(' ')).length).toBeLessThanOrEqual(32)
  })
})

describe('the dictionary', () => {
  const lines = `${COMPUTING}${WORK}${LIFE}${THINGS}`.split('\n').filter((line) => line !== '')

  test('has a few hundred concepts in tens of kilobytes', () => {
    expect(lines.length).toBeGreaterThan(400)
    expect(Buffer.byteLength(lines.join('\n'))).toBeLessThan(64 * 1024)
  })

  test.each(lines.map((line) => [line]))('%s', (line) => {
    const columns = line.split('|')
    expect(columns).toHaveLength(LANGUAGES.length)
    for (const [at, column] of columns.entries()) {
      // Accents and capitals would never be found: a query has lost them when it is looked up.
      expect(column).toMatch(at < 5 ? /^[a-z0-9-]+( [a-z0-9-]+)*$/ : /^[^\sA-Za-z|]+( [^\sA-Za-z|]+)*$/)
    }
  })

  test('knows a word only in its own language', () => {
    expect(conceptsOf('rechnung', ['de'])).not.toEqual([])
    expect(conceptsOf('rechnung', ['es', 'fr', 'pt'])).toEqual([])
  })

  test.each(['__proto__', 'hasownproperty', 'valueof', ''])('%s is a word like others', (word) => {
    expect(conceptsOf(word, LANGUAGES)).toEqual([])
  })
})
