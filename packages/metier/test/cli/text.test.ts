import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { composePlaced } from '../../src/cli/store/store-lines.js'
import { composeLines, type Line, styled } from '../../src/cli/terminal/lines.js'
import { composeTable } from '../../src/cli/terminal/table.js'
import { wrapLine, wrapLines, wrapPage } from '../../src/cli/terminal/wrap-lines.js'
import { cutText, measureText, wrapText } from '../../src/skill/text/columns.js'
import { nearestWords } from '../../src/skill/text/nearest-words.js'
import { toJson, toPlainText } from '../../src/skill/text/plain-text.js'

test('what the scan found is counted in words that can stand alone', () => {
  const place = { pattern: '', confidence: 'high', file: '', line: 1, column: 1, excerpt: '', message: '' } as const
  const findings = (['block', 'warn', 'warn'] as const).map((severity) => ({ ...place, rule: 'SK-EX001', severity }))
  const known = {
    eligible: true,
    missing: { bins: [], env: [], os: [] },
    reasons: [],
    fixes: [],
    content: { files: 1, size: 5 },
    notices: [],
  }
  const links = { outcomes: [], unneeded: [] }
  const skill = { name: 'pdf', path: '/pdf/SKILL.md', folder: '/pdf', digest: 'sha256:1', findings, links, ...known }
  const text = composeLines(composePlaced(skill, []), false)
  expect(text).toContain(', 1 blocking finding, 2 warnings, sha256:1')
})

describe('sentences on a terminal', () => {
  const wrap = (line: Line, columns: number, indentation?: string) =>
    composeLines(wrapLine(line, columns, indentation), false)
      .split('\n')
      .slice(0, -1)

  test('are broken between words, below the first behind an indentation', () => {
    const line = ['  1:1 ', styled('warning', 'yellow'), ' one two three four']
    expect(wrap(line, 22, '    ')).toEqual(['  1:1 warning one two', '    three four'])
    expect(wrap(line, 80, '    ')).toEqual(['  1:1 warning one two three four'])
  })

  test('keep the colours of their words', () => {
    expect(composeLines(wrapLine([styled('one two', 'red')], 4), true)).toBe(
      '\u001b[31mone\u001b[39m\n\u001b[31mtwo\u001b[39m\n',
    )
  })

  test.each([
    [
      'If you trust it: metier trust "github.com/a b/*" --yes',
      ['If you trust', 'it:', 'metier trust "github.com/a b/*" --yes'],
    ],
    ['Run metier help list to see it.', ['Run', 'metier help list', 'to see it.']],
  ])('never break a command: %s', (line, lines) => {
    expect(wrap(line, 12)).toEqual(lines)
  })

  test('law: only line ends and spaces before them change, and a line is wider only by one word', () => {
    const words = fc.array(fc.stringMatching(/^[a-z:.]{1,12}$/), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (all, columns) => {
        const lines = wrap(all.join(' '), columns)
        expect(lines.join(' ')).toBe(all.join(' '))
        expect(lines.filter((line) => line.length > columns && line.includes(' '))).toEqual([])
      }),
    )
  })

  test('of a page are broken, its commands are not', () => {
    const lines = ['  one two three', [styled('    metier update pdf --force', 'cyan')]]
    expect(composeLines(wrapPage(lines, 10), false)).toBe('  one two\n    three\n    metier update pdf --force\n')
  })

  test('leave what is laid out already', () => {
    const lines = ['  + a very long line of a difference', '']
    expect(wrapLines(lines, 10)).toEqual(lines)
  })
})

