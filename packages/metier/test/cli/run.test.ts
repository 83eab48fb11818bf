/** `metier run` and `metier tools --skill`: a skill's own tools, tried by its author without an agent. */

import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { eventually, isRunning } from '../workspace/file-workspace.js'
import { serverSkill } from '../workspace/small-server.js'
import { type Machine, runHere, runJson, runMetier, skillText, useMetier } from './run-metier.js'
import { runAtTerminal } from './terminal.js'

const metier = useMetier()

const TOOLS = `tools:
  - name: count_words
    description: Counts the words of a text
    input: { type: object, properties: { text: { type: string } }, required: [text] }
    run: [node, scripts/count.mjs]
    category: read
  - name: shout
    description: Says it loudly
    run: [node, scripts/shout.mjs]
  - name: fail
    description: Fails
    run: [node, scripts/fail.mjs]
    category: read
  - name: hang
    description: Never ends
    run: [node, scripts/hang.mjs]
    category: read
`
const SKILL: Readonly<Record<string, string>> = {
  'tools.yaml': TOOLS,
  'scripts/count.mjs': `import { readFileSync } from 'node:fs'
const { text } = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify({ words: text.split(' ').length }))`,
  'scripts/shout.mjs': `console.log('HELLO\\nWORLD')`,
  'scripts/fail.mjs': `console.error('no luck\\n    at line 7'); process.exit(3)`,
  'scripts/hang.mjs': `import { writeFileSync } from 'node:fs'
writeFileSync(process.env.METIER_WORKDIR + '/pid', String(process.pid)); setInterval(() => {}, 1000)`,
}

function createMachine(skills: Readonly<Record<string, Readonly<Record<string, string>>>> = { words: SKILL }): Machine {
  const files = Object.entries(skills).flatMap(([name, own]) =>
    Object.entries({ 'SKILL.md': skillText(name, 'Does something'), ...own }).map(
      ([path, text]) => [`.agents/skills/${name}/${path}`, text] as const,
    ),
  )
  const machine = metier.create(Object.fromEntries(files))
  symlinkSync(process.execPath, join(machine.bin, 'node'))
  return machine
}

async function createApproved(...given: Parameters<typeof createMachine>): Promise<Machine> {
  const machine = createMachine(...given)
  for (const name of Object.keys(given[0] ?? { words: SKILL })) await runMetier(machine, 'approve', name, '--yes')
  return machine
}

const INPUT = '{"text":"one two three"}'

describe('an approved tool of the category read', () => {
  test('is called, and its result is printed', async () => {
    const machine = await createApproved()
    expect(await runMetier(machine, 'run', 'words', 'count_words', INPUT)).toMatchObject({
      code: 0,
      stdout: '{\n  "words": 3\n}\n',
      // The only folder on this machine's PATH has no bwrap.
      stderr:
        "The programs of skills run without a sandbox here: bwrap is not on PATH. Run 'metier doctor' to see how to get one\n",
    })
    expect(await runJson(machine, 'run', 'words', 'count_words', INPUT)).toEqual({ words: 3 })
  })

  test('takes its input from stdin', async () => {
    const machine = await createApproved()
    let stdout = ''
    const io = {
      stdin: Readable.from([INPUT.slice(0, 9), INPUT.slice(9)]),
      stdout: { write: (text: string) => (stdout += text) },
      stderr: { write: () => undefined },
      signal: new AbortController().signal,
    }
    expect(await runHere(machine, ['run', 'words', 'count_words', '-', '--json'], io)).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ words: 3 })
  })

  test('fails with exit code 1, and says what the program said', async () => {
    const machine = await createApproved()
    const ending = await runMetier(machine, 'run', 'words', 'fail')
    expect({ ...ending, signal: null }).toMatchObject({ code: 1, stdout: '' })
    expect(ending.stderr).toMatch(/^error: .*no luck\n {4}at line 7\n/m)
    expect(await runJson(machine, 'run', 'words', 'fail')).toMatchObject({
      error: expect.stringContaining('exited with code 3'),
      exitCode: 3,
      stderr: 'no luck\n    at line 7\n',
    })
  })

  test('is not called with input that its schema refuses; the schema is a command away', async () => {
    const machine = await createApproved()
    const ending = await runMetier(machine, 'run', 'words', 'count_words', '--root', '.agents/skills')
    expect(ending.code).toBe(1)
    expect(ending.stderr).toContain("must have required property 'text'")
    expect(ending.stderr).toContain('metier tools --skill words --json --root .agents/skills')
  })

  test('is not approved first for input that its schema refuses', async () => {
    const seen = await runAtTerminal(createMachine(), ['run', 'words', 'count_words', '{"txt":1}'])
    expect(seen.raw).toContain("must have required property 'text'")
    expect(seen.raw).not.toContain('[y/N]')
  })
})

