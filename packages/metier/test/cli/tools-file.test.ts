/** Mistakes in a skill's tools file, as its author sees them before anyone activates it. */

import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installProgram, type Machine, runJson, runMetier, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

const SKILL = '---\nname: pdf\ndescription: Reads PDF files\n---\nRead them.\n'
const FOLDER = '.agents/skills/pdf'

function createSkill(tools: string, file = 'tools.yaml'): Machine {
  return metier.create({ [`${FOLDER}/SKILL.md`]: SKILL, [`${FOLDER}/${file}`]: tools })
}

const tool = (line: string) => `tools:\n  - name: extract\n    description: Takes text\n    ${line}\n`

const MISTAKES = [
  ['a bad name', tool('run: [cat]').replace('extract', 'ex tract'), 'tools_invalid', 2, 5, /letters, digits/],
  ['an unknown key', tool('run: [cat]\n    tiemout: 3'), 'tools_invalid', 5, 5, /Did you mean 'timeout'\?/],
  ['an unknown key at the top', 'tolls: []\n', 'tools_invalid', 1, 1, /Did you mean 'tools'\?/],
  ['an unknown key like no other', tool('run: [cat]\n    shell: true'), 'tools_invalid', 5, 5, /Use one of: name, /],
  ['a line for a shell', tool('run: python3 scripts/x.py'), 'tools_invalid', 4, 5, /Write \[python3, scripts\/x\.py\]/],
  ['a pipe', tool('run: cat a | wc'), 'tools_invalid', 4, 5, /No shell is used/],
  ['a mistyped category', tool('run: [cat]\n    category: reed'), 'tools_invalid', 5, 5, /Did you mean 'read'\?/],
  ['a number among the words', tool('run: [sleep, 5]'), 'tools_invalid', 4, 18, /Quote it: "5"/],
  ['a server with a bad name', 'servers:\n  "a b": { command: cat }\n', 'tools_invalid', 2, 3, /letters, digits/],
  ['a script that does not exist', tool('run: [python3, scripts/x.py]'), 'tool_script_missing', 4, 20, undefined],
  ['a program that does not exist', tool('run: [scripts/x.sh]'), 'tool_script_missing', 4, 11, undefined],
  ['a file outside', tool('run: [python3, ../x.py]'), 'tool_outside_skill', 4, 20, undefined],
] as const

describe.each(MISTAKES)('%s', (_, text, code, line, column, suggestion) => {
  const expected = {
    code,
    severity: 'error',
    line,
    column,
    file: expect.stringMatching(/pdf\/tools\.yaml$/),
    ...(suggestion !== undefined && { suggestion: expect.stringMatching(suggestion) }),
  }

  test('is an error of validate, strict or not', async () => {
    const machine = createSkill(text)
    for (const words of [[], ['--strict']]) {
      expect((await runMetier(machine, 'validate', FOLDER, ...words)).code).toBe(1)
      expect(await runJson(machine, 'validate', FOLDER, ...words)).toMatchObject({
        skills: [{ loadable: true, diagnostics: [expected] }],
      })
    }
  })

  test('is an error of doctor', async () => {
    const machine = createSkill(text)
    expect((await runMetier(machine, 'doctor')).code).toBe(1)
    const { severity: _severity, code: _code, ...place } = expected
    expect(await runJson(machine, 'doctor')).toMatchObject({ ok: false, problems: [{ code, places: [place] }] })
  })

  test('is refused by approve with the same diagnostics, even with --yes', async () => {
    const machine = createSkill(text)
    expect((await runMetier(machine, 'approve', 'pdf', '--yes')).code).toBe(1)
    expect(await runJson(machine, 'approve', 'pdf', '--yes')).toMatchObject({
      approved: false,
      diagnostics: [expected],
    })
    expect(await runJson(machine, 'approve', 'pdf', '--show')).toMatchObject({ diagnostics: [expected] })
  })
})

test('JSON has positions too', async () => {
  const machine = createSkill(
    '{\n  "tools": [\n    { "name": "a b", "description": "x", "run": ["cat"] }\n  ]\n}',
    'tools.json',
  )
  expect(await runJson(machine, 'validate', FOLDER)).toMatchObject({
    skills: [{ diagnostics: [{ code: 'tools_invalid', line: 3, column: 7 }] }],
  })
})

test('every format names the tools file, the line and the column', async () => {
  const machine = createSkill(tool('run: [cat]\n    category: reed'))
  const text = await runMetier(machine, 'validate', FOLDER)
  expect(text.stdout).toContain(join(FOLDER, 'tools.yaml'))
  expect(text.stdout).toMatch(/5:5 +error +tools_invalid/)
  const github = await runMetier(machine, 'validate', FOLDER, '--format', 'github')
  expect(github.stdout).toMatch(/^::error file=\.agents\/skills\/pdf\/tools\.yaml,line=5,col=5/)
  const sarif = JSON.parse((await runMetier(machine, 'validate', FOLDER, '--sarif')).stdout)
  expect(sarif.runs[0].results[0]).toMatchObject({
    ruleId: 'tools_invalid',
    level: 'error',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: '.agents/skills/pdf/tools.yaml' },
          region: { startLine: 5, startColumn: 5 },
        },
      },
    ],
  })
  const approve = await runMetier(machine, 'approve', 'pdf', '--yes')
  expect(approve.stderr).toMatch(/5:5 +error +tools_invalid/)
  expect((await runMetier(machine, 'doctor')).stdout).toMatch(/tools\.yaml:5:5 /)
})

test('all mistakes are reported at once, in the order of the file', async () => {
  const machine = createSkill(`tools:
  - name: b d
    description: x
    run: cat
    category: reed
    tiemout: 3
`)
  const lines = [2, 4, 5, 6].map((line) => expect.objectContaining({ line }))
  expect(await runJson(machine, 'validate', FOLDER)).toMatchObject({ skills: [{ diagnostics: lines }] })
})

