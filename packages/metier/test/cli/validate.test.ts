import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

interface Validation {
  readonly error?: string
  readonly skills: readonly {
    readonly path: string
    readonly loadable: boolean
    readonly conformant: boolean
    readonly diagnostics: readonly { readonly code: string; readonly line: number; readonly column: number }[]
  }[]
  readonly diagnostics: readonly { readonly code: string }[]
  readonly summary: Readonly<Record<string, number>>
}

const GOOD = skillText('good', 'Does good')
const MISNAMED = skillText('other', 'Has another name')

describe('metier validate', () => {
  test('a skill with mistakes in tools.yaml is not conformant; a known spelling leads to the specified one', async () => {
    const machine = metier.create({
      'bad/SKILL.md': skillText('bad', 'Does it', 'allowed_tools: Read\n'),
      'bad/tools.yaml': 'tools:\n  - name: x\n    description: X\n    run: a string\n',
    })
    const { stdout } = await runMetier(machine, 'validate', 'bad')
    expect(stdout).toContain('1 skill: 1 loadable, 0 conformant')
    expect(stdout).toContain("Did you mean 'allowed-tools'?")
  })

  test('--json gives each SKILL.md with its level, its diagnostics in their place, and a summary', async () => {
    const machine = metier.create({ 'skills/good/SKILL.md': GOOD, 'skills/group/deep/misnamed/SKILL.md': MISNAMED })
    const { code, stdout } = await runMetier(machine, 'validate', 'skills', '--json')
    expect(JSON.parse(stdout)).toEqual({
      skills: [
        {
          path: join(machine.project, 'skills/good/SKILL.md'),
          name: 'good',
          description: 'Does good',
          loadable: true,
          conformant: true,
          diagnostics: [],
        },
        {
          path: join(machine.project, 'skills/group/deep/misnamed/SKILL.md'),
          name: 'other',
          description: 'Has another name',
          loadable: true,
          conformant: false,
          diagnostics: [
            {
              code: 'name_mismatch',
              severity: 'warning',
              line: 2,
              column: 1,
              message: expect.any(String),
              suggestion: expect.any(String),
            },
          ],
        },
      ],
      diagnostics: [],
      summary: { skills: 2, loadable: 2, conformant: 1, errors: 0, warnings: 1, notices: 0 },
    })
    expect(code).toBe(0)
  })

  test.each(['skills/good', 'skills/good/SKILL.md', 'skills/good/tools.yaml', './skills/good/'])(
    'takes %s for the skill',
    async (path) => {
      const machine = metier.create({ 'skills/good/SKILL.md': GOOD, 'skills/misnamed/SKILL.md': MISNAMED })
      const { stdout } = await runMetier(machine, 'validate', path, '--json')
      expect((JSON.parse(stdout) as Validation).skills.map((skill) => skill.path)).toEqual([
        join(machine.project, 'skills/good/SKILL.md'),
      ])
    },
  )

  test('--strict fails where a skill is not conformant', async () => {
    const machine = metier.create({ 'skills/good/SKILL.md': GOOD, 'skills/misnamed/SKILL.md': MISNAMED })
    expect((await runMetier(machine, 'validate', 'skills')).code).toBe(0)
    expect((await runMetier(machine, 'validate', 'skills', '--strict')).code).toBe(1)
    expect((await runMetier(machine, 'validate', 'skills/good', '--strict')).code).toBe(0)
  })

  test('shows a person file, place, severity, code, message, the line with a caret, and the suggestion below', async () => {
    const machine = metier.create({ 'misnamed/SKILL.md': MISNAMED })
    const { stdout } = await runMetier(machine, 'validate', 'misnamed')
    expect(stdout.split('\n')).toEqual([
      join(machine.project, 'misnamed/SKILL.md'),
      "  2:1     warning name_mismatch  The name 'other' differs from its folder 'misnamed'",
      '     2 | name: other',
      '       | ^^^^^',
      expect.stringMatching(/^ {10}\S/),
      '',
      '1 skill: 1 loadable, 0 conformant',
      '0 errors, 1 warning, 0 notices',
      '1 problem can be fixed:',
      '  metier validate misnamed --fix',
      '',
    ])
  })

  test('fails where a skill cannot be loaded, whatever made it so', async () => {
    const machine = metier.create({ 'skills/empty/SKILL.md': '' })
    writeText(join(machine.project, 'skills/binary/SKILL.md'), '')
    // Behind the head that discovery reads, so that only reading the whole file can tell.
    const text = `${skillText('binary', 'Looks well')}${'x'.repeat(8_000)}`
    writeFileSync(
      join(machine.project, 'skills/binary/SKILL.md'),
      Buffer.concat([Buffer.from(text), Buffer.from([0xff])]),
    )
    const { code, stdout } = await runMetier(machine, 'validate', 'skills', '--json')
    const { skills } = JSON.parse(stdout) as Validation
    expect(
      skills.map(({ loadable, diagnostics }) => [
        loadable,
        diagnostics.some(({ code: found }) => found === 'encoding_invalid'),
      ]),
    ).toEqual([
      [false, true],
      [false, false],
    ])
    expect(code).toBe(1)
  })

  test('says what the body does wrong, and which files are missing (W-28)', async () => {
    const body = '---\nname: linked\ndescription: Has links\n---\nSee [a](gone.md), [b](../b.md) and [c](there.md).\n'
    const machine = metier.create({ 'linked/SKILL.md': body, 'linked/there.md': 'x' })
    const { stdout } = await runMetier(machine, 'validate', 'linked', '--json')
    const found = (JSON.parse(stdout) as Validation).skills[0]?.diagnostics
    expect(found?.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['reference_missing', 5, 9],
      ['reference_leaves_skill', 5, 23],
    ])
  })

  test.each([
    ['among its material', 'outer', 'outer/examples/inner/SKILL.md'],
    ['next to the file that is named', 'outer/SKILL.md', 'outer/inner/SKILL.md'],
  ])('a skill inside a skill is named with its file: %s', async (_, path, inner) => {
    const machine = metier.create({ 'outer/SKILL.md': skillText('outer', 'Outer'), [inner]: GOOD })
    const { stdout } = await runMetier(machine, 'validate', path, '--json')
    expect((JSON.parse(stdout) as Validation).skills[0]?.diagnostics).toMatchObject([
      { code: 'skill_nested', file: join(machine.project, inner) },
    ])
  })

  test('skills next to a main file are validated, and the file is reported as stray', async () => {
    const machine = metier.create({ 'all/SKILL.md': skillText('all', 'All'), 'all/good/SKILL.md': GOOD })
    const { stdout } = await runMetier(machine, 'validate', 'all', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      skills: [{ path: join(machine.project, 'all/good/SKILL.md') }],
      diagnostics: [{ code: 'main_file_stray', file: join(machine.project, 'all') }],
    })
  })

  test.each([
    ['nowhere', 'does not exist'],
    ['README.md', 'cannot be read as a directory'],
    ['empty', 'contains no skill'],
  ])('%s is refused: it %s', async (path, why) => {
    const machine = metier.create({ 'README.md': 'x', 'empty/notes.txt': 'x', 'good/SKILL.md': GOOD })
    const { code, stdout, stderr } = await runMetier(machine, 'validate', 'good', path, '--json')
    const validation = JSON.parse(stdout) as Validation
    expect(validation.error).toBe(`${join(machine.project, path)} ${why}`)
    expect(validation.skills).toHaveLength(1)
    expect(code).toBe(1)
    expect(stderr).toContain('SKILL.md')
  })

  test('a folder between the skills that cannot be read is told beside them', async () => {
    const machine = metier.create({ 'skills/good/SKILL.md': GOOD, 'skills/locked/x/SKILL.md': GOOD })
    chmodSync(join(machine.project, 'skills/locked'), 0o000)
    const { stdout } = await runMetier(machine, 'validate', 'skills', '--json')
    chmodSync(join(machine.project, 'skills/locked'), 0o755)
    const { skills, diagnostics } = JSON.parse(stdout) as Validation
    // A privileged user can read everything.
    const expected =
      process.getuid?.() === 0 ? { skills: 2, codes: [] } : { skills: 1, codes: ['directory_unreadable'] }
    expect({ skills: skills.length, codes: diagnostics.map(({ code }) => code) }).toEqual(expected)
  })

  describe('a mistyped description', () => {
    const SLIP = '---\nname: slip\ndescripton: Reads files\n---\nDo it.\n'

    test('is suggested by validate and doctor', async () => {
      const machine = metier.create({ '.agents/skills/slip/SKILL.md': SLIP })
      const { stdout } = await runMetier(machine, 'validate', '.agents/skills/slip')
      expect(stdout).toContain("Did you mean 'description'?")
      expect(stdout).toContain("Did you mean 'description' instead of 'descripton'?")
      expect((await runMetier(machine, 'doctor')).stdout).toContain(
        "Did you mean 'description' instead of 'descripton'?",
      )
    })

    test('is left to its author by --fix', async () => {
      const machine = metier.create({ 'slip/SKILL.md': SLIP })
      expect((await runMetier(machine, 'validate', 'slip', '--fix', '--strict')).code).toBe(1)
      expect(readFileSync(join(machine.project, 'slip/SKILL.md'), 'utf8')).toBe(SLIP)
    })

    test('is not suggested for a field that is there or that clients know', async () => {
      const text = skillText('fine', 'Reads', 'descripton: again\ndescription_en: Reads\n')
      const { stdout } = await runMetier(metier.create({ 'fine/SKILL.md': text }), 'validate', 'fine')
      expect(stdout).toContain('descripton')
      expect(stdout).not.toContain('Did you mean')
    })
  })
})
