import { describe, expect, test } from 'vitest'
import { splitDocument } from '../../src/skill/split.js'

function frontmatterAndBody(text: string): readonly [kind: string, frontmatter: string, body: string] {
  const { kind, start, end, bodyStart } = splitDocument(text)
  return [kind, kind === 'closed' ? text.slice(start, end) : '', text.slice(bodyStart)]
}

describe('W-21: a frontmatter stands between two lines of three hyphens', () => {
  const CLOSED = [
    ['line feeds', '---\nname: a\n---\nBody', 'name: a\n', 'Body'],
    ['carriage returns', '---\r\nname: a\r\n---\r\nBody', 'name: a\r\n', 'Body'],
    ['both kinds of line ends', '---\r\nname: a\n---\nBody', 'name: a\n', 'Body'],
    ['spaces and tabs behind the hyphens', '--- \t\nname: a\n---\t \nBody', 'name: a\n', 'Body'],
    ['a byte order mark', '\ufeff---\nname: a\n---\nBody', 'name: a\n', 'Body'],
    ['blank lines first', '\n \t\n\r\n---\nname: a\n---\nBody', 'name: a\n', 'Body'],
    ['a byte order mark and blank lines', '\ufeff\n---\nname: a\n---\nBody', 'name: a\n', 'Body'],
    ['nothing inside', '---\n---\nBody', '', 'Body'],
    ['no line end after the second', '---\nname: a\n---', 'name: a\n', ''],
    ['a carriage return at the very end', '---\nname: a\n---\r', 'name: a\n', ''],
    ['a further line of hyphens in the body', '---\nname: a\n---\nBody\n---\nmore', 'name: a\n', 'Body\n---\nmore'],
  ] as const
  test.each(CLOSED)('with %s', (_, text, frontmatter, body) => {
    expect(frontmatterAndBody(text)).toEqual(['closed', frontmatter, body])
  })

  const VALUES = [
    ['inside a value', 'description: a --- b\n'],
    ['at the end of a value', 'description: a ---\n'],
    ['indented', 'description: |\n  ---\n'],
    ['with text behind', '--- name: a\n'],
    ['four in a row', '----\n'],
  ] as const
  test.each(VALUES)('hyphens that do not end it: %s', (_, frontmatter) => {
    expect(frontmatterAndBody(`---\n${frontmatter}---\nBody`)).toEqual(['closed', frontmatter, 'Body'])
  })
})

describe('without a closing line the text is all body', () => {
  test.each([
    ['---', ''],
    ['---\n', ''],
    ['---\nname: a\n', 'name: a\n'],
    ['---\nname: a\n ---\n', 'name: a\n ---\n'],
  ])('%j', (text, body) => {
    expect(frontmatterAndBody(text)).toEqual(['unclosed', '', body])
  })
})

describe('there is no frontmatter where the first line with text is not three hyphens', () => {
  test.each([
    '',
    '\n',
    ' ',
    'Body',
    '# Title\n---\nname: a\n---\n',
    '----\nname: a\n----\n',
    ' ---\nname: a\n---\n',
    '--\n',
  ])('%j', (text) => {
    expect(frontmatterAndBody(text)).toEqual(['missing', '', text])
  })

  test('a byte order mark is no part of the body', () => {
    expect(frontmatterAndBody('\ufeffBody')).toEqual(['missing', '', 'Body'])
  })
})
