import { describe, expect, test } from 'vitest'
import { issuesIn, parse } from '../support/parsing.js'

const PDF = { directory: 'pdf' }

describe('W-21: a conformant skill', () => {
  const text = '---\nname: pdf\ndescription: Reads PDF files\n---\n\n# PDF\n\nRead them.\n'

  test('has a name, a description, a body, and nothing odd about it', () => {
    expect(parse(text, PDF)).toMatchObject({
      name: 'pdf',
      description: 'Reads PDF files',
      frontmatter: { name: 'pdf', description: 'Reads PDF files' },
      frontmatterText: 'name: pdf\ndescription: Reads PDF files\n',
      body: '# PDF\n\nRead them.\n',
      diagnostics: [],
      isLoadable: true,
      isConformant: true,
    })
  })

  test('is the same with carriage returns', () => {
    const { body, frontmatterText, ...rest } = parse(text, PDF)
    const other = parse(text.replaceAll('\n', '\r\n'), PDF)
    expect(other).toMatchObject(rest)
    expect(other.body).toBe(body.replaceAll('\n', '\r\n'))
  })

  test('may start with a byte order mark, which is worth a notice', () => {
    const document = parse(`\ufeff${text}`, PDF)
    expect(document).toMatchObject({ name: 'pdf', body: '# PDF\n\nRead them.\n', isConformant: true })
    expect(document.diagnostics).toMatchObject([{ code: 'byte_order_mark', severity: 'notice', line: 1, column: 1 }])
  })
})

describe('what precedes and delimits the frontmatter', () => {
  test('blank lines before it are reported', () => {
    const text = '\n\n---\nname: pdf\ndescription: Reads PDF files\n---\nBody\n'
    expect(parse(text, PDF)).toMatchObject({ name: 'pdf', isLoadable: true, isConformant: false })
    expect(issuesIn(text, PDF)).toEqual(['frontmatter_not_first 1:1'])
  })

  test.each([
    ['a plain value', 'description: one --- two', 'one --- two'],
    ['a quoted value', 'description: "--- one ---"', '--- one ---'],
    ['a block', 'description: |\n  one\n  ---\n  two', 'one\n---\ntwo'],
  ])('hyphens inside %s do not end it', (_, line, description) => {
    expect(parse(`---\nname: pdf\n${line}\n---\nBody\n`, PDF)).toMatchObject({ description, body: 'Body\n' })
  })

  test('one that is never closed leaves the folder’s name and the first paragraph', () => {
    const text = '---\nname: other\n\nReads any kind of PDF file.\n'
    expect(parse(text, PDF)).toMatchObject({
      name: 'pdf',
      description: 'Reads any kind of PDF file.',
      isLoadable: true,
    })
    expect(issuesIn(text, PDF)).toEqual(['frontmatter_unclosed 1:1', 'description_missing 1:1'])
  })

  test('unclosed with an empty description is not loaded', () => {
    const text = '\n---\ndescription: '
    expect(parse(text, PDF)).toMatchObject({ description: '', isLoadable: false })
    expect(issuesIn(text, PDF)).toContain('description_unavailable 1:1')
  })

  test('without one, likewise', () => {
    const text = '# PDF\n\nReads PDF files.\n'
    expect(parse(text, PDF)).toMatchObject({ name: 'pdf', description: 'Reads PDF files.', isLoadable: true })
    expect(issuesIn(text, PDF)).toEqual(['frontmatter_missing 1:1', 'description_missing 1:1'])
  })

  test.each(['', '\n', '---', '---\n---\n', '---\nname: pdf\n---\n', '\ufeff'])(
    'where nothing could describe the skill it is not loadable: %j',
    (text) => {
      const { isLoadable, description, diagnostics } = parse(text, PDF)
      expect([isLoadable, description]).toEqual([false, ''])
      expect(diagnostics.map(({ code }) => code)).toContain('description_unavailable')
    },
  )
})

describe('the main file’s spelling', () => {
  test.each(['SKILL.MD', 'skill.md', 'Skill.md', 'skills.md', 'SKILLS.md'])('%s is reported', (fileName) => {
    const text = '---\nname: pdf\ndescription: Reads PDF files\n---\nBody\n'
    expect(issuesIn(text, { ...PDF, fileName })).toEqual(['main_file_spelling 1:1'])
  })
})

