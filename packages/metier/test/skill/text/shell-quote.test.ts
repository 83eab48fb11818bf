import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { toPlainText } from '../../../src/skill/text/plain-text.js'
import { quoteForShell } from '../../../src/skill/text/shell-quote.js'

describe('a text as one word of a shell', () => {
  test.each([
    ['pdf', 'pdf'],
    ['with space', "'with space'"],
    ["it's $(id)", "'it'\\''s $(id)'"],
    ['a\nb', "$'a\\u000ab'"],
    ['x\u202egpj', "$'x\\u202egpj'"],
    ["a\n'\\b", "$'a\\u000a\\'\\\\b'"],
  ])('%j is written as %s', (text, written) => {
    expect(quoteForShell(text)).toBe(written)
  })

  test.each(['a b', 'a\nb', "q'$(id)`id`", 'x\u202egpj', 'tab\there', 'emoji 🎉', '\u{e0041}', 'back\\slash\n'])(
    'what a terminal shows of %j means the same to a shell',
    (text) => {
      const shown = toPlainText(quoteForShell(text))
      const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
      expect(execFileSync('bash', ['--norc', '-c', `printf %s ${shown}`], { encoding: 'utf8', env })).toBe(text)
    },
  )
})
