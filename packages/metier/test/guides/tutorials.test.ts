/** The tutorials, step by step in an empty folder: files are saved, commands are run, and they print what the page shows. */

import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type Machine, runMetier, useMetier, writeText } from '../cli/run-metier.js'
import { serveSite } from '../servers/static-site.js'
import { splitWords } from './blocks.js'
import { repository } from './programs.js'

const metier = useMetier()
const start = promisify(execFile)

interface Step {
  readonly language: string
  readonly text: string
  /** The file that the sentence before the block names. */
  readonly file: string | undefined
}

function readSteps(page: string): readonly Step[] {
  const text = readFileSync(join(repository, page), 'utf8')
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(({ 1: language = '', 2: block = '', index }) => {
    const before = text.slice(0, index).split('\n\n').at(-2) ?? ''
    const [, file] = /Save [^`]*as `([^`]+)`/.exec(before.replaceAll('\n', ' ')) ?? []
    return { language, text: block, file }
  })
}

type RunLine = (line: string, machine: Machine) => Promise<string>

const runLine: RunLine = async (line, machine) => {
  // Without a shell, nothing expands it.
  const [program = '', ...words] = splitWords(line.replaceAll('~/', `${machine.home}/`))
  if (program === 'npx') {
    const ending = await runMetier(machine, ...words.slice(1))
    expect({ line, code: ending.code, stderr: ending.code === 0 ? '' : ending.stderr }).toEqual({
      line,
      code: 0,
      stderr: '',
    })
    return ending.stdout
  }
  const env = { ...process.env, HOME: machine.home }
  return (await start(program, words, { cwd: machine.project, env })).stdout
}

/** Follows a page. A block of text after commands is what the last one prints. */
async function follow(page: string, machine: Machine, run: RunLine = runLine): Promise<void> {
  let printed = ''
  for (const { language, text, file } of readSteps(page)) {
    if (file !== undefined) writeText(join(machine.project, file), text)
    else if (language === 'text') expect(printed).toContain(text)
    else if (language === 'sh') for (const line of text.trim().split('\n')) printed = await run(line, machine)
  }
}

/** The machine after `npm install` of this package. */
function createProject(): Machine {
  const machine = metier.create()
  mkdirSync(join(machine.project, 'node_modules'))
  symlinkSync(join(repository, 'packages/metier'), join(machine.project, 'node_modules/metier'))
  return machine
}

test('an agent with skills in ten minutes', async () => {
  const machine = createProject()
  const programs = { ...machine, variables: { ...machine.variables, PATH: process.env.PATH ?? '' } }
  await follow('docs/tutorials/first-agent.md', programs, async (line, here) =>
    line.startsWith('npm install') ? '' : runLine(line, here),
  )
})

test('write, test and publish a skill', async () => {
  const machine = createProject()
  const server = await serveSite(join(machine.project, 'site'), () => undefined)
  await follow('docs/tutorials/publish-a-skill.md', machine, (line, here) =>
    runLine(line.replace('https://skills.example.com', server.url).replace('skills.example.com', server.host), here),
  )
  const lock = JSON.parse(readFileSync(join(machine.home, '.agents/skills.lock.json'), 'utf8'))
  expect(lock.skills['release-notes']).toMatchObject({
    version: '1.0.0',
    signedBy: { fingerprint: expect.stringMatching(/^sha256:/) },
  })
})

test('skills for a team', async () => {
  const machine = createProject()
  const programs = { ...machine, variables: { ...machine.variables, PATH: process.env.PATH ?? '' } }
  await follow('docs/tutorials/skills-for-a-team.md', programs, async (line, here) =>
    line.startsWith('npm install') ? '' : runLine(line.replace('../metier', repository), here),
  )
  const { stdout } = await runMetier(programs, 'list', '--set', 'backend', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ count: 2 })
})
