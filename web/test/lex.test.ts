/** Markdown that a parser needs quadratic time for is read in bounded time, and nothing of it gets lost without a word. */
import { describe, expect, test } from 'vitest'
import { LEX_LIMITS, lex, splitText } from '../src/parts/markdown/lex.js'
import { LIMITS, readMarkdown } from '../src/parts/markdown/read-markdown.js'

describe('text that is slow to read', () => {
  // Without bounds the first takes minutes.
  test.each(['_a_b ', 'a.', '[a](<', '*_', 'a\n=\n', '> ', '> - ', '[', '<a ', '|a', '`` ` '])('%j', (part) => {
    const text = part.repeat(LIMITS.characters / part.length)
    expect(readMarkdown(text).length).toBeGreaterThan(0)
  })

  test('is left out once the time is over, and counted', () => {
    let clock = 0
    const text = 'word\n\n'.repeat(LEX_LIMITS.piece)
    const { tokens, left } = lex(text, () => {
      clock += 1
      return clock
    })
    expect(tokens.length).toBeGreaterThan(0)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(text.length)
  })
})

describe('a long text', () => {
  test('is cut at an empty line, never inside of code', () => {
    const code = `\`\`\`\n${'a\n\n'.repeat(LEX_LIMITS.piece / 6)}\`\`\`\n`
    const text = `${'line\n'.repeat(2500)}\n${code}\nend\n`
    const pieces = splitText(text)
    expect(pieces.join('')).toBe(text)
    expect(pieces.map((piece) => (piece.match(/```/g) ?? []).length % 2)).toEqual(pieces.map(() => 0))
    expect(pieces.length).toBeGreaterThan(1)
  })

  test('has the tokens of the whole', () => {
    const text = '# Title\n\nA paragraph with *words*.\n\n'.repeat(2000)
    const { tokens, left } = lex(text, () => 0)
    expect(left).toBe(0)
    expect(tokens.filter(({ type }) => type === 'heading')).toHaveLength(2000)
  })
})