describe('text from skills', () => {
  test.each([
    ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
    ['movements', 'a\u001b[2Jb\u001b[10;10Hc', 'abc'],
    ['8-bit sequences', 'a\u009b31mb', 'ab'],
    ['titles', 'a\u001b]0;title\u0007b', 'ab'],
    ['links', '\u001b]8;;https://example.com\u001b\\text\u001b]8;;\u001b\\', 'text'],
    ['strings that never end', 'a\u001b]0;title', 'a'],
    ['other escapes', 'a\u001bcb\u001b(Bd', 'abd'],
    ['a lone escape', 'a\u001b', 'a'],
    ['bells and backspaces', 'a\u0007\u0008b', 'ab'],
    ['overwriting', 'safe\rEVIL', 'safe EVIL'],
    ['line breaks', 'one\n  two\u2028three', 'one two three'],
    ['changes of direction', 'a\u202egpj.exe\u2066b', 'agpj.exeb'],
    ['invisible characters', 'a\u200bb\ufeffc\u{e0041}d', 'abcd'],
    ['halves of characters', 'a\ud83d!', 'a\ufffd!'],
  ])('loses %s', (_, text, plain) => {
    expect(toPlainText(text)).toBe(plain)
  })

  test.each(['plain', 'Größe – „so“ …', '日本語', '🌤️ 👨‍👩‍👧 🇩🇪', 'עברית', '    indented ü'])('keeps %s', (text) => {
    expect(toPlainText(text)).toBe(text)
  })

  test('as JSON means what it says, and shows a terminal nothing to act upon', () => {
    const value = { text: '\u001b[31m\u009b2J\u007f\u202e\u2028🌤️' }
    const text = toJson(value)
    expect(JSON.parse(text)).toEqual(value)
    expect(text).not.toMatch(/[^\n\P{Cc}]|[\u202a-\u202e\u2028]/u)
  })

  test('is cleaned even where a line has a style, and styled only where there is colour', () => {
    const lines = [['a', styled('b\u001b[2J', 'red')]]
    expect(composeLines(lines, false)).toBe('ab\n')
    expect(composeLines(lines, true)).toBe('a\u001b[31mb\u001b[39m\n')
  })
})

describe('the width of text', () => {
  test.each([
    ['abc', 3],
    ['ü', 1],
    ['u\u0308', 1],
    ['日本', 4],
    ['한글', 4],
    ['ｱ', 1],
    ['Ａ', 2],
    ['🌤️', 2],
    ['✓', 1],
    ['👨‍👩‍👧', 2],
    ['👍🏽', 2],
    ['🇩🇪', 2],
    ['🇩🇪🇫🇷', 4],
    ['❤️', 2],
    ['', 0],
  ])('of %s is %i', (text, columns) => {
    expect(measureText(text)).toBe(columns)
  })

  test.each([
    ['short', 10, 'short'],
    ['exactly', 7, 'exactly'],
    ['too long', 5, 'too…'],
    ['too long', 6, 'too l…'],
    ['日本語です', 6, '日本…'],
    ['日本語', 6, '日本語'],
    ['👨‍👩‍👧👨‍👩‍👧', 3, '👨‍👩‍👧…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['anything', 0, ''],
  ])('%s fits into %i columns as %s', (text, columns, cut) => {
    expect(cutText(text, columns)).toBe(cut)
    expect(measureText(cut)).toBeLessThanOrEqual(columns)
  })

  test('is what wrapping counts in', () => {
    expect(wrapText('one two three 日本 語', 8)).toEqual(['one two', 'three', '日本 語'])
    expect(wrapText('', 8)).toEqual([])
  })
})

describe('a table', () => {
  const rows = [
    [{ text: 'name' }, { text: 'description of something' }],
    [{ text: '日本' }, { text: 'and more' }],
  ]

  test.each([20, 40, 80, 200])('fits a terminal of %i columns', (columns) => {
    for (const line of composeLines(composeTable(rows, columns), false).trimEnd().split('\n')) {
      expect(measureText(line)).toBeLessThanOrEqual(columns)
    }
  })

  test('one long name leaves room for descriptions', () => {
    const long = [[{ text: 'x'.repeat(200) }, { text: 'says what it does in a few words' }], ...rows]
    const [first = ''] = composeLines(composeTable(long, 80), false).split('\n')
    expect(first).toBe(`${'x'.repeat(31)}…  says what it does in a few words`)
  })

  test('cuts the last column only, and nothing without a terminal', () => {
    expect(composeLines(composeTable(rows, 20), false)).toBe('name  description o…\n日本  and more\n')
    expect(composeLines(composeTable(rows, Number.POSITIVE_INFINITY), false)).toContain('description of something')
  })
})

test.each([
  ['lst', ['list']],
  ['ENABLE', ['enable']],
  ['disbale', ['disable']],
  ['re', ['reload']],
  ['', []],
])('of a few words, %j is nearest to %j', (typed, near) => {
  expect(nearestWords(['list', 'enable', 'disable', 'reload'], typed)).toEqual(near)
})
