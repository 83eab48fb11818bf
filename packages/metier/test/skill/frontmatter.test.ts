import { expect, test } from 'vitest'
import {
  type FrontmatterResult,
  type MalformedCode,
  readFrontmatter,
} from '../../src/skill/frontmatter/read-frontmatter.js'
import { LIMITS } from '../../src/skill/limits.js'

test.each([
  ['flat lines', 'name: pdf\ndescription: Reads PDF files\n', { name: 'pdf', description: 'Reads PDF files' }],
  ['no line break at the end', 'name: pdf', { name: 'pdf' }],
  ['CR LF line ends', 'name: pdf\r\ndescription: text\r\n', { name: 'pdf', description: 'text' }],
  [
    'blank lines and comments',
    '\n# first\nname: pdf # behind\n\n  # deeper\nversion: a#b\n',
    { name: 'pdf', version: 'a#b' },
  ],
  ['colons that end no word', 'homepage: https://example.org:80/a\n', { homepage: 'https://example.org:80/a' }],
  ['quotes', 'a: "x: \\"y\\" # z"\nb: \'it\'\'s\'\n', { a: 'x: "y" # z', b: "it's" }],
  ['quotes over several lines', 'a: "one\n  two\n\n  three"\n', { a: 'one two\nthree' }],
  ['plain text over several lines', 'a: one\n  two\n\n  three\nb: c\n', { a: 'one two\nthree', b: 'c' }],
  ['escapes', 'a: "\\t\\x41\\u00e9\\U0001F600"\n', { a: '\tA\u00e9\u{1f600}' }],
  ['kept lines', 'a: |\n  one\n    two\n\n  three\nb: c\n', { a: 'one\n  two\n\nthree\n', b: 'c' }],
  ['folded lines', 'a: >\n  one\n  two\n\n  three\n    four\nb: c\n', { a: 'one two\nthree\n  four\n', b: 'c' }],
  ['chomping', 'a: |-\n  x\n\nb: |+\n  x\n\nc: >-\n  x\n', { a: 'x', b: 'x\n\n', c: 'x' }],
  ['columns of a block scalar', 'a: |1\n  x\n y\n', { a: ' x\ny\n' }],
  ['JSON on one line', 'metadata: {"a":{"b":["c","d"]},"e":null}\n', { metadata: { a: { b: ['c', 'd'] }, e: null } }],
  ['JSON over several lines', 'metadata:\n  {\n    "a": [1, 2],\n  }\n', { metadata: { a: [1, 2] } }],
  [
    'brackets without quotes',
    'a: [b, c d, {e: f}]\ng: {h, i: }\n',
    { a: ['b', 'c d', { e: 'f' }], g: { h: null, i: null } },
  ],
  ['nested mappings', 'a:\n  b:\n    c: d\n  e: f\n', { a: { b: { c: 'd' }, e: 'f' } }],
  ['lists', 'a:\n  - b\n  - "c"\nd:\n- e\n- f: g\n  h: i\n', { a: ['b', 'c'], d: ['e', { f: 'g', h: 'i' }] }],
  ['nothing behind a key', 'a:\nb:\n  - \n', { a: null, b: [null] }],
  ['keys of Object.prototype', 'constructor: a\ntoString: b\n', { constructor: 'a', toString: 'b' }],
  ['an indented whole', '  a: b\n  c: d\n', { a: 'b', c: 'd' }],
  ['an empty text', '', {}],
  ['nothing but comments', '# a\n\n# b\n', {}],
])('reads %s', (_, text, value) => {
  expect(readFrontmatter(text)).toStrictEqual({ kind: 'mapping', value, sources: undefined })
})

test('types plain scalars by the core schema of YAML 1.2', () => {
  const text =
    'a: [12, -3, +4, 0x1F, 0o17, 1e3, .5, true, False, NULL, ~]\nb: [yes, 0b1, 1_0, 1.2.3, 2024-01-01, Infinity]\n'
  expect(mappingOf(text)).toStrictEqual({
    a: [12, -3, 4, 31, 15, 1000, 0.5, true, false, null, null],
    b: ['yes', '0b1', '1_0', '1.2.3', '2024-01-01', 'Infinity'],
  })
  expect(mappingOf('a: [.inf, -.INF, .nan, -0]\n')).toStrictEqual({ a: [Infinity, -Infinity, Number.NaN, -0] })
})

test('keeps the source of what its value no longer shows', () => {
  const reading = readFrontmatter('version: 1.0\nok: true\nyes: True\na/b: {"c~d": [1, 1.50]}\nnothing:\n')
  expect(reading).toMatchObject({
    sources: new Map([
      ['/version', '1.0'],
      ['/yes', 'True'],
      ['/a~1b/c~0d/1', '1.50'],
    ]),
  })
})

