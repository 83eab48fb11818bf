import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DIAGNOSTICS, levelBroken } from '../../../src/skill/diagnostic.js'
import { FIXABLE_CODES, fixSkill } from '../../../src/skill/fix/fix.js'
import type { Document } from '../../../src/skill/parse.js'
import { readYaml } from '../../../src/system/yaml.js'
import { runsOf } from '../../support/full.js'
import { parse } from '../../support/parsing.js'

const OPTIONS = { directory: 'pdf', fileName: 'SKILL.md', readYaml }

function fix(text: string): string {
  return fixSkill(text, OPTIONS).text
}

const CASES: readonly (readonly [what: string, code: string, before: string, after: string])[] = [
  [
    'a byte order mark goes',
    'byte_order_mark',
    '\ufeff---\nname: pdf\ndescription: Reads\n---\nDo it.\n',
    '---\nname: pdf\ndescription: Reads\n---\nDo it.\n',
  ],
  [
    'blank lines above the frontmatter go',
    'frontmatter_not_first',
    '\n  \n---\nname: pdf\ndescription: Reads\n---\nDo it.\n',
    '---\nname: pdf\ndescription: Reads\n---\nDo it.\n',
  ],
  [
    'a frontmatter is written from the folder and the first paragraph',
    'frontmatter_missing',
    '# PDF\n\nReads PDF files.\n',
    '---\nname: pdf\ndescription: Reads PDF files.\n---\n# PDF\n\nReads PDF files.\n',
  ],
  ...[
    ['both', 'name: pdf\ndescription: Reads\n\nDo it.\n', '---\nname: pdf\ndescription: Reads\n---\n\nDo it.\n'],
    ['a name alone', 'name: pdf\n\nReads it.\n', '---\nname: pdf\ndescription: Reads it.\n---\n\nReads it.\n'],
    ['another name', 'name: b\n\nReads it.\n', '---\nname: pdf\ndescription: Reads it.\n---\n\nReads it.\n'],
    [
      'a closing line only',
      'name: b\ndescription: Reads\n---\nDo it.\n',
      '---\nname: pdf\ndescription: Reads\n---\nDo it.\n',
    ],
    [
      'no name',
      'description: Reads\nlicense: MIT\n# PDF\n\nDo.\n',
      '---\nname: pdf\ndescription: Reads\nlicense: MIT\n---\n# PDF\n\nDo.\n',
    ],
    [
      'Windows line ends',
      'name: pdf\r\ndescription: Reads\r\n\r\nDo.\r\n',
      '---\r\nname: pdf\r\ndescription: Reads\r\n---\r\n\r\nDo.\r\n',
    ],
    ['an unclosed text', 'name: pdf\ndescription: Reads', '---\nname: pdf\ndescription: Reads\n---'],
  ].map(
    ([what = '', before = '', after = '']) =>
      [`fields without delimiter lines become the frontmatter: ${what}`, 'frontmatter_missing', before, after] as const,
  ),
  [
    'a frontmatter that is never closed ends before the first blank line',
    'frontmatter_unclosed',
    '---\nname: pdf\ndescription: Reads\n\n# PDF\n\nDo it.\n',
    '---\nname: pdf\ndescription: Reads\n---\n\n# PDF\n\nDo it.\n',
  ],
  [
    'a frontmatter that is never closed ends before the first heading',
    'frontmatter_unclosed',
    '---\nname: pdf # mine\n# why: because\ndescription: Reads\n# PDF\n\nDo it.\n',
    '---\nname: pdf # mine\n# why: because\ndescription: Reads\n---\n# PDF\n\nDo it.\n',
  ],
  [
    'a value with a colon gets quotes, its neighbours keep their form',
    'frontmatter_repaired',
    '---\nname:   "pdf"   # the folder\ndescription: Reads: files\nlicense: MIT\n---\nDo it.\n',
    '---\nname:   "pdf"   # the folder\ndescription: \'Reads: files\'\nlicense: MIT\n---\nDo it.\n',
  ],
  [
    'a broken value of several lines keeps them and the comment behind it',
    'frontmatter_repaired',
    '---\nname: pdf\ndescription: Reads: files\n  and more   # hmm\nlicense: MIT\n---\nDo it.\n',
    "---\nname: pdf\ndescription: 'Reads: files\n  and more'   # hmm\nlicense: MIT\n---\nDo it.\n",
  ],
  [
    'comments between the lines of a broken value stay comments',
    'frontmatter_repaired',
    '---\nname: pdf\ndescription: Broken: always # c1\n  or more\n  # c2\n  and more # c3\n---\nDo it.\n',
    "---\nname: pdf\ndescription: 'Broken: always or more and more' # c1\n  # c2\n # c3\n---\nDo it.\n",
  ],
  [
    'where a blank line would break the text, it becomes one line without blank ones left behind',
    'frontmatter_repaired',
    '---\nname: pdf\ndescription: Reads: files\n\n  and more\nlicense: MIT\n---\nDo it.\n',
    "---\nname: pdf\ndescription: 'Reads: files and more'\n\nlicense: MIT\n---\nDo it.\n",
  ],
  [
    'the name becomes that of the folder, the comment behind it stays',
    'name_mismatch',
    "---\n# head\nname: 'other'  # why\ndescription: Reads\n---\nDo it.\n",
    '---\n# head\nname: pdf  # why\ndescription: Reads\n---\nDo it.\n',
  ],
  [
    'a name with characters it may not have becomes that of the folder',
    'name_characters',
    '---\nname: PDF Tools\ndescription: Reads\n---\nDo it.\n',
    '---\nname: pdf\ndescription: Reads\n---\nDo it.\n',
  ],
  ...[
    ['a list', 'name: [a, b]', 'name: pdf'],
    ['a mapping', 'name: {x: 1}', 'name: pdf'],
    ['nothing', 'name:', 'name: pdf'],
    ['nothing but a comment', 'name: # later', 'name: pdf # later'],
  ].map(
    ([what = '', before = '', after = '']) =>
      [
        `a name that is ${what} gives way to the directory name`,
        'name_missing',
        `---\n${before}\ndescription: Reads\n---\nDo it.\n`,
        `---\n${after}\ndescription: Reads\n---\nDo it.\n`,
      ] as const,
  ),
  [
    'an empty description is filled from the first paragraph',
    'description_missing',
    '---\nname: pdf\ndescription:\nlicense: MIT\n---\n# PDF\n\nReads it.\n',
    '---\nname: pdf\ndescription: Reads it.\nlicense: MIT\n---\n# PDF\n\nReads it.\n',
  ],
  [
    'a missing name is added first',
    'name_missing',
    '---\n# a comment\ndescription: Reads\n---\nDo it.\n',
    '---\nname: pdf\n# a comment\ndescription: Reads\n---\nDo it.\n',
  ],
  [
    'a missing description is added behind the name, in quotes where it needs them',
    'description_missing',
    '---\nname: pdf\nlicense: MIT\n---\nIt reads: "all" files.\n',
    '---\nname: pdf\ndescription: "It reads: \\"all\\" files."\nlicense: MIT\n---\nIt reads: "all" files.\n',
  ],
  [
    'a number where a text is meant gets quotes',
    'field_type',
    '---\nname: pdf\ndescription: Reads\nlicense: 2.0 # of ours\n---\nDo it.\n',
    '---\nname: pdf\ndescription: Reads\nlicense: "2.0" # of ours\n---\nDo it.\n',
  ],
  [
    'a list of tools becomes names with spaces between',
    'allowed_tools_form',
    '---\nname: pdf\ndescription: Reads\nallowed-tools:\n  - Read\n  - Bash(git:*)\nlicense: MIT\n---\nDo it.\n',
    '---\nname: pdf\ndescription: Reads\nallowed-tools: Read Bash(git:*)\nlicense: MIT\n---\nDo it.\n',
  ],
  [
    'a list of tools on one line likewise',
    'allowed_tools_form',
    '---\nname: pdf\ndescription: Reads\nallowed-tools: [Read, "Write"] # both\n---\nDo it.\n',
    '---\nname: pdf\ndescription: Reads\nallowed-tools: Read Write # both\n---\nDo it.\n',
  ],
  [
    'lines that end in CR LF go on doing so',
    'name_missing',
    '---\r\ndescription: Reads\r\n---\r\nDo it.\r\n',
    '---\r\nname: pdf\r\ndescription: Reads\r\n---\r\nDo it.\r\n',
  ],
]

