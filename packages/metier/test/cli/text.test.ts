import { describe, expect, test } from 'vitest'
import { composeLines, styled } from '../../src/cli/lines.js'
import { nearestWords } from '../../src/cli/nearest-words.js'
import { composeTable } from '../../src/cli/table.js'
import { cutText, measureText, wrapText } from '../../src/skill/columns.js'
import { toJson, toPlainText } from '../../src/skill/plain-text.js'

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