test('a message names the tool and says which values are allowed', async () => {
  const machine = createSkill(tool('run: [cat]\n    category: exec\n    input: { type: string }'))
  expect(await runJson(machine, 'validate', FOLDER)).toMatchObject({
    skills: [
      {
        diagnostics: [
          {
            message: "tool 'extract': category must be read, write, execute or network, not 'exec'",
            suggestion: "Did you mean 'execute'?",
          },
          { message: "tool 'extract': input.type must be 'object', not 'string'" },
        ],
      },
    ],
  })
})

test('a mistyped type in the input is reported once, at its own place', async () => {
  const input = `input:
      type: object
      properties:
        a: { type: strng }
        b:
          items:
            type: [int, 'null']`
  const machine = createSkill(tool(`run: [cat]\n    ${input}`))
  expect(await runJson(machine, 'validate', FOLDER)).toMatchObject({
    skills: [
      {
        diagnostics: [
          { message: "unknown type 'strng'", suggestion: "Did you mean 'string'?", line: 8, column: 14 },
          { message: "unknown type 'int'", suggestion: "Did you mean 'integer'?", line: 11, column: 20 },
        ],
      },
    ],
  })
})

test('a mistake in one place does not hide mistakes of other kinds', async () => {
  const machine = createSkill(`tools:
  - name: first
    description: Wrong category, missing script
    category: exec
    run: [python3, scripts/x.py]
  - name: first
    description: The same name, and a field that the input lacks
    run: [cat, "{file}"]
    input: { type: object, properties: { a: { type: strng } } }
  - name: third
    description: Its input is wrong, so its fields are unknown
    input: { type: string }
    run: [cat, "{file}"]
servers:
  one: { command: scripts/y.sh }
  two: { comand: cat }
requires: { tools: ["a@latest"] }
`)
  const { skills } = (await runJson(machine, 'validate', FOLDER)) as {
    skills: [{ diagnostics: readonly { line: number; code: string }[] }]
  }
  expect(skills[0].diagnostics.map(({ line, code }) => `${line} ${code}`)).toEqual([
    '4 tools_invalid',
    '5 tool_script_missing',
    '6 tools_invalid',
    '8 tools_invalid',
    '9 tools_invalid',
    '12 tools_invalid',
    '15 tool_script_missing',
    '16 tools_invalid',
    '16 tools_invalid',
    '17 tools_invalid',
  ])
})

test('a program that is not on PATH is a warning of validate and a note of approve', async () => {
  const machine = createSkill(`${tool('run: [nosuchprog]')}servers:\n  one: { command: otherprog }\n`)
  installProgram(machine, 'otherprog')
  const { code, stdout } = await runMetier(machine, 'validate', FOLDER, '--strict')
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /tools\.yaml\n +4:11 +warning +tool_program_missing +the program 'nosuchprog' is not on PATH here/,
  )
  expect(stdout).toContain('1 warning')
  const approve = await runMetier(machine, 'approve', 'pdf', '--yes')
  expect(approve.code).toBe(0)
  expect(approve.stdout.match(/note .*/g)).toEqual(["note       the program 'nosuchprog' is not on PATH here"])
})

test.skipIf(process.platform === 'win32')('a script that the system would not start is a warning', async () => {
  const machine = createSkill(tool('run: [scripts/x.sh]'))
  const script = join(machine.project, FOLDER, 'scripts/x.sh')
  const validate = async () => (await runMetier(machine, 'validate', FOLDER)).stdout
  writeText(script, '#!/bin/sh\r\necho 1\r\n')
  expect(await validate()).toMatch(/4:11 +warning +tool_script_unstartable +'scripts\/x\.sh' is not executable/)
  chmodSync(script, 0o755)
  expect(await validate()).toMatch(/tool_script_unstartable .*Windows line ending/)
  writeText(script, '#!/bin/sh\necho 1\n')
  expect(await validate()).toContain('0 warnings')
})

test('run says that a program is not on PATH', async () => {
  const machine = createSkill(tool('run: [nosuchprog]'))
  await runMetier(machine, 'approve', 'pdf', '--yes')
  const { code, stderr } = await runMetier(machine, 'run', 'pdf', 'extract', '--allow', 'execute')
  expect(code).toBe(1)
  expect(stderr).toContain("'extract' could not be started: the program 'nosuchprog' is not on PATH")
  expect(stderr).not.toContain('ENOENT')
})

test('install says that the tools cannot be used, and sends nobody to approve', async () => {
  const machine = metier.create({ 'given/pdf/SKILL.md': SKILL, 'given/pdf/tools.yaml': tool('run: cat a | wc') })
  const { code, stdout } = await runMetier(machine, 'install', './given/pdf')
  expect(code).toBe(0)
  expect(stdout).toContain('warning: Its tools cannot be used: tools.yaml is invalid\n  tools.yaml:4:5 ')
  expect(stdout).not.toContain('metier approve')
  const again = await runJson(machine, 'install', './given/pdf', '--force')
  expect(again).toMatchObject({ unapproved: { brings: ['tools'], mistakes: [{ code: 'tools_invalid', line: 4 }] } })
})

test('once it is fixed, the skill can be approved', async () => {
  const machine = createSkill(tool('run: [python3, scripts/x.py]'))
  writeText(join(machine.project, FOLDER, 'scripts/x.py'), 'print(1)\n')
  expect((await runMetier(machine, 'validate', FOLDER)).code).toBe(0)
  expect((await runMetier(machine, 'approve', 'pdf', '--yes')).code).toBe(0)
})