test('says where each key and item stands, if asked', () => {
  const positions = new Map<string, number>()
  const text = 'name: x\nmeta:\n  tags: [a, b]\n  list:\n    - c\n    - d: e\n'
  readFrontmatter(text, positions)
  const found = Object.fromEntries(
    [...positions].map(([pointer, offset]) => [pointer, text.slice(offset).split(/[\s,\]]/)[0]]),
  )
  expect(found).toEqual({
    '/name': 'name:',
    '/meta': 'meta:',
    '/meta/tags': 'tags:',
    '/meta/tags/0': 'a',
    '/meta/tags/1': 'b',
    '/meta/list': 'list:',
    '/meta/list/0': 'c',
    '/meta/list/1': 'd:',
    '/meta/list/1/d': 'd:',
  })
})

test.each<[MalformedCode, string, string]>([
  ['colon_in_value', 'description: Use when: it rains\n', ': it'],
  ['colon_in_value', 'description: ends with:\n', ':\n'],
  ['colon_in_value', 'description: one\n  two: three\n', ': three'],
  ['duplicate_key', 'a: b\nc: d\na: e\n', 'a: e'],
  ['duplicate_key', 'm: {"a":"b","a":"c"}\n', '"a":"c"'],
  ['indent_mismatch', 'a: "b"\n  c: d\n', 'c: d'],
  ['indent_mismatch', 'a:\n    b: c\n  d: e\n', 'd: e'],
  ['indent_mismatch', '  a: b\nc: d\n', 'c: d'],
  ['tab_indent', 'a:\n\tb: c\n', '\tb'],
  ['colon_missing', 'a: b\nno key here\nc: d\n', 'no key'],
  ['colon_missing', 'name:pdf\ndescription: text\n', 'name'],
  ['quote_unclosed', 'a: "b\nc: d\n', '"b'],
  ['quote_unclosed', "a: 'b\nc: d's\n", "'b"],
  ['text_after_value', 'a: "b" c\n', 'c\n'],
  ['text_after_value', 'hint: [date] [time]\n', '[time]'],
  ['text_after_value', 'a: | b\n', '| b'],
  ['bracket_unclosed', 'm: {"a":{"b":1}\nc: d\n', '{"a"'],
  ['bracket_unclosed', 'm: [a, {b: c]\n', '{b'],
  ['comma_missing', 'm: ["a" "b"]\n', '"b"'],
  ['comma_missing', 'm: {"a" "b"}\n', '"b"'],
  ['character_reserved', 'a: @b\n', '@'],
  ['character_reserved', 'a: `b`\n', '`b'],
  ['character_reserved', 'a: , b\n', ','],
  ['character_reserved', 'a: >50% off\n', '>'],
  ['character_reserved', 'a: b\n%c: d\n', '%'],
  ['escape_unknown', 'a: "\\q"\n', '"\\q'],
  ['list_on_key_line', 'a: - b\n', '- b'],
])('refuses as %s: %j', (code, text, place) => {
  expect(readFrontmatter(text)).toMatchObject({ kind: 'malformed', code, offset: text.lastIndexOf(place) })
})

test.each([
  ['anchors and aliases', 'a: &b c\nd: *b\n'],
  ['tags', 'a: !!str 1\n'],
  ['merge keys', 'a:\n  <<: b\n'],
  ['complex keys', '? a\n: b\n'],
  ['complex keys inside brackets', 'a: [? b]\n'],
  ['directives', '%YAML 1.2\n---\na: b\n'],
  ['several documents', 'a: b\n---\nc: d\n'],
  ['keys that are no texts', '1: a\n'],
  ['the key __proto__', 'a:\n  __proto__: b\n'],
  ['the key __proto__ in JSON', 'metadata: {"__proto__":{"a":"b"}}\n'],
  ['the key __proto__ in disguise', 'metadata: {"\\u005f_proto__":"a"}\n'],
  ['a carriage return of its own', 'a: [b,\rc]\n'],
  ['tabs inside a line', 'a:\tb\n'],
  ['a byte order mark', '\ufeffa: b\n'],
  ['a list', '- a\n'],
  ['a text', 'just text\n'],
])('leaves %s to the full reader', (_, text) => {
  expect(readFrontmatter(text)).toEqual({ kind: 'foreign' })
})

test.each([
  ['brackets', (depth: number) => `a: ${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}\n`],
  ['JSON', (depth: number) => `metadata: ${'{"a":'.repeat(depth - 1)}"b"${'}'.repeat(depth - 1)}\n`],
  ['lists', (depth: number) => `a:\n  ${'- '.repeat(depth - 1)}b\n`],
])('reads %s as deep as the limit and no deeper', (_, nest) => {
  expect(readFrontmatter(nest(LIMITS.frontmatterDepth)).kind).toBe('mapping')
  expect(readFrontmatter(nest(LIMITS.frontmatterDepth + 1)).kind).toBe('foreign')
})

function mappingOf(text: string): unknown {
  const reading: FrontmatterResult = readFrontmatter(text)
  return reading.kind === 'mapping' ? reading.value : reading
}
