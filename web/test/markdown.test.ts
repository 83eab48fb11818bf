/** Text of a skill is hostile. Whatever it holds, the tree that is shown has text, and links that may be followed. */
import { describe, expect, test } from 'vitest'
import { splitInvisible } from '../src/parts/code/invisible.js'
import { readLink } from '../src/parts/markdown/links.js'
import { type Block, LIMITS, readMarkdown } from '../src/parts/markdown/read-markdown.js'

describe('a link', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    '\u200bjavascript:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    '//example.com/a',
    '\\\\example.com\\a',
    '/\\example.com',
    '/api/skill/remove',
    '../../../etc/passwd',
    'a/../../b',
    'https://user:pass@example.com',
    'https://accounts.example@evil.example/',
    'https://',
    '',
  ])('%j is not followed', (href) => {
    expect(readLink(href)).toEqual({ kind: 'refused' })
  })

  test('outward says where it leads', () => {
    expect(readLink('https://example.com/a?b#c')).toEqual({
      kind: 'external',
      url: 'https://example.com/a?b#c',
      shown: 'example.com/a',
    })
    expect(readLink('mailto:a@example.com')).toMatchObject({ kind: 'external', shown: 'a@example.com' })
  })

  test('to another alphabet shows what the browser would ask for', () => {
    expect(readLink('https://аpple.com/')).toMatchObject({ shown: 'xn--pple-43d.com' })
  })

  test('to a file of the skill stays in the skill', () => {
    expect(readLink('./references/a.md#top')).toEqual({ kind: 'file', path: 'references/a.md' })
    expect(readLink('#top')).toEqual({ kind: 'anchor' })
  })
})

describe('hostile Markdown', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><style>*{display:none}</style></svg>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    'text <b onclick="alert(1)">bold</b>',
    '<style>body{display:none}</style>',
    '<a href="javascript:alert(1)">x</a>',
    '<math><mtext></mtext><script>alert(1)</script></math>',
    '<!--><script>alert(1)</script>-->',
  ])('%s stays markup that is shown and not interpreted', (text) => {
    const kinds = kindsOf(readMarkdown(text))
    for (const kind of kinds) expect(['paragraph', 'markup', 'text', 'code']).toContain(kind)
    expect(kinds).toContain('markup')
  })

  test('an image is its words and never loaded', () => {
    expect(readMarkdown('![a cat](https://example.com/pixel.png)')).toEqual([
      {
        kind: 'paragraph',
        content: [{ kind: 'image', text: 'a cat', target: 'https://example.com/pixel.png' }],
      },
    ])
  })

  test('a link in brackets, by reference or in angle brackets goes through the same check', () => {
    const text =
      '[a](javascript:alert(1)) [b][r] <javascript:alert(1)> [c](<java\tscript:alert(1)>)\n\n[r]: javascript:alert(1)\n'
    const targets = targetsOf(readMarkdown(text))
    expect(targets.length).toBeGreaterThan(0)
    for (const target of targets) expect(target).toBe('refused')
  })

  test('entities become characters, not tags', () => {
    expect(readMarkdown('a &lt;script&gt; &#x6a;')).toEqual([
      { kind: 'paragraph', content: [{ kind: 'text', text: 'a <script> j' }] },
    ])
  })

  test('a huge table is cut and says how much is left', () => {
    const table = `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${`${'|x'.repeat(100)}|\n`.repeat(500)}`
    const [block] = readMarkdown(table)
    expect(block).toMatchObject({ kind: 'table', left: 500 - LIMITS.rows })
    expect(block?.kind === 'table' && block.head.length).toBe(LIMITS.columns)
  })

  test('a text of 1 MiB is cut and says so', () => {
    const blocks = readMarkdown('word '.repeat(210_000))
    expect(blocks.at(-1)).toMatchObject({ kind: 'cut' })
  })

  test.each([
    ['quotes', '>'.repeat(5000)],
    ['lists', Array.from({ length: 2000 }, (_, at) => `${' '.repeat(at * 2)}- a`).join('\n')],
    ['emphasis', '*a '.repeat(5000)],
    ['brackets', '['.repeat(5000)],
    ['links', '[a](b'.repeat(3000)],
    ['many paragraphs', 'a\n\n'.repeat(20_000)],
  ])('deep or endless %s give a bounded tree', (_, text) => {
    const blocks = readMarkdown(text)
    expect(kindsOf(blocks).length).toBeLessThan(LIMITS.inlines * 2)
    expect(depthOf(blocks)).toBeLessThan(LIMITS.depth * 8)
  })
})

describe('invisible characters', () => {
  test('are shown by their number', () => {
    expect(splitInvisible('a\u202eb\u200bc\u{e0041}')).toEqual([
      { text: 'a', isInvisible: false },
      { text: 'U+202E', isInvisible: true },
      { text: 'b', isInvisible: false },
      { text: 'U+200B', isInvisible: true },
      { text: 'c', isInvisible: false },
      { text: 'U+E0041', isInvisible: true },
    ])
    expect(splitInvisible('\u001b[31mred')[0]).toEqual({ text: 'U+001B', isInvisible: true })
  })

  test('that a text needs stay as they are', () => {
    expect(splitInvisible('a\tb\nc 日本語 é 👍')).toEqual([{ text: 'a\tb\nc 日本語 é 👍', isInvisible: false }])
  })
})

/** Every `kind` in the tree, wherever it is. */
function kindsOf(tree: unknown): readonly string[] {
  if (Array.isArray(tree)) return tree.flatMap(kindsOf)
  if (typeof tree !== 'object' || tree === null) return []
  const own = 'kind' in tree && typeof tree.kind === 'string' ? [tree.kind] : []
  return [...own, ...Object.values(tree).flatMap(kindsOf)]
}

function targetsOf(blocks: readonly Block[]): readonly string[] {
  const found: string[] = []
  JSON.stringify(blocks, (key, value) => {
    if (key === 'target' && typeof value === 'object') found.push(value.kind)
    return value
  })
  return found
}

function depthOf(tree: unknown): number {
  if (typeof tree !== 'object' || tree === null) return 0
  return 1 + Math.max(0, ...Object.values(tree).map(depthOf))
}