describe('what can be mended', () => {
  test.each(CASES)('%s (%s)', (_, code, before, after) => {
    const { text, fixed } = fixSkill(before, OPTIONS)
    expect(text).toBe(after)
    expect(fixed.map((diagnostic) => diagnostic.code)).toContain(code)
    expect(parse(text, OPTIONS).isConformant).toBe(true)
  })

  test('several things at once are mended one after the other', () => {
    const before = '\ufeff\n---\nname: Other\ndescription: Reads: files\nallowed-tools: [Read]\n---\nDo it.\n'
    expect(fix(before)).toBe("---\nname: pdf\ndescription: 'Reads: files'\nallowed-tools: Read\n---\nDo it.\n")
  })

  test.each([
    ['the name where the folder could not have it either', '---\nname: A b\ndescription: Reads\n---\nDo it.\n', 'A b'],
    ['a file that says nothing', '', 'pdf'],
    ['a text that is no YAML at all', '---\nname: pdf\n\t: [\n---\nDo it.\n', 'pdf'],
    [
      'tools with comments between them',
      '---\nname: pdf\ndescription: x\nallowed-tools:\n  - Read # a\n  - Write\n---\nDo.\n',
      'pdf',
    ],
    [
      'tools whose names have spaces',
      '---\nname: pdf\ndescription: x\nallowed-tools: ["Bash(git add:*)"]\n---\nDo.\n',
      'pdf',
    ],
    ['a description that is too long', `---\nname: pdf\ndescription: ${'x'.repeat(1025)}\n---\nDo it.\n`, 'pdf'],
  ])('left alone: %s', (_, text, directory) => {
    expect(fixSkill(text, { ...OPTIONS, directory })).toEqual({ text, fixed: [] })
  })

  test('a text with nothing wrong about it is returned as it is', () => {
    const text = '---\nname:   pdf\ndescription: >-\n  Reads\n# end\n---\nDo it.\n'
    expect(fixSkill(text, OPTIONS)).toEqual({ text, fixed: [] })
  })

  test('each code that can be mended is a diagnostic', () => {
    for (const code of FIXABLE_CODES) expect(DIAGNOSTICS).toHaveProperty(code)
  })
})

