import { describe, expect, test } from 'vitest'
import { resolveLinks } from '../../../src/sources/tree/resolve-links.js'

function resolve(files: readonly string[], links: Readonly<Record<string, string>>, most = 100) {
  const resolved = resolveLinks(
    files,
    Object.entries(links).map(([path, target]) => ({ path, target })),
    most,
  )
  if (!resolved.ok) return resolved.failure.code
  const { copies, replaced, refused } = resolved.value
  return {
    copies: Object.fromEntries(copies.map(({ path, from }) => [path, from])),
    replaced: Object.fromEntries(replaced.map(({ path, target }) => [path, target])),
    refused: Object.fromEntries(refused.map(({ path, problem }) => [path, problem])),
  }
}

describe('a link inside a skill', () => {
  test('to a file becomes that file, through other links', () => {
    expect(resolve(['AGENTS.md', 'docs/a.md'], { 'CLAUDE.md': 'AGENTS.md', 'docs/b.md': './../CLAUDE.md' })).toEqual({
      copies: { 'CLAUDE.md': 'AGENTS.md', 'docs/b.md': 'AGENTS.md' },
      replaced: { 'CLAUDE.md': 'AGENTS.md', 'docs/b.md': 'AGENTS.md' },
      refused: {},
    })
  })

  test('to a directory becomes its files, through the links in it', () => {
    const links = { all: 'docs', 'docs/more': '../data', 'docs/b.md': 'a.md' }
    expect(resolve(['docs/a.md', 'data/x.csv'], links)).toMatchObject({
      copies: {
        'all/a.md': 'docs/a.md',
        'all/b.md': 'docs/a.md',
        'all/more/x.csv': 'data/x.csv',
        'docs/b.md': 'docs/a.md',
        'docs/more/x.csv': 'data/x.csv',
      },
      refused: {},
    })
  })

  test('through a directory that is a link leads where a file system would lead', () => {
    expect(resolve(['deep/down/a.md', 'deep/b.md'], { short: 'deep/down', 'c.md': 'short/../b.md' })).toMatchObject({
      copies: { 'short/a.md': 'deep/down/a.md', 'c.md': 'deep/b.md' },
    })
  })
})

describe('a link stays out', () => {
  test.each([
    ['absolute', '/etc/passwd', 'outside'],
    ['above the skill', '../x', 'outside'],
    ['above the skill and back', '../pdf/SKILL.md', 'outside'],
    ['with a drive', 'C:/x', 'outside'],
    ['with backslashes', '..\\x', 'outside'],
    ['empty', '', 'outside'],
    ['to nothing', 'none.md', 'missing'],
    ['below a file', 'SKILL.md/x', 'missing'],
    ['to itself', 'link', 'loop'],
    ['to the skill', '.', 'loop'],
  ])('%s', (_, target, problem) => {
    expect(resolve(['SKILL.md', 'docs/a.md'], { link: target })).toEqual({
      copies: {},
      replaced: {},
      refused: { link: problem },
    })
  })

  test('in a chain that does not end, or is longer than eight', () => {
    expect(resolve(['f'], { a: 'b', b: 'a' })).toMatchObject({ refused: { a: 'loop', b: 'loop' } })
    const chain = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`l${at}`, at === 0 ? 'f' : `l${at - 1}`]))
    expect(resolve(['f'], chain)).toMatchObject({ refused: { l8: 'loop' }, replaced: { l7: 'f' } })
  })

  test('if a directory would contain itself, at once or through another', () => {
    expect(resolve(['d/f', 'e/f'], { 'd/up': '.', 'e/d': '../d', 'd/e': '../e' })).toMatchObject({
      copies: {},
      refused: { 'd/up': 'loop', 'e/d': 'loop', 'd/e': 'loop' },
    })
  })
})

test('links that multiply end at the limit, even without a single file', () => {
  const doubling = (files: boolean) =>
    Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        [`d${at}/a`, `../d${at + 1}`],
        [`d${at}/b`, `../d${at + 1}`],
      ])
        .flat()
        .concat(files ? [['top', 'd0']] : []),
    )
  expect(resolve(['d40/f'], doubling(true), 2000)).toBe('limit_exceeded')
  expect(resolve(['x'], { ...doubling(false), 'd40/a': 'b', 'd40/b': 'a' }, 2000)).toBe('limit_exceeded')
})
