import { describe, expect, test } from 'vitest'
import { findReferences, leavesSkill } from '../../src/skill/references.js'

function pathsIn(body: string): readonly string[] {
  return findReferences(body).map(({ path }) => path)
}

describe('relative links are found', () => {
  test.each([
    ['a link', '[a](docs/a.md)', 'docs/a.md'],
    ['an image', '![a](a.png)', 'a.png'],
    ['a link with a title', '[a](a.md "A title")', 'a.md'],
    ['a link in angle brackets', '[a](<a.md>)', 'a.md'],
    ['a link with a fragment', '[a](a.md#part)', 'a.md'],
    ['a link with a query', '[a](a.md?x=1)', 'a.md'],
    ['an escaped link', '[a](my%20file.md)', 'my file.md'],
    ['parentheses inside', '[a](a(1).md)', 'a(1).md'],
    ['a definition', '[a]: a.md\n', 'a.md'],
    ['a link after another on the line', 'see [x](https://x.example) and [a](a.md)', 'a.md'],
  ])('%s', (_, body, path) => {
    expect(pathsIn(body)).toEqual([path])
  })

  test('a link around an image, and the image', () => {
    expect(pathsIn('[![a](a.png)](a.md)')).toEqual(['a.png', 'a.md'])
  })

  test('a label may be long, but not of several lines', () => {
    expect(pathsIn(`[${'x'.repeat(400)}](a.md)`)).toEqual(['a.md'])
    expect(pathsIn('no [label\nhere](a.md)')).toEqual([])
  })

  test('in the order of the text, each with its place', () => {
    const body = 'One [a](a.md)\n[c]: c.md\nThree [b](b.md)'
    expect(findReferences(body).map(({ path, offset }) => [path, body.slice(offset, offset + path.length)])).toEqual([
      ['a.md', 'a.md'],
      ['c.md', 'c.md'],
      ['b.md', 'b.md'],
    ])
  })
})

describe('what is no relative link to a file is left alone', () => {
  test.each([
    ['an address', '[a](https://example.org/a.md)'],
    ['a mail address', '[a](mailto:a@example.org)'],
    ['a fragment', '[a](#part)'],
    ['an absolute path', '[a](/etc/passwd)'],
    ['a home path', '[a](~/a.md)'],
    ['a placeholder', '[a]({baseDir}/a.md)'],
    ['a variable', '[a]($DIR/a.md)'],
    ['a fenced block', '```\n[a](a.md)\n```'],
    ['a fence of tildes', '~~~md\n[a](a.md)\n~~~'],
    ['a fence inside a longer fence', '````\n```\n[a](a.md)\n```\n````'],
    ['a fence that is never closed', '```\n[a](a.md)\n'],
    ['a code span', 'Write `[a](a.md)`'],
    ['a code span of two backticks', 'Write `` [a](a.md) ` ``'],
  ])('%s', (_, body) => {
    expect(pathsIn(body)).toEqual([])
  })

  test('a link behind a code span still counts', () => {
    expect(pathsIn('`x` [a](a.md) `y`')).toEqual(['a.md'])
  })
})

describe('W-28: a relative path must stay inside the skill', () => {
  test.each(['../a.md', 'a/../../b.md', './../a', '..', 'a/b/../../../c', '..\\a.md', 'a\\..\\..\\b'])(
    '%s leaves it',
    (path) => {
      expect(leavesSkill(path)).toBe(true)
    },
  )

  test.each(['a.md', './a.md', 'a/../b.md', 'a/b/../../c', '...', 'a..b', '..a/b'])('%s stays', (path) => {
    expect(leavesSkill(path)).toBe(false)
  })

  test('however the dots are written', () => {
    expect(findReferences('[a](%2e%2e/a.md) [b](a/..%2f../b)')).toMatchObject([
      { leavesSkill: true },
      { leavesSkill: true },
    ])
  })
})
