/**
 * Every command in the README, as it stands there. `npx metier` runs in the clone, in a home of its own; a command that
 * names `clawhub` gets a registry on loopback. `npm` and `git` lines are run or looked up as each test says.
 */

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { installProgram, runMetier, useMetier } from '../cli/run-metier.js'
import { startClawhub } from '../servers/clawhub.js'
import { skillText, temporaryFolder } from '../support/temporary.js'
import { commandsIn, splitWords } from './blocks.js'
import { readBlocks, repository } from './programs.js'

const metier = useMetier()
const start = promisify(execFile)

const commands = readBlocks('README.md', 'sh').flatMap(commandsIn)
const INSTALL = 'npm install ../metier/packages/metier'
const INSTALL_SKILLS = 'npx metier install ../metier/examples/skills csv-tools sql-review --project'
const ours = commands.filter((line) => line.startsWith('npx metier ') && line !== INSTALL_SKILLS)

/** What a command prints, apart from ending well. */
const PRINTS: Readonly<Record<string, RegExp>> = {
  list: /csv-tools/,
  check: /video-frames/,
  search: /video-frames/,
  validate: /0 errors/,
  audit: /csv-tools/,
  tools: /^csv_summary +read /m,
  doctor: /0 errors/,
  install: /pdf/,
  ci: /\d+ skills checked/,
  publish: /Would publish \d+ skills/,
  verify: /No skills installed/,
  mcp: /mcpServers/,
}

test('every line is one that is checked here', () => {
  expect(ours.length).toBeGreaterThanOrEqual(10)
  const others = commands.filter((line) => !ours.includes(line))
  expect([...new Set(others)].sort()).toEqual(
    [
      'git clone <this repository> metier',
      'cd metier',
      'npm install',
      'npm start',
      'npm test',
      INSTALL,
      INSTALL_SKILLS,
    ].sort(),
  )
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test', 'prepare']))
})

describe('in the clone', () => {
  test.each(ours)('%s', async (line) => {
    const words = splitWords(line).slice(2)
    const machine = { ...metier.create(), project: repository }
    const server = words.includes('clawhub') ? await startClawhub([PDF]) : undefined
    const variables = { ...machine.variables, ...(server && { CLAWHUB_REGISTRY: server.url }) }
    const ending = await runMetier({ ...machine, variables }, ...words)
    expect(ending).toMatchObject({ code: 0, stdout: expect.stringMatching(PRINTS[words[0] ?? ''] ?? /^$/) })
  })
})

test.skipIf(process.platform !== 'linux')('the output in the README is what a machine with apt prints', async () => {
  const [shown] = readBlocks('README.md', 'text')
  const machine = { ...metier.create(), project: repository }
  installProgram(machine, 'apt')
  const words = splitWords('check video-frames --root examples/skills')
  expect(ours).toContain(`npx metier ${words.join(' ')}`)
  expect((await runMetier(machine, ...words)).stdout).toBe(shown)
})

const PDF = { slug: 'pdf', files: { 'SKILL.md': skillText('pdf') } }

test('in an empty folder, the package and skills install from the clone', async () => {
  const folder = temporaryFolder()
  const words = splitWords(INSTALL.replace('../metier', repository)).slice(1)
  const options = { cwd: folder, env: { ...process.env, HOME: folder } }
  await start('npm', [...words, '--offline', '--no-audit', '--no-fund'], options)
  expect((await start('npx', ['--no-install', 'metier', '--version'], options)).stdout).toMatch(/^\d+\.\d+\.\d+/)
  const skills = splitWords(INSTALL_SKILLS.replace('../metier', repository)).slice(1)
  expect((await start('npx', ['--no-install', ...skills], options)).stdout).toContain('2 installed')
  const program = "import { SkillManager } from 'metier'; console.log(typeof SkillManager)"
  const { stdout } = await start(process.execPath, ['--input-type=module', '-e', program], options)
  expect(stdout).toBe('function\n')
}, 60_000)
