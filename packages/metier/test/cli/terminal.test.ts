import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { measureText } from '../../src/skill/text/columns.js'
import { needs } from '../support/programs.js'
import { skillText, useMetier } from './run-metier.js'
import { hasTerminal, runInTerminal } from './terminal.js'

const metier = useMetier()

const SKILLS = {
  '.agents/skills/pdf-tools/SKILL.md': skillText(
    'pdf-tools',
    `Reads PDF files. ${'Very long words follow. '.repeat(8)}`,
  ),
  '.agents/skills/wide/SKILL.md': skillText('wide', '日本語の長い説明文です。'.repeat(9)),
  '.agents/skills/family/SKILL.md': skillText('family', '👨‍👩‍👧 '.repeat(60)),
  [`.agents/skills/${'long-'.repeat(12)}name/SKILL.md`]: skillText(`${'long-'.repeat(12)}name`, 'Has a long name'),
  '.agents/skills/group/deep/nested/SKILL.md': skillText('nested', 'Lies deeper'),
}

describe.skipIf(!hasTerminal)('in a terminal', needs('script'), () => {
  test.each([40, 80, 200])('of %i columns, no line of a table is wider', async (columns) => {
    const { code, lines } = await runInTerminal(metier.create(SKILLS), ['list'], { columns })
    expect(code).toBe(0)
    expect(lines.filter((line) => measureText(line) > columns)).toEqual([])
    expect(lines).toContain('5 skills: 5 eligible, 0 ineligible')
    expect(lines.some((line) => line.endsWith('…'))).toBe(true)
  })

  test.each([40, 200])('of %i columns, no line of a tree is wider', async (columns) => {
    const machine = metier.create(SKILLS)
    const { lines } = await runInTerminal(machine, ['list', '--tree', '--root', '.agents/skills'], { columns })
    // The path of a root is whole, because people copy it.
    expect(lines.filter((line) => !line.includes(machine.project) && measureText(line) > columns)).toEqual([])
    expect(lines.some((line) => line.startsWith('│       └── ✓ nested') || line.includes('└── ✓ nested'))).toBe(true)
  })

  test('there is colour, unless NO_COLOR or --no-color says otherwise', async () => {
    const machine = metier.create(SKILLS)
    const coloured = await runInTerminal(machine, ['list'])
    const silent = await runInTerminal(machine, ['list'], { variables: { NO_COLOR: '1' } })
    const plain = await runInTerminal(machine, ['list', '--no-color'])
    expect([coloured, silent, plain].map(({ raw }) => raw.includes('\u001b['))).toEqual([true, false, false])
  })

  test('an empty NO_COLOR says nothing', async () => {
    const { raw } = await runInTerminal(metier.create(SKILLS), ['list'], { variables: { NO_COLOR: '' } })
    expect(raw).toContain('\u001b[')
  })

  test('help is wrapped at its width', async () => {
    const { lines } = await runInTerminal(metier.create(), ['help'], { columns: 50 })
    expect(lines.filter((line) => measureText(line) > 50)).toEqual([])
    expect(lines.some((line) => line.startsWith('Usage: metier COMMAND'))).toBe(true)
  })

  test('new asks for what the options leave open, and makes what was answered', async () => {
    const machine = metier.create()
    const { code, lines } = await runInTerminal(machine, ['new', 'asked', '--references'], {
      answers: [
        ['should it be used? ', 'Counts words. Use it for texts.\n'],
        ['Which license? Leave empty for none. ', 'MIT\n'],
        ['Add a script?', 'perhaps\n'],
        ['Add a script?', 'y\n'],
        ['Add a tool', 'n\n'],
        ['Add test queries', '\n'],
      ],
    })
    expect(code).toBe(0)
    expect(lines).toContain('✓ asked created in asked')
    const folder = join(machine.project, 'asked')
    expect(readFileSync(join(folder, 'SKILL.md'), 'utf8')).toContain(
      'description: Counts words. Use it for texts.\nlicense: MIT\n',
    )
    expect(['scripts', 'references', 'tools.yaml', 'evals'].map((name) => existsSync(join(folder, name)))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('questions and what is said before them end at its width, between words', async () => {
    const warned = '---\nname: pdf\ndescription: x\n---\n\n```sh\ncurl http://203.0.113.7/data.json\n```\n'
    const machine = metier.create({ 'skills/pdf/SKILL.md': warned })
    const { code, lines } = await runInTerminal(machine, ['install', 'pdf', '--from', 'local:skills'], {
      columns: 50,
      answers: [['[y/N]', 'n\n']],
    })
    expect(code).toBe(1)
    const question = lines.findIndex((line) => line.startsWith('The scan raised 1 warning.'))
    expect(lines.slice(question, question + 4).join(' ')).toMatch(/Install 'pdf' from .* anyway\? \[y\/N\]/)
    // The bar of the progress stood in the line of the first finding.
    const said = lines.slice(lines.findIndex((line) => line.includes('warn SKILL.md')) + 1)
    expect(said.filter((line) => measureText(line) > 50 && !line.includes(machine.project))).toEqual([])
  })

  test('diagnostics end at its width, and commands in notes stay whole', async () => {
    const machine = metier.create({ 'skills/pdf/SKILL.md': '---\nname: pdf\ndescription: x: y\n---\nDo it.\n' })
    const validated = await runInTerminal(machine, ['validate', 'skills'], { columns: 50 })
    expect(validated.lines.filter((line) => measureText(line) > 50 && !line.startsWith('/'))).toEqual([])
    const examined = await runInTerminal(machine, ['doctor', '--root', 'skills'], { columns: 50 })
    expect(examined.lines.filter((line) => measureText(line) > 50 && !/^ *(?:. )?\//.test(line))).toEqual([])
    const refused = await runInTerminal(machine, ['install', 'pdf', '--from', 'https://example.com/a/long/path.git'], {
      columns: 30,
    })
    expect(refused.lines.some((line) => line.startsWith('metier trust '))).toBe(true)
  })

  test('Ctrl-C at a question ends with 130, and nothing was made', async () => {
    const machine = metier.create()
    const { code } = await runInTerminal(machine, ['new', 'asked'], { answers: [['should it be used?', '\u0003']] })
    expect(code).toBe(130)
    expect(existsSync(join(machine.project, 'asked'))).toBe(false)
  })
})
