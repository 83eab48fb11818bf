/** Discovery reads heads only; what it says must be what the whole text says. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasTrait } from '../../../src/registry/record/skill-record.js'
import { diagnosticsOf } from '../../../src/registry/snapshot.js'
import { runsOf } from '../../support/full.js'
import { parse } from '../../support/parsing.js'
import { scanRoot } from '../../support/scanning.js'
import { temporaryRoot, writeFiles } from '../../support/temporary.js'

async function recordOf(text: string | Uint8Array, directory = 'pdf') {
  const { records } = await scanRoot(temporaryRoot({ [`${directory}/SKILL.md`]: text }))
  const [record] = records
  if (record === undefined) throw new Error('there is a record')
  return record
}

/** What discovery and the whole text must agree about. */
async function expectAgreement(text: string, directory = 'pdf'): Promise<void> {
  const record = await recordOf(text, directory)
  const { name, description, isLoadable, traits } = parse(text, { directory, fileName: 'SKILL.md' })
  const { requirements, userInvocable, modelInvocable } = traits
  expect({
    name: record.name,
    description: record.description,
    isLoadable: hasTrait(record, 'loadable'),
    requirements: record.requirements,
    userInvocable: hasTrait(record, 'userInvocable'),
    modelInvocable: hasTrait(record, 'modelInvocable'),
  }).toEqual({ name, description, isLoadable, requirements, userInvocable, modelInvocable })
}

describe('the head says what the whole says', () => {
  const FIELDS = 'name: pdf\ndescription: Reads PDF files\n'
  const LONG = 'word '.repeat(180)
  test.each([
    ['a plain skill', `---\n${FIELDS}---\nBody\n`],
    ['carriage returns', `---\r\n${FIELDS.replaceAll('\n', '\r\n')}---\r\nBody\r\n`],
    ['a byte order mark', `\ufeff---\n${FIELDS}---\nBody\n`],
    ['a byte order mark and another name', '\ufeff---\nname: other\ndescription: Reads – all\n---\nBody\n'],
    ['a byte order mark and carriage returns', `\ufeff---\r\n${FIELDS.replaceAll('\n', '\r\n')}---\r\nBody\r\n`],
    ['a byte order mark and nothing else odd in a long file', `\ufeff---\n${FIELDS}---\n${'é'.repeat(9000)}\n`],
    ['a byte order mark and no frontmatter', `\ufeff# PDF\n\nReads ${'é'.repeat(9000)}.\n`],
    ['no frontmatter', '# PDF\n\nReads PDF files.\n'],
    ['a frontmatter longer than the head', `---\n${FIELDS}license: ${'x'.repeat(6000)}\n---\nBody\n`],
    [
      'a frontmatter that ends with the head',
      `---\n${FIELDS}license: ${'x'.repeat(4096 - 54)}\n---\n${'y'.repeat(5000)}`,
    ],
    ['a frontmatter that is never closed', `---\n${FIELDS}${'A line of text in it.\n'.repeat(400)}`],
    ['requirements', `---\n${FIELDS}metadata: {openclaw: {requires: {bins: [git]}, os: [linux]}}\n---\n`],
    ['requirements in a string', `---\n${FIELDS}metadata: '{"openclaw":{"requires":{"env":["A"]}}}'\n---\n`],
    ['switches', `---\n${FIELDS}user-invocable: false\ndisable-model-invocation: true\n---\n`],
    ['a description beyond ASCII', '---\nname: pdf\ndescription: Liest PDF – für alle 🚀\nversion: 1\n---\nBody\n'],
    ['a closing line with spaces', `---\n${FIELDS}---  \nBody\n`],
    ['a lone carriage return in the closing line', '---\ndescription: Reads\n---\r---\n'],
    ['hyphens in the frontmatter', `---\n${FIELDS}license: |\n  a\n  ---\n  b\n---\nBody\n`],
    ['a paragraph across the end of the head', `# PDF\n\n\`\`\`\n${'x\n'.repeat(1950)}\`\`\`\n\n${LONG}\n`],
    ['a paragraph behind the head', `# PDF\n\n\`\`\`\n${'x\n'.repeat(3000)}\`\`\`\n\nReads PDF files.\n`],
    ['a comment across the end of the head', `<!--${'x\n'.repeat(3000)}-->\n\nReads PDF files.\n`],
    ['characters across the end of the head', `# PDF\n\n${'é'.repeat(3000)} is a word\n`],
  ])('%s', async (_, text) => {
    await expectAgreement(text)
  })

  test('for any text', async () => {
    const piece = fc.constantFrom(
      ...[
        '---\n',
        '---\r\n',
        '---\r',
        '--- \n',
        'name: pdf\n',
        'name: other\n',
        'description: Reads\n',
        'description:\n',
      ],
      ...[
        'metadata: {openclaw: {os: [linux]}}\n',
        'tags: [a, "b"]\n',
        '# Title\n',
        'Words of text.\n',
        '```\n',
        '\n',
        '\ufeff',
      ],
      ...['é', '🚀', '\r\n', '<!--', '-->', 'x'.repeat(2000), 'A word. '.repeat(300), '- item\n'],
    )
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(text, async (whole) => {
        await expectAgreement(whole)
      }),
      runsOf(600),
    )
  })
})

