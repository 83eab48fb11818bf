import { expect, test } from 'vitest'
import { readFrontmatter } from '../../src/skill/frontmatter/read-frontmatter.js'
import { repairFrontmatter, salvageFields } from '../../src/skill/repair.js'
import { readYaml } from '../../src/system/yaml.js'
import { parse } from '../support/parsing.js'

test.each([
  [
    'a colon in a value',
    'name: x\ndescription: Use when: it rains\n',
    { name: 'x', description: 'Use when: it rains' },
    [1],
  ],
  ['several of them', 'a: b: c\nd: e: f: g\n', { a: 'b: c', d: 'e: f: g' }, [0, 1]],
  ['a colon at the end', 'a: Triggers:\nb: c\n', { a: 'Triggers:', b: 'c' }, [0]],
  ['quotes inside such a value', "a: it's: fine\n", { a: "it's: fine" }, [0]],
  ['CR LF line ends', 'a: b: c\r\nd: e\r\n', { a: 'b: c', d: 'e' }, [0]],
  ['nested values', 'm:\n  n:\n    o: p: q\n', { m: { n: { o: 'p: q' } } }, [2]],
  ['values inside lists', 'l:\n  - a: b: c\n  - @d\n', { l: [{ a: 'b: c' }, '@d'] }, [1, 2]],
  [
    'a reserved first character',
    'a: @b\nc: `d`\ne: %f\ng: , h\n',
    { a: '@b', c: '`d`', e: '%f', g: ', h' },
    [0, 1, 2, 3],
  ],
  ['a quote that is never closed', 'a: "b c\nd: e\n', { a: 'b c', d: 'e' }, [0]],
  ['quotes inside quotes', 'a: "say "hi" now"\n', { a: 'say "hi" now' }, [0]],
  ['text behind quotes', 'a: "b" c\n', { a: '"b" c' }, [0]],
  ['text behind brackets', 'a: [b] [c]\n', { a: '[b] [c]' }, [0]],
  ['a bracket that is never closed', 'm: {"a":{"b":1}\nc: d\n', { m: '{"a":{"b":1}', c: 'd' }, [0]],
  ['a broken value of several lines', 'a: Use when\n  it: rains\nb: c\n', { a: 'Use when it: rains', b: 'c' }, [0]],
  [
    'broken brackets on lines of their own',
    'm:\n  {\n    "a": "b" "c"\n  }\nd: e\n',
    { m: '{ "a": "b" "c" }', d: 'e' },
    [0],
  ],
])('mends %s', (_, text, value, lines) => {
  const repair = repairFrontmatter(text)
  expect(repair?.lines).toEqual(lines)
  expect(readFrontmatter(repair?.text ?? '')).toMatchObject({ kind: 'mapping', value })
})

test.each([
  ['in every field', 'name:x\ndescription:Does x\n', { name: 'x', description: 'Does x' }],
  ['in the first field', 'name:x\ndescription: Does x\n', { name: 'x', description: 'Does x' }],
  ['in the last field', 'description: Does x\nname:x\n', { name: 'x', description: 'Does x' }],
  ['before quotes', 'name:"x"\ndescription:Does x\n', { name: 'x', description: 'Does x' }],
  ['with CR LF', 'name:x\r\ndescription:Does x\r\n', { name: 'x', description: 'Does x' }],
  ['beside a value that needs quotes', 'name:x\ndescription: Use: now\n', { name: 'x', description: 'Use: now' }],
])('a colon without a space is read as other loaders read it: %s', (_, source, { name, description }) => {
  const document = parse(`---\n${source}---\nBody\n`, { directory: 'x' })
  expect(document).toMatchObject({ name, description, isConformant: false })
  expect(document.diagnostics).toMatchObject([
    { code: 'frontmatter_repaired', suggestion: 'Write a space after each colon' },
  ])
})

test.each([
  ['an address on a line of its own', 'https://example.org/x\n'],
  ['two colons', 'std::vector\n'],
  ['plain words', 'just words\n'],
  ['a list', '- a:b\n- c:d\n'],
])('is no reason to make fields of %s', (_, source) => {
  const { frontmatter, diagnostics } = parse(`---\n${source}---\nBody\n`, { directory: 'x' })
  expect(frontmatter).toEqual({})
  expect(diagnostics.map(({ code }) => code)).toContain('frontmatter_not_mapping')
})

test('keeps every line where it was', () => {
  const repair = repairFrontmatter('a: b: c\n  d\n\ne: f\n')
  expect(repair?.text.split('\n')).toEqual(["a: 'b: c", "  d'", '', 'e: f', ''])
})