describe('every diagnostic has the line and column of what it means', () => {
  const HEAD = 'name: pdf\ndescription: Reads PDF files\n'
  test.each([
    ['a name that differs', 'name: other\ndescription: x', ['name_mismatch 2:1']],
    ['a name on a later line', 'description: x\nname: other', ['name_mismatch 3:1']],
    ['a field beyond the specification', `${HEAD}emoji: x`, ['field_extension 4:1']],
    ['a key that stands twice', `${HEAD}license: a\nlicense: b`, ['key_duplicate 5:1']],
    ['a value that needed quotes', 'name: pdf\ndescription: Use: now', ['frontmatter_repaired 3:17']],
    [
      'fields below a value that needed quotes',
      'name: other\ndescription: x: y\nkey1: a\nkey2: b',
      ['name_mismatch 2:1', 'frontmatter_repaired 3:15', 'field_unknown 4:1', 'field_unknown 5:1'],
    ],
    [
      'a field that needed quotes',
      'name: pdf\ndescription: x\nkey1:   a: b',
      ['field_unknown 4:1', 'frontmatter_repaired 4:10'],
    ],
    [
      'list items that needed quotes',
      `${HEAD}metadata:\n  openclaw:\n    os:\n      -   @b\n      - nonsense`,
      ['metadata_nested 4:1', 'frontmatter_repaired 7:11', 'os_unknown 7:11', 'os_unknown 8:9'],
    ],
    [
      'fields below a value of several lines that needed quotes',
      'name: pdf\ndescription: x: y\n  and more\n\nkey1: a',
      ['frontmatter_repaired 3:15', 'field_unknown 6:1'],
    ],
    [
      'a name in a text that no repair helps',
      'a line without a colon\ndescription: x\nname: other',
      ['frontmatter_malformed 2:1', 'name_mismatch 4:1'],
    ],
    [
      'fields below a key that stands twice',
      'name: pdf\nname: pdf\ndescription: x\nkey1: a',
      ['key_duplicate 3:1', 'field_unknown 5:1'],
    ],
    [
      'nested metadata',
      `${HEAD}metadata:\n  openclaw:\n    os: [nonsense]`,
      ['metadata_nested 4:1', 'os_unknown 6:10'],
    ],
    ['a missing name', 'description: x', ['name_missing 2:1']],
  ])('%s', (_, frontmatter, issues) => {
    expect(issuesIn(`---\n${frontmatter}\n---\nBody\n`, PDF)).toEqual(issues)
    expect(issuesIn(`---\r\n${frontmatter.replaceAll('\n', '\r\n')}\r\n---\r\nBody\r\n`, PDF)).toEqual(issues)
  })

  test('a byte order mark and blank lines count', () => {
    const text = '\ufeff\n---\nname: other\ndescription: x\n---\nBody\n'
    expect(issuesIn(text, PDF)).toEqual(['byte_order_mark 1:1', 'frontmatter_not_first 1:1', 'name_mismatch 3:1'])
  })

  test('columns count as editors do, characters beyond the first plane as two', () => {
    const text = `---\n${HEAD}---\n🚀 [a](../a.md)\n`
    expect(issuesIn(text, PDF)).toEqual(['reference_leaves_skill 5:8'])
  })
})

describe('N-6: the body', () => {
  const bodyOf = (rest: string) => parse(`---\nname: pdf\ndescription: x\n---\n${rest}`, PDF).body

  test.each([
    ['\n\n# PDF\n', '# PDF\n'],
    ['  \n\t\n# PDF\n', '# PDF\n'],
    ['\r\n\r\n# PDF\r\n', '# PDF\r\n'],
    ['    indented\n', '    indented\n'],
    ['\n    indented\n', '    indented\n'],
    ['no line end', 'no line end'],
  ])('%j loses its leading blank lines and nothing else', (rest, body) => {
    expect(bodyOf(rest)).toBe(body)
  })

  test('an empty one is reported', () => {
    expect(issuesIn('---\nname: pdf\ndescription: x\n---\n \n', PDF)).toEqual(['body_empty 5:1'])
  })

  test('more than 500 lines are reported, 500 are not', () => {
    const text = (lines: number) => `---\nname: pdf\ndescription: x\n---\n${'line\n'.repeat(lines - 4)}`
    expect(issuesIn(text(500), PDF)).toEqual([])
    expect(issuesIn(text(501), PDF)).toEqual(['body_long 5:1'])
  })
})

describe('W-27, W-28: links of the body', () => {
  const text = (body: string) => `---\nname: pdf\ndescription: x\n---\n${body}\n`

  test('one that leaves the skill is not conformant', () => {
    expect(parse(text('See [it](../other/SKILL.md)'), PDF)).toMatchObject({ isLoadable: true, isConformant: false })
    expect(issuesIn(text('See [it](../other/SKILL.md)'), PDF)).toEqual(['reference_leaves_skill 5:10'])
  })

  test('a file that is missing is reported once, where its first link stands', () => {
    const body = 'See [it](a.md),\n[it again](a.md) and [that](b.md)'
    const hasFile = (path: string) => path === 'b.md'
    expect(issuesIn(text(body), { ...PDF, hasFile })).toEqual(['reference_missing 5:10'])
  })

  test('where nobody can tell which files there are, nothing is said of them', () => {
    expect(issuesIn(text('See [it](a.md)'), PDF)).toEqual([])
  })

  test('code blocks are not looked at', () => {
    expect(issuesIn(text('```\n[it](../a.md)\n```\n`[it](../b.md)`'), PDF)).toEqual([])
  })
})