describe('misuse', () => {
  test.each([
    ['{', /invalid JSON/],
    ['[1]', /must be a JSON object/],
    ['null', /must be a JSON object/],
  ])('the input %s', async (json, error) => {
    const ending = await runMetier(createMachine(), 'run', 'words', 'shout', json)
    expect(ending).toMatchObject({ code: 2, stderr: expect.stringMatching(error) })
  })

  test('a category that does not exist', async () => {
    const ending = await runMetier(createMachine(), 'run', 'words', 'shout', '--allow', 'everything')
    expect(ending.code).toBe(2)
  })

  test('an unknown skill, and an unknown tool, with what was meant', async () => {
    const machine = await createApproved()
    expect(await runMetier(machine, 'run', 'wrods', 'shout')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Did you mean: words'),
    })
    expect(await runMetier(machine, 'run', 'words', 'shuot')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Did you mean: shout'),
    })
    expect(await runMetier(createMachine({ plain: {} }), 'run', 'plain', 'shout')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Skill 'plain' has no tools"),
    })
  })

  test('a tool that the file does not have, before the approval is asked about', async () => {
    const seen = await runAtTerminal(createMachine(), ['run', 'words', 'shuot'])
    expect(seen.code).toBe(1)
    expect(seen.lines.join('\n')).not.toContain('Approve')
  })

  test('a skill whose tools are invalid, with the place', async () => {
    const machine = createMachine({ words: { 'tools.yaml': 'tools:\n  - name: a b\n' } })
    const ending = await runMetier(machine, 'run', 'words', 'a')
    expect(ending).toMatchObject({ code: 1, stderr: expect.stringMatching(/2:5 +error +tools_invalid/) })
  })
})

describe('without a terminal', () => {
  test('a skill that is not approved is refused, naming the command that approves it', async () => {
    const machine = createMachine()
    const ending = await runMetier(machine, 'run', 'words', 'count_words', INPUT)
    expect(ending).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('metier approve words') })
    const { suggestions } = (await runJson(machine, 'run', 'words', 'count_words', INPUT)) as { suggestions: string[] }
    expect(suggestions).toEqual([expect.stringContaining('metier approve words')])
  })

  test('a category that must be asked about is refused, naming --allow', async () => {
    const machine = await createApproved()
    const ending = await runMetier(machine, 'run', 'words', 'shout')
    expect(ending).toMatchObject({ code: 1, stdout: '' })
    expect(ending.stderr).toContain('metier run words shout --allow execute')
    expect(await runMetier(machine, 'run', 'words', 'shout', '--allow', 'network')).toMatchObject({ code: 1 })
    expect(await runMetier(machine, 'run', 'words', 'shout', '--allow', 'execute')).toMatchObject({
      code: 0,
      stdout: 'HELLO\nWORLD\n',
    })
  })
})

describe('at a terminal', () => {
  test('the approval and the category are asked about, and a yes runs the tool', async () => {
    const machine = createMachine()
    const seen = await runAtTerminal(machine, ['run', 'words', 'shout', '{"text":"hello"}'], {
      answers: [
        ['Approve words as it is now?', 'y\n'],
        ['Allow it?', 'y\n'],
      ],
    })
    expect(seen.code).toBe(0)
    expect(seen.lines.join('\n')).toContain('tool shout: node scripts/shout.mjs')
    expect(seen.lines.join('|')).toContain('|Command: node scripts/shout.mjs|Input: text: "hello"|Allow it? ')
    expect(seen.lines).toContain('HELLO')
    expect(await runJson(machine, 'approve', 'words', '--show')).toMatchObject({ approved: true })
  })

  test('a no to the approval approves nothing, and a no to the category runs nothing', async () => {
    const machine = createMachine()
    const declined = await runAtTerminal(machine, ['run', 'words', 'shout'], {
      answers: [['Approve words as it is now?', 'n\n']],
    })
    expect(declined.code).toBe(1)
    expect(declined.lines).toContain('Not approved: you declined.')
    expect(await runJson(machine, 'approve', 'words', '--show')).toMatchObject({ approved: false })
    const refused = await runAtTerminal(machine, ['run', 'words', 'shout'], {
      answers: [
        ['Approve words as it is now?', 'y\n'],
        ['Allow it?', 'n\n'],
      ],
    })
    expect(refused.code).toBe(1)
    expect(refused.lines).not.toContain('HELLO')
    expect(refused.lines).toContain('Not run: you declined.')
  })
})