test.each([
  ['a comment behind the value', 'a:   b: c   # d: e\n', "a:   'b: c'   # d: e\n", 'b: c'],
  ['a comment without words', 'a: b: c #\n', "a: 'b: c' #\n", 'b: c'],
  ['a comment with CR LF', 'a: b: c # d\r\n', "a: 'b: c' # d\r\n", 'b: c'],
  ['a comment behind the last line', 'a: b: c\n  d # e\n', "a: 'b: c\n  d' # e\n", 'b: c d'],
  ['a comment behind the first of two lines', 'a: b: c # d\n  e\n', "a: 'b: c e' # d\n\n", 'b: c e'],
  ['a comment behind each line', 'a: b: c  # d\n  e # f\n\n', "a: 'b: c e'  # d\n # f\n\n", 'b: c e'],
  ['a line of comment between two', 'a: b: c\r\n  # d\r\n  e #1\r\n', "a: 'b: c e #1'\r\n  # d\r\n\r\n", 'b: c e #1'],
  ['number signs inside of quoted lines', 'a: "b # c\n  d" e\n', 'a: \'"b # c\n  d" e\'\n', '"b # c d" e'],
  ['lines of comments below', 'a: b: c\n  # d\n\n  # e\n', "a: 'b: c'\n  # d\n\n  # e\n", 'b: c'],
  ['a comment behind quotes', 'a: "b # c" d # e\n', 'a: \'"b # c" d\' # e\n', '"b # c" d'],
  ['a comment behind brackets', "a: ['b # c'] d # e\n", "a: '[''b # c''] d' # e\n", "['b # c'] d"],
  [
    'a number sign with text behind it as text',
    'a: b: C #1 and #tags\n',
    "a: 'b: C #1 and #tags'\n",
    'b: C #1 and #tags',
  ],
  ['a number sign inside of an unclosed quote as text', 'a: "b # c\n', "a: 'b # c'\n", 'b # c'],
  ['lines, indented as they are', 'a: b: c\n    d\n  e\n', "a: 'b: c\n    d\n  e'\n", 'b: c d e'],
  ['quotes around lines', 'a: "b "c"\n  d"\n', 'a: \'b "c"\n  d\'\n', 'b "c" d'],
  ['no line break where there is a blank line', 'a: b: c\n\n  d\n', "a: 'b: c d'\n\n\n", 'b: c d'],
])('keeps %s', (_, text, repaired, a) => {
  expect(repairFrontmatter(text)?.text).toBe(repaired)
  expect(readYaml(repaired).value).toEqual({ a })
  expect(parse(`---\n${text}---\n`).frontmatter).toEqual({ a })
})

test.each([
  ['one', 'license: [MIT\ndescription: fine\n', "the value of 'license'"],
  ['several', 'license: [MIT\ndescription: Use when: asked\n', "the values of 'license', 'description'"],
  ['list items', 'a:\n  - @b\n  - @c\n', 'the values of a list item'],
  ['many', 'a: @\nb: @\nc: @\nd: @\ne: @\nf: @\ng: @\n', "the values of 'a', 'b', 'c', 'd', 'e' and 2 more"],
])('says whose value it changed: %s', (_, text, named) => {
  const { diagnostics } = parse(`---\n${text}---\n`)
  const messages = diagnostics.filter(({ code }) => code === 'frontmatter_repaired').map(({ message }) => message)
  expect(messages).toEqual([expect.stringMatching(new RegExp(`\\. Parsed after quoting ${named}$`))])
})

test.each([
  ['sound lines', 'name: x\nurl: https://example.org\n'],
  ['the text of a block scalar', 'a: |\n  b: c: d\n  @e\nf: g\n'],
  ['quotes and brackets over several lines', 'a: "b\n  c: d: e"\nf: [\n  g\n]\nh:\n  {\n    "i": "j"\n  }\n'],
  ['a key that stands twice', 'a: b\na: c\n'],
  ['a key that stands twice in brackets', 'm: {"a":"b","a":"c"}\n'],
])('has nothing to mend in %s', (_, text) => {
  expect(repairFrontmatter(text)).toBeUndefined()
})

test.each([
  [
    'between conflict markers',
    '<<<<<<< ours\nname: x\n=======\ndescription: Use when: it rains\n',
    { name: 'x', description: 'Use when: it rains' },
  ],
  ['in quotes', 'name: "x"\ndescription: \'y\'\n{\n', { name: 'x', description: 'y' }],
  ['over several lines', 'description: >-\n  one\n  two\nname: x\n]\n', { name: 'x', description: 'one two' }],
  ['the first of two', 'name: x\nname: y\n', { name: 'x' }],
  ['only at the top level', 'a:\n  name: x\n  description: y\n', {}],
  ['not in comments', '## name: x\n', {}],
  ['without comments behind them', 'name: x # c\ndescription: y z #\nm:\n\ta: b\n', { name: 'x', description: 'y z' }],
  ['without comments, CR LF', 'name: x # c\r\ndescription: y\r\n  z # d\r\n{\r\n', { name: 'x', description: 'y z' }],
  [
    'with number signs that are text',
    'name: x#y\ndescription: Mend issue #12\n{\n',
    { name: 'x#y', description: 'Mend issue #12' },
  ],
  [
    'without comments behind quotes',
    'name: "x" # c\ndescription: "y # z" # c\n{\n',
    { name: 'x', description: 'y # z' },
  ],
  ['a comment instead of a value', 'name: # c\ndescription: y\n{\n', { name: '', description: 'y' }],
  ['number signs of a block as text', 'name: x\ndescription: | # c\n  y # z\n{\n', { name: 'x', description: 'y # z' }],
])('salvages name and description: %s', (_, text, fields) => {
  expect(salvageFields(text).fields).toEqual(fields)
})
