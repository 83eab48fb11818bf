import { expect, test } from 'vitest'
import { LIMITS } from '../../src/skill/limits.js'
import { readYaml } from '../../src/system/yaml.js'

test('reads what our own reader leaves to it', () => {
  const { value, problems } = readYaml('? a\n: b\nc: &d [e, f]\ng: *d\n')
  expect(value).toEqual({ a: 'b', c: ['e', 'f'], g: ['e', 'f'] })
  expect(problems).toEqual([])
})

test('keeps the source of what its value no longer shows, and says where keys stand', () => {
  const positions = new Map<string, number>()
  const { sources } = readYaml('version: 1.0\na/b:\n  - yes\n  - 1.50\n  - True\n', positions)
  expect(sources).toEqual(
    new Map([
      ['/version', '1.0'],
      ['/a~1b/1', '1.50'],
      ['/a~1b/2', 'True'],
    ]),
  )
  expect(positions).toEqual(
    new Map([
      ['/version', 0],
      ['/a~1b', 13],
      ['/a~1b/0', 22],
      ['/a~1b/1', 30],
      ['/a~1b/2', 39],
    ]),
  )
})

test('has no sources where every value shows its own', () => {
  expect(readYaml('a: 1\nb: text\n').sources).toBeUndefined()
})

test('a malformed text has no value, and says where it is malformed', () => {
  const { value, problems } = readYaml('a: b\nc: d: e\n')
  expect(value).toBeUndefined()
  expect(problems).toMatchObject([{ kind: 'malformed', offset: 8 }])
})

test('of a key that stands twice the first value is taken, and the second is reported', () => {
  const { value, problems } = readYaml('a: b\nc: {d: e, d: f}\na: g\n')
  expect(value).toEqual({ a: 'b', c: { d: 'e' } })
  expect(problems).toMatchObject([
    { kind: 'duplicate_key', offset: 15 },
    { kind: 'duplicate_key', offset: 21 },
  ])
})

test.each([
  ['a tag', 'a: !!int "1"\nb: !custom {c: d}\n', { a: '1', b: { c: 'd' } }],
  ['a tag that would make bytes', 'a: !!binary aGVsbG8=\n', { a: 'aGVsbG8=' }],
  ['a tag of unknown origin', 'a: !e!x b\n', { a: 'b' }],
  ['a merge key', 'a: {<<: {b: c}}\n', { a: { '<<': { b: 'c' } } }],
  ['a collection as key', '[a, b]: c\nd: e\n', { d: 'e' }],
  ['the key __proto__', '__proto__: {a: b}\nc: {"__proto__": d}\n', { c: {} }],
  ['a second document', 'a: b\n---\nc: d\n', { a: 'b' }],
])('reports %s and does without it', (what, text, value) => {
  const reading = readYaml(text)
  expect(reading.value).toEqual(value)
  expect(reading.problems.length).toBeGreaterThan(0)
  expect(reading.problems.every(({ kind }) => kind === (what.includes('__proto__') ? 'unsafe_key' : 'feature'))).toBe(
    true,
  )
})

test('a directive for YAML 1.1 does not change what words mean', () => {
  expect(readYaml('%YAML 1.1\n---\na: yes\nb: 0o7\n').value).toEqual({ a: 'yes', b: 7 })
})

test('a key never changes the prototype of the value', () => {
  const { value } = readYaml('__proto__: {polluted: true}\n')
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  expect(value).not.toHaveProperty('polluted')
})

const laughs = Array.from({ length: 10 }, (_, at) => `a${at}: &a${at} [${at ? `*a${at - 1},`.repeat(9) : 'x'}]\n`).join(
  '',
)

test.each([
  ['aliases that multiply', laughs],
  ['an alias inside its own anchor', 'a: &b [*b]\n'],
  ['an alias without an anchor', 'a: *b\n'],
  ['brackets without end', `a: ${'['.repeat(50_000)}`],
  ['brackets beyond the limit', `a: ${'['.repeat(LIMITS.frontmatterDepth)}${']'.repeat(LIMITS.frontmatterDepth)}\n`],
  ['dashes without end', `a:\n ${'- '.repeat(20_000)}`],
])('refuses %s without throwing', (_, text) => {
  const { value, problems } = readYaml(text)
  expect(value).toBeUndefined()
  expect(problems).toMatchObject([{ kind: 'malformed' }])
})

test.each(['[', '{a: ', '- ', '? ', '[{', '- - ', '["]",', '? - ', '{? '])(
  'refuses 9,000 times %j before its levels are composed',
  (unit) => {
    const problem = { kind: 'malformed', offset: 0, message: 'mappings and lists are nested too deeply' }
    expect(readYaml(`${unit.repeat(9000)}\n`)).toMatchObject({ value: undefined, problems: [problem] })
  },
)

test('expands aliases as often as the limit says', () => {
  const aliases = (count: number) => `a: &b c\nd: [${'*b,'.repeat(count)}]\n`
  expect(readYaml(aliases(LIMITS.frontmatterAliases)).problems).toEqual([])
  expect(readYaml(aliases(LIMITS.frontmatterAliases + 1)).value).toBeUndefined()
})

test('a text without content is null', () => {
  expect(readYaml('# nothing\n')).toEqual({ value: null, sources: undefined, problems: [] })
})
