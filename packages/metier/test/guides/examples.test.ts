/** The programs and the project in `examples` that need no further library; compat/adapters runs the others. */

import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { runJson, runMetier, skillText, useMetier } from '../cli/run-metier.js'
import { temporaryFolder } from '../support/temporary.js'
import { repository } from './programs.js'

const metier = useMetier()
const examples = join(repository, 'examples')

interface Ending {
  readonly code: number | null
  readonly output: string
}

function runProgram(
  command: readonly string[],
  input: string,
  cwd: string,
  env: Record<string, string> = {},
): Promise<Ending> {
  const [program = '', ...words] = command
  const child = spawn(program, words, { cwd, env: { PATH: process.env.PATH, HOME: cwd, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  child.stdin.end(input)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}

const runExample = (file: string, input: string, ...words: string[]) =>
  runProgram([process.execPath, join(examples, file), ...words], input, temporaryFolder())

describe('the page of the examples', () => {
  test('has a line for each program', () => {
    const page = readFileSync(join(examples, 'README.md'), 'utf8')
    const programs = ['adapters', 'agents', 'chat'].flatMap((folder) =>
      readdirSync(join(examples, folder))
        .filter((file) => /\.(?:mjs|ts)$/.test(file) && file !== 'chat.mjs')
        .map((file) => `${folder}/${file}`),
    )
    expect(programs.length).toBeGreaterThan(10)
    expect([...programs, 'chat/chat.mjs'].filter((file) => !page.includes(`(${file})`))).toEqual([])
  })
})

describe('without a key', () => {
  test('the client of MCP activates the skill and calls its tool', async () => {
    const { code, output } = await runExample('adapters/mcp-client.mjs', '', '--yes', 'How long is "one two"?')
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('It has 2 words.') })
  })

  test('the chat asks for the approval, answers questions and shows its tools', async () => {
    const input = ['y', '/skills', 'How many words has "a b c"?', '/skills', '/tools', 'And "d e"?', '/quit', ''].join(
      '\n',
    )
    const { code, output } = await runExample('chat/chat.mjs', input)
    expect(code, output).toBe(0)
    expect(output).toContain('count_words: node scripts/count.mjs')
    expect(output).toMatch(/word-count\n[\s\S]*→ activate_skill[\s\S]*→ count_words[\s\S]*It has 3 words\./)
    expect(output).toContain('word-count (active)')
    expect(output).toContain('It has 2 words.')
  })

  test('the chat runs nothing that was not approved', async () => {
    const { code, output } = await runExample('chat/chat.mjs', 'n\nHow many words has "a b c"?\n')
    expect(code, output).toBe(0)
    expect(output).toContain('I could not count them')
    expect(output).toContain('metier approve word-count')
    expect(output).not.toContain('It has')
  })
})

describe('the project', () => {
  test('is installed from its lockfile, with sets that show a part of it', async () => {
    const machine = metier.create()
    cpSync(join(examples, 'project'), machine.project, { recursive: true })
    const lock = join(machine.project, '.agents/skills.lock.json')
    const before = readFileSync(lock, 'utf8')
    expect(await runMetier(machine, 'install', '--frozen', '--project')).toMatchObject({ code: 0 })
    expect(readFileSync(lock, 'utf8')).toBe(before)
    const list = async (set: string) =>
      ((await runJson(machine, 'list', '--set', set)) as { skills: { name: string }[] }).skills.map(({ name }) => name)
    expect(await list('backend')).toEqual(['api-style'])
    expect(await list('release')).toEqual(['changelog'])
    expect(await runMetier(machine, 'ci', 'vendor')).toMatchObject({ code: 0 })
  })

  test('is not installed if a vendored skill differs from the lockfile', async () => {
    const machine = metier.create()
    cpSync(join(examples, 'project'), machine.project, { recursive: true })
    writeFileSync(join(machine.project, 'vendor/changelog/SKILL.md'), skillText('changelog', 'Does something else.'))
    expect((await runMetier(machine, 'install', '--frozen', '--project')).code).not.toBe(0)
    expect(existsSync(join(machine.project, '.agents/skills/changelog'))).toBe(false)
  })
})

describe.skipIf(process.platform === 'win32')('the action', () => {
  const action = parse(readFileSync(join(examples, 'action/action.yml'), 'utf8'))
  const workflow = parse(readFileSync(join(examples, 'action/workflow.yml'), 'utf8'))

  /** Runs the steps as GitHub does, with `npx` standing for the built command line. */
  async function check(skills: Readonly<Record<string, string>>, given: Readonly<Record<string, string>>) {
    const folder = temporaryFolder(skills)
    const bin = join(folder, '.bin')
    mkdirSync(bin)
    const main = join(repository, 'packages/metier/bin/metier.cjs')
    writeFileSync(join(bin, 'npx'), `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${main}" "$@"\n`, { mode: 0o755 })
    symlinkSync(process.execPath, join(bin, 'node'))
    const inputs = Object.fromEntries(
      Object.entries(action.inputs as Record<string, { default: string }>).map(([name, input]) => [
        name,
        given[name] ?? input.default,
      ]),
    )
    const endings: Ending[] = []
    for (const { run, env = {}, if: condition } of action.runs.steps) {
      if (run === undefined || (condition !== undefined && inputs.report === '')) continue
      const values = Object.entries(env as Record<string, string>).map(([name, value]) => [
        name,
        value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, input: string) => inputs[input] ?? ''),
      ])
      const path = { PATH: `${bin}${delimiter}${process.env.PATH}`, GITHUB_ACTIONS: 'true' }
      const command = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', run]
      endings.push(await runProgram(command, '', folder, { ...path, ...Object.fromEntries(values) }))
    }
    return { folder, endings }
  }

  test('passes for skills that are right, and writes the report', async () => {
    const skills = { 'skills/pdf/SKILL.md': skillText('pdf', 'Fills in PDF forms. Use it for forms.') }
    const { folder, endings } = await check(skills, { directory: 'skills', report: 'report.json' })
    expect(endings).toMatchObject([{ code: 0 }, { code: 0 }])
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toBeTypeOf('object')
  })

  test('fails for a skill that is wrong, with an annotation, and takes no command from an input', async () => {
    const skills = { 'a; touch hurt/pdf/SKILL.md': '---\nname: pdf\n---\nNo description.\n' }
    const { folder, endings } = await check(skills, { directory: 'a; touch hurt', 'fail-on': 'warn' })
    expect(endings).toMatchObject([{ code: 1, output: expect.stringContaining('::warning file=') }])
    expect(existsSync(join(folder, 'hurt'))).toBe(false)
  })

  test('is what the workflow uses, with inputs that it has and no permission to write', () => {
    const used = workflow.jobs.check.steps.find(({ uses }: { uses: string }) => uses.startsWith('metier-dev/'))
    expect(used.uses).toMatch(/^metier-dev\/metier\/examples\/action@v\d+$/)
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(used.with)))
    expect(workflow.permissions).toEqual({ contents: 'read' })
    for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{')
  })
})