const PIECES = [
  ...[
    '---\n',
    '\n',
    '\r\n',
    '\ufeff',
    '\n\n',
    '  ',
    '# ',
    '- ',
    ': ',
    ' #',
    '"',
    "'",
    '[',
    ']',
    '{',
    '}',
    '|',
    '>-\n  ',
  ],
  ...['name: ', 'name: pdf\n', 'name: Other\n', 'description: ', 'description: Reads: files\n', 'license: 1.0\n'],
  ...['allowed-tools: [Read, Write]\n', 'allowed-tools:\n  - Read\n', 'metadata: {"openclaw": {"requires": {}}}\n'],
  ...['# PDF\n', 'Reads files.\n', 'words', '\t', '&a ', '*a', '\ud83d', 'é', '1'],
]

const skillLike = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4 })), { maxLength: 16 })
  .chain((pieces) => fc.constantFrom(pieces.join(''), `---\n${pieces.join('')}\n---\nDo it.\n`))

describe('laws', () => {
  test('mending twice is mending once', () => {
    fc.assert(
      fc.property(skillLike, (text) => {
        const once = fix(text)
        expect(fix(once)).toBe(once)
      }),
      runsOf(2_000),
    )
  })

  test('mending never makes anything worse, and what is not named stays', () => {
    fc.assert(
      fc.property(skillLike, (text) => {
        const before = parse(text, OPTIONS)
        const { text: mended, fixed } = fixSkill(text, OPTIONS)
        const after = parse(mended, OPTIONS)
        expect(ranking(after)).toBeLessThanOrEqual(ranking(before))
        if (fixed.length === 0) expect(mended).toBe(text)
        else expect(ranking(after)).toBeLessThan(ranking(before))
        expect(before.body.endsWith(after.body)).toBe(true)
        if (!fixed.some(({ code }) => code === 'frontmatter_missing' || code === 'frontmatter_unclosed')) {
          expect(after.body).toBe(before.body)
          expect(after.description).toBe(before.description)
          expect(after.traits.requirements).toEqual(before.traits.requirements)
          expect(after.traits.allowedTools).toEqual(before.traits.allowedTools)
        }
      }),
      runsOf(2_000),
    )
  })

  test('mending keeps every comment and every line that it does not mend', () => {
    const comment = fc.stringMatching(/^[a-z ]{1,12}$/)
    const FIELDS = ['version', 'author', 'homepage', 'tags']
    fc.assert(
      fc.property(fc.array(comment, { minLength: 1, maxLength: 4 }), (comments) => {
        const lines = comments.flatMap((text, at) => [`# ${text}`, `${FIELDS[at]}:   value   # ${text}`])
        const mended = fix(`---\n${lines.join('\n')}\nname: Other\ndescription: a: b\n---\nDo it.\n`)
        expect(mended.split('\n')).toEqual(expect.arrayContaining(lines))
        expect(parse(mended, OPTIONS).isConformant).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})

/** How bad a text is: what breaks a level weighs more than any number of remarks. */
function ranking({ diagnostics }: Document): number {
  const weigh = { safe: 1_000_000, conformant: 1_000, none: 1 }
  return diagnostics.reduce((sum, { code }) => sum + weigh[levelBroken(code) ?? 'none'], 0)
}

test('only problems that are gone are called fixed', () => {
  const { fixed } = fixSkill('---\nname: [a, b]\ndescription: {x: 1}\n---\nText.\n', OPTIONS)
  expect(fixed.map(({ code, message }) => `${code} ${message}`)).toEqual(
    expect.not.arrayContaining([expect.stringContaining('description')]),
  )
})
