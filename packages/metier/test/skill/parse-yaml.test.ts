import { describe, expect, test } from 'vitest'
import { issuesIn, parse } from '../support/parsing.js'

const PDF = { directory: 'pdf' }

function withFields(...lines: readonly string[]): string {
  return `---\n${lines.join('\n')}\n---\nReads any PDF file.\n`
}

describe('W-22: a frontmatter that is not valid YAML', () => {
  test('is read with quotes put around the value that needs them', () => {
    const text = withFields('name: pdf', 'description: Use when: a PDF comes')
    expect(parse(text, PDF)).toMatchObject({
      description: 'Use when: a PDF comes',
      isLoadable: true,
      isConformant: false,
    })
    expect(issuesIn(text, PDF)).toEqual(['frontmatter_repaired 3:22'])
  })

  test('gives at least name and description where no repair helps', () => {
    const text = withFields('name: pdf', 'description: Reads PDF', 'a line without a colon')
    expect(parse(text, PDF)).toMatchObject({ name: 'pdf', description: 'Reads PDF', isLoadable: true })
    expect(parse(text, PDF).diagnostics.map(({ code }) => code)).toEqual(['frontmatter_malformed'])
  })

  test.each([
    ['a line that our reader refuses', 'metadata:', '\ta: b'],
    ['one that only yaml can judge', 'license: M\tIT', 'metadata:', '  \ta: b'],
  ])('with a tab in the indentation is to be indented with spaces: %s', (_, ...lines) => {
    const { diagnostics } = parse(withFields('name: pdf', 'description: Reads PDF', ...lines), PDF)
    expect(diagnostics).toMatchObject([
      {
        code: 'frontmatter_malformed',
        line: lines.length + 3,
        suggestion: 'Indent with two spaces per level, not tabs',
      },
    ])
  })

  test.each(['- a\n- b', 'just words', '42', '[a, b]'])('must be a mapping, not %j', (fields) => {
    expect(parse(withFields(fields), PDF)).toMatchObject({ name: 'pdf', description: 'Reads any PDF file.' })
    expect(issuesIn(withFields(fields), PDF)[0]).toBe('frontmatter_not_mapping 2:1')
  })

  test('larger than 64 KiB is not read as a whole', () => {
    const text = withFields('name: pdf', 'description: Reads PDF', `license: ${'x'.repeat(65_536)}`)
    expect(parse(text, PDF)).toMatchObject({ name: 'pdf', description: 'Reads PDF', isLoadable: true })
    expect(issuesIn(text, PDF)).toEqual(['frontmatter_too_large 2:1'])
  })
})

describe('keys', () => {
  test('of two equal ones the first counts', () => {
    const text = withFields('name: pdf', 'description: first', 'description: second')
    expect(parse(text, PDF).description).toBe('first')
    expect(issuesIn(text, PDF)).toEqual(['key_duplicate 4:1'])
  })

  test('a nested pair of equal ones is reported too', () => {
    const text = withFields('name: pdf', 'description: x', 'metadata:', '  a: 1', '  a: 2')
    expect(parse(text, PDF).frontmatter.metadata).toEqual({ a: 1 })
    expect(issuesIn(text, PDF)).toEqual(['key_duplicate 6:3'])
  })

  test('__proto__ changes no prototype and is left out', () => {
    const text = withFields('name: pdf', 'description: x', '__proto__:', '  polluted: true')
    const { frontmatter, diagnostics } = parse(text, PDF)
    expect(Object.getPrototypeOf(frontmatter)).toBe(Object.prototype)
    expect(Object.keys(frontmatter)).toEqual(['name', 'description'])
    expect('polluted' in {}).toBe(false)
    expect(diagnostics).toMatchObject([{ line: 4, column: 1 }])
  })

  test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])('%s is an ordinary key', (key) => {
    const text = withFields('name: pdf', 'description: x', `${key}:`, '  prototype: {polluted: true}')
    const { frontmatter } = parse(text, PDF)
    expect(Object.hasOwn(frontmatter, key)).toBe(true)
    expect(frontmatter[key]).toEqual({ prototype: { polluted: true } })
    expect('polluted' in {}).toBe(false)
    expect(issuesIn(text, PDF)).toEqual(['field_unknown 4:1'])
  })

  test('__proto__ below metadata and in JSON is as harmless', () => {
    const json = '\'{"openclaw":{"__proto__":{"os":["win32"]},"requires":{"bins":["git"]}}}\''
    const { traits } = parse(withFields('name: pdf', 'description: x', `metadata: ${json}`), PDF)
    expect(traits.requirements).toMatchObject({ bins: ['git'], os: [] })
    expect('os' in {}).toBe(false)
  })
})

describe('features of YAML that can be turned against a reader', () => {
  test('an alias is followed', () => {
    const text = withFields('name: pdf', 'description: &d Reads PDF', 'license: *d')
    expect(parse(text, PDF).frontmatter.license).toBe('Reads PDF')
  })

  test('aliases that multiply are refused, and name and description are still found', () => {
    const level = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(`*${of}`).join(', ')}]`
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      level('b', 'a'),
      level('c', 'b'),
      level('d', 'c'),
      level('e', 'd'),
    ]
    const text = withFields('name: pdf', 'description: Reads PDF', ...bomb)
    expect(parse(text, PDF)).toMatchObject({ name: 'pdf', description: 'Reads PDF', isLoadable: true })
    expect(parse(text, PDF).diagnostics.map(({ code }) => code)).toEqual(['frontmatter_malformed'])
  })

  test('an alias inside its own anchor ends', () => {
    const text = withFields('name: pdf', 'description: Reads PDF', 'a: &a [*a]')
    expect(parse(text, PDF)).toMatchObject({ name: 'pdf', description: 'Reads PDF', isLoadable: true })
  })

  test('a merge key merges nothing', () => {
    const text = withFields('base: &base {description: from elsewhere}', '<<: *base', 'name: pdf')
    expect(parse(text, PDF).description).toBe('Reads any PDF file.')
    expect(parse(text, PDF).diagnostics.map(({ code }) => code)).toContain('yaml_feature_ignored')
  })

  test.each(['!!js/function', '!!python/object:os.system', '!local', '!!binary'])('the tag %s does nothing', (tag) => {
    const text = withFields('name: pdf', `description: ${tag} "aGk="`)
    expect(parse(text, PDF).description).toBe('aGk=')
    expect(parse(text, PDF).diagnostics.map(({ code }) => code)).toEqual(['yaml_feature_ignored'])
  })

  test('nesting has an end', () => {
    const text = withFields('name: pdf', 'description: Reads PDF', `a: ${'['.repeat(5000)}${']'.repeat(5000)}`)
    expect(parse(text, PDF)).toMatchObject({ name: 'pdf', description: 'Reads PDF', isLoadable: true })
    expect(parse(text, PDF).diagnostics.map(({ code }) => code)).toContain('frontmatter_malformed')
  })

  test('two documents are not one frontmatter', () => {
    const text = withFields('name: pdf', 'description: Reads PDF', '...', 'description: other')
    expect(parse(text, PDF)).toMatchObject({ name: 'pdf', description: 'Reads PDF' })
  })
})
