import { describe, expect, test } from 'vitest'
import { issuesIn, parse } from '../support/parsing.js'

const PDF = { directory: 'pdf' }

/** A skill with this frontmatter. */
function withFields(...lines: readonly string[]): string {
  return `---\n${lines.join('\n')}\n---\nReads any PDF file.\n`
}

describe('the name', () => {
  test.each([
    ['is missing', 'description: x', 'name_missing 2:1'],
    ['is empty', 'name: ""\ndescription: x', 'name_missing 2:1'],
    ['is blank', 'name: "  "\ndescription: x', 'name_missing 2:1'],
    ['is null', 'name: ~\ndescription: x', 'name_missing 2:1'],
    ['climbs', 'name: ../x\ndescription: x', 'name_unsafe 2:1'],
    ['is a path', 'name: a/b\ndescription: x', 'name_unsafe 2:1'],
    ['is a Windows path', 'name: a\\b\ndescription: x', 'name_unsafe 2:1'],
    ['holds NUL', 'name: "a\\0b"\ndescription: x', 'name_unsafe 2:1'],
    ['holds a line break', 'name: "a\\nb"\ndescription: x', 'name_unsafe 2:1'],
    ['holds an escape character', 'name: "a\\eb"\ndescription: x', 'name_unsafe 2:1'],
    ['has 300 characters', `name: ${'x'.repeat(300)}\ndescription: x`, 'name_unsafe 2:1'],
  ])('falls back to the folder’s where it %s', (_, fields, issue) => {
    expect(parse(withFields(fields), PDF)).toMatchObject({ name: 'pdf', isLoadable: true, isConformant: false })
    expect(issuesIn(withFields(fields), PDF)).toEqual([issue])
  })

  test('falls back to the folder’s where it is a list, which is reported as well', () => {
    expect(parse(withFields('name: [a]', 'description: x'), PDF).name).toBe('pdf')
    expect(issuesIn(withFields('name: [a]', 'description: x'), PDF)).toEqual(['field_type 2:1', 'name_missing 2:1'])
  })

  test('an unsafe name of a folder is made safe', () => {
    expect(parse(withFields('name: ../x', 'description: x'), { directory: 'two\nlines' }).name).toBe('two-lines')
  })

  test('is something even where there is neither a name nor a folder', () => {
    expect(parse(withFields('description: x')).name).toBe('skill')
  })

  test.each([
    ['name: 007', '007'],
    ['name: 1.0', '1.0'],
    ['name: true', 'true'],
    ['name: 2024-01-01', '2024-01-01'],
    ['name: 0x1F', '0x1F'],
    ['name: "  pdf  "', 'pdf'],
  ])('%s is what the file says, not what YAML makes of it', (line, name) => {
    expect(parse(withFields(line, 'description: x'), PDF).name).toBe(name)
  })

  test('a nested name is not the skill’s', () => {
    const document = parse(withFields('name: pdf', 'description: x', 'author:', '  name: Somebody'), PDF)
    expect(document.name).toBe('pdf')
  })
})

describe('the description', () => {
  test.each([
    ['is missing', 'name: pdf', ['description_missing 2:1']],
    ['is empty', 'name: pdf\ndescription: ""', ['description_missing 2:1']],
    ['is null', 'name: pdf\ndescription:', ['description_missing 2:1']],
    ['is a list', 'name: pdf\ndescription: [a, b]', ['description_missing 2:1', 'field_type 3:1']],
    ['is a mapping', 'name: pdf\ndescription: {a: b}', ['description_missing 2:1', 'field_type 3:1']],
  ])('falls back to the first paragraph where it %s', (_, fields, issues) => {
    expect(parse(withFields(fields), PDF)).toMatchObject({ description: 'Reads any PDF file.', isLoadable: true })
    expect(issuesIn(withFields(fields), PDF)).toEqual(issues)
  })

  test.each([
    ['description: 1.0', '1.0'],
    ['description: yes', 'yes'],
    ['description: "  x  "', 'x'],
    ['description: >\n  one\n  two', 'one two'],
    ['description: |\n  one\n  two', 'one\ntwo'],
    ['description: one\n  two', 'one two'],
  ])('%j', (line, description) => {
    expect(parse(withFields('name: pdf', line), PDF).description).toBe(description)
  })

  test('W-25: 1024 characters are allowed, 1025 are reported and kept whole', () => {
    const text = (count: number) => withFields('name: pdf', `description: ${'🚀'.repeat(count)}`)
    expect(issuesIn(text(1024), PDF)).toEqual([])
    expect(issuesIn(text(1025), PDF)).toEqual(['description_too_long 3:1'])
    expect([...parse(text(1025), PDF).description]).toHaveLength(1025)
  })

  test('in other languages stands beside it', () => {
    const text = withFields('name: pdf', 'description: Reads PDF', 'description_zh: 读取', 'description-de: Liest')
    expect(parse(text, PDF).traits.localisedDescriptions).toEqual({ zh: '读取', de: 'Liest' })
  })

  test('half of a character is replaced: no client could be sent such a text', () => {
    const { name, description } = parse(withFields('name: "a\\ud83d"', 'description: "x\\udc00y"'), PDF)
    expect([name, description]).toEqual(['a\ufffd', 'x\ufffdy'])
  })
})

describe('typed values and their source text', () => {
  const { frontmatter, sources, traits } = parse(
    withFields('name: pdf', 'description: x', 'version: 1.0', 'count: 0x10', 'on: True', 'license: MIT'),
    PDF,
  )

  test('values have the types of YAML 1.2', () => {
    expect(frontmatter).toMatchObject({ version: 1, count: 16, on: true, license: 'MIT' })
  })

  test('the text of a value is kept where its type prints otherwise', () => {
    expect(Object.fromEntries(sources)).toEqual({ '/version': '1.0', '/count': '0x10', '/on': 'True' })
  })

  test('a version is a text', () => {
    expect(traits.version).toBe('1.0')
  })
})

describe('an unknown field is reported where it stands', () => {
  const FIELDS = ['name: pdf', 'description: |', '  colour: red is not this one', '  or that']

  test.each([
    ['at the start of a line', ['colour: red'], 'field_unknown 6:1'],
    ['below a comment that names it', ['# colour: red', 'colour: red'], 'field_unknown 7:1'],
    ['in quotes', ['"colour": red'], 'field_unknown 6:1'],
    ['with a space before its colon', ['colour : red'], 'field_unknown 6:1'],
  ])('%s', (_, further, issue) => {
    expect(issuesIn(withFields(...FIELDS, ...further), PDF)).toEqual([issue])
  })

  test('as the first field', () => {
    expect(issuesIn(withFields('colour: red', ...FIELDS), PDF)).toEqual(['field_unknown 2:1'])
  })
})
