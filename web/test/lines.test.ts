import { describe, expect, test } from 'vitest'
import { toDiffRows, toRows } from '../src/parts/code/lines.js'

const finding = (line: number) =>
  ({
    rule: 'SK-1',
    pattern: 'p',
    severity: 'warn',
    confidence: 'high',
    file: 'a',
    line,
    column: 1,
    excerpt: '',
    message: 'm',
  }) as const

describe('a text in the viewer', () => {
  test('has a row for each line, whatever ends it', () => {
    expect(toRows('a\nb\r\nc\rd').map(({ number, text }) => `${number} ${text}`)).toEqual(['1 a', '2 b', '3 c', '4 d'])
  })

  test('shows a finding at its line, and one without a line at the first', () => {
    const rows = toRows('a\nb', [finding(2), finding(0), finding(99)])
    expect(rows.map(({ findings }) => findings.length)).toEqual([2, 1])
  })

  test('cuts a line that no one could read', () => {
    const [row] = toRows('x'.repeat(1_000_000))
    expect(row).toMatchObject({ left: 998_000 })
    expect(row?.text).toHaveLength(2000)
  })
})

describe('a diff', () => {
  test('tells added, removed and same lines apart', () => {
    const diff = '--- a\n+++ b\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n+--- more\n'
    expect(toDiffRows(diff)).toEqual([
      { kind: 'place', text: '@@ -1,2 +1,2 @@' },
      { kind: 'same', text: 'same' },
      { kind: 'removed', text: 'old' },
      { kind: 'added', text: 'new' },
      { kind: 'added', text: '--- more' },
    ])
  })

  test('that names no files loses no line', () => {
    expect(toDiffRows('@@ -1 +0,0 @@\n--- rule\n')).toEqual([
      { kind: 'place', text: '@@ -1 +0,0 @@' },
      { kind: 'removed', text: '-- rule' },
    ])
  })
})