describe('a server of the skill', () => {
  const create = () => createApproved({ remote: serverSkill() })
  const pids = (machine: Machine) =>
    readFileSync(join(machine.project, '.agents/skills/starts.log'), 'utf8').trim().split('\n').map(Number)

  test('is started for the call and stopped after it', async () => {
    const machine = await create()
    const words = ['run', 'remote', 'echo', '{"text":"hi"}', '--allow', 'execute']
    expect(await runMetier(machine, ...words)).toMatchObject({ code: 0, stdout: 'hi\n' })
    expect(pids(machine)).toHaveLength(1)
    await eventually(() => pids(machine).every((pid) => !isRunning(pid)))
  })

  test('is stopped after a call that fails, and after a tool that it does not have', async () => {
    const machine = await create()
    expect((await runMetier(machine, 'run', 'remote', 'fail', '--allow', 'execute')).code).toBe(1)
    expect((await runMetier(machine, 'run', 'remote', 'nothing', '--allow', 'execute')).code).toBe(1)
    expect(pids(machine)).toHaveLength(2)
    await eventually(() => pids(machine).every((pid) => !isRunning(pid)))
  })

  test('is not started without consent', async () => {
    const machine = await create()
    const ending = await runMetier(machine, 'run', 'remote', 'echo')
    expect(ending).toMatchObject({ code: 1, stderr: expect.stringContaining('--allow execute') })
    expect(existsSync(join(machine.project, '.agents/skills/starts.log'))).toBe(false)
  })

  test('lists its tools for tools --skill', async () => {
    const machine = await create()
    const listed = (await runJson(machine, 'tools', '--skill', 'remote', '--allow', 'execute', '--json')) as {
      name: string
    }[]
    expect(listed.map(({ name }) => name)).toContain('echo')
    expect(listed[0]).toMatchObject({ category: 'execute', input_schema: { type: 'object' } })
    expect(await runMetier(machine, 'tools', '--skill', 'remote')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('metier tools --skill remote --allow execute'),
    })
    await eventually(() => pids(machine).every((pid) => !isRunning(pid)))
  })
})

test('Ctrl-C ends the tool and deactivates the skill', async () => {
  const machine = await createApproved()
  const interruption = new AbortController()
  const quiet = { write: () => undefined }
  const io = { stdin: Readable.from([]), stdout: quiet, stderr: quiet, signal: interruption.signal }
  const running = runHere(machine, ['run', 'words', 'hang'], io)
  const file = join(machine.project, 'pid')
  await eventually(() => existsSync(file) && readFileSync(file, 'utf8') !== '')
  interruption.abort()
  expect(await running).toBe(130)
  await eventually(() => !isRunning(Number(readFileSync(file, 'utf8'))))
})

describe('metier tools --skill', () => {
  test('lists name, description, category and schema without running or approving anything', async () => {
    const listed = await runJson(createMachine(), 'tools', '--skill', 'words', '--json')
    expect(listed).toHaveLength(4)
    expect(listed).toMatchObject([
      {
        name: 'count_words',
        description: 'Counts the words of a text',
        category: 'read',
        sandbox: { workdir: 'read', network: false, home: 'none' },
        input_schema: { type: 'object', required: ['text'] },
      },
      {
        name: 'shout',
        category: 'execute',
        sandbox: { workdir: 'write', network: false },
        input_schema: { type: 'object' },
      },
      {},
      {},
    ])
  })

  test('has the formats of tools', async () => {
    const machine = createMachine()
    expect(await runJson(machine, 'tools', '--skill', 'words', '--format', 'openai')).toMatchObject([
      { type: 'function', function: { name: 'count_words', parameters: { required: ['text'] } } },
      {},
      {},
      {},
    ])
    const [first] = (await runJson(machine, 'tools', '--skill', 'words', '--format', 'anthropic')) as object[]
    expect(Object.keys(first ?? {})).toEqual(['name', 'description', 'input_schema'])
  })

  test('is empty for a skill without tools, and refuses an unknown skill and invalid tools', async () => {
    const machine = createMachine({ plain: {}, broken: { 'tools.yaml': 'tolls: []\n' } })
    expect(await runJson(machine, 'tools', '--skill', 'plain')).toEqual([])
    expect(await runMetier(machine, 'tools', '--skill', 'plian')).toMatchObject({ code: 1 })
    expect(await runMetier(machine, 'tools', '--skill', 'broken')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Did you mean 'tools'?"),
    })
  })
})