describe('conformance, as far as the head tells', () => {
  test.each([
    ['---\nname: pdf\ndescription: x\n---\nBody\n', true],
    ['---\nname: other\ndescription: x\n---\nBody\n', false],
    ['---\nname: pdf\ndescription: a: b\n---\nBody\n', false],
    ['No frontmatter at all.\n', false],
  ])('%j', async (text, isConformant) => {
    expect(hasTrait(await recordOf(text), 'conformant')).toBe(isConformant)
  })
})

describe('what is odd is told when somebody asks', () => {
  test('with file, line and column', async () => {
    const record = await recordOf('---\nname: other\ndescription: x\n---\nBody\n')
    const file = `${record.root.path}/pdf/SKILL.md`
    expect(diagnosticsOf(record)).toMatchObject([{ code: 'name_mismatch', file, line: 2, column: 1 }])
  })

  test('on the right line with carriage returns too', async () => {
    const record = await recordOf('---\r\ndescription: x\r\nname: other\r\n---\r\nBody\r\n')
    expect(diagnosticsOf(record)).toMatchObject([{ code: 'name_mismatch', line: 3, column: 1 }])
  })

  test('on the right line and column behind characters beyond ASCII', async () => {
    const record = await recordOf('---\ndescription: "é 🚀"\nname: other\nemoji: 🚀\n---\nBody\n')
    expect(diagnosticsOf(record)).toMatchObject([
      { code: 'name_mismatch', line: 3, column: 1 },
      { code: 'field_extension', line: 4, column: 1 },
    ])
  })

  test('for a root that is itself a skill the file is named once', async () => {
    const root = temporaryRoot({ 'SKILL.md': 'No frontmatter at all.\n' })
    const { records } = await scanRoot(root)
    expect(records[0]?.diagnostics?.map(({ file }) => file)).toEqual(Array(2).fill(`${root.path}/SKILL.md`))
  })

  test('for a root that is itself a skill its folder is the root’s', async () => {
    const { records } = await scanRoot(temporaryRoot({ 'SKILL.md': '---\nname: pdf\ndescription: x\n---\nBody\n' }))
    expect(records.flatMap(diagnosticsOf)).toMatchObject([{ code: 'name_mismatch', line: 2 }])
  })
})

test('a body is not read: what is wrong far in it changes nothing', async () => {
  const root = temporaryRoot()
  const head = '---\nname: pdf\ndescription: x\n---\n'
  writeFiles(root.path, { 'pdf/SKILL.md': Buffer.concat([Buffer.from(head + 'x'.repeat(9000)), Buffer.from([0xff])]) })
  const { records } = await scanRoot(root)
  expect(records).toMatchObject([{ name: 'pdf', description: 'x', diagnostics: undefined }])
})
