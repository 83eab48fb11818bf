/** Small mistakes of the first days: what was meant is named, and the command that helps is whole. */

import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createInstalled, OFFERED } from './offered-skill.js'
import { runJson, runMetier, skillText, useMetier, writeText } from './run-metier.js'
import { runAtTerminal } from './terminal.js'

const metier = useMetier()

test.each([
  [['audit'], 'NAME'],
  [['check'], 'NAME'],
  [['install'], 'SKILL'],
  [['remove'], 'NAME'],
  [['completion'], 'SHELL (expected bash, zsh, fish)'],
])('%j names the missing argument in the same words', async (words, argument) => {
  const { code, stderr } = await runMetier(metier.create(), ...words)
  expect([code, stderr.split('\n')[0]]).toEqual([2, `error: missing argument ${argument}`])
})

test('remove of a skill that was removed says so, and the command that it gives restores it', async () => {
  const machine = await createInstalled(metier)
  await runMetier(machine, 'remove', 'pdf')
  const { code, stderr } = await runMetier(machine, 'remove', 'pdf')
  expect([code, stderr]).toEqual([
    1,
    "error: 'pdf' is not installed any more\nTo restore its last version, run 'metier rollback pdf'.\n",
  ])
  expect((await runMetier(machine, 'rollback', 'pdf')).code).toBe(0)
})

test('link and unlink without agents list those found here, and the command of doctor links', async () => {
  const machine = metier.create(OFFERED)
  mkdirSync(join(machine.home, '.claude'))
  await runMetier(machine, 'install', 'pdf', '--from', 'local:offered')
  for (const name of ['link', 'unlink']) {
    expect((await runMetier(machine, name)).stderr).toContain('Agents found here: claude-code\n')
  }
  expect((await runMetier(metier.create(), 'link')).stderr).toContain('No agents were found here.')
  const { stdout } = await runMetier(machine, 'doctor')
  expect(stdout).toContain('\n      metier link pdf --agent claude-code --personal\n')
  expect((await runMetier(machine, 'link', 'pdf', '--agent', 'claude-code', '--personal')).code).toBe(0)
  expect((await runMetier(machine, 'doctor')).stdout).toContain('✓ Claude Code (sees 1 skill)')
})

test('a link for an agent that was not found names the directory that would show it', async () => {
  const machine = await createInstalled(metier)
  const link = () => runMetier(machine, 'link', 'pdf', '--agent', 'claude-code')
  const sign = join(machine.home, '.claude')
  const said = `Claude Code: not linked, it is not installed here: ${sign} does not exist. Start it once, then link again`
  expect(await link()).toMatchObject({ code: 1, stdout: expect.stringContaining(said) })
  mkdirSync(sign)
  expect(await link()).toMatchObject({ code: 0 })
})

test('install --frozen where no lockfile is says where to run it', async () => {
  const { code, stderr } = await runMetier(metier.create(), 'install', '--frozen')
  expect([code, stderr.split('\n').slice(1)]).toEqual([
    1,
    ['To restore the skills of a project, run the command in its directory.', ''],
  ])
})

test('doctor gives no command to link a skill whose directory is a link', async () => {
  const machine = metier.create({ 'sources/own/SKILL.md': skillText('own', 'x') })
  mkdirSync(join(machine.home, '.claude'))
  mkdirSync(join(machine.project, '.agents/skills'), { recursive: true })
  symlinkSync('../../sources/own', join(machine.project, '.agents/skills/own'))
  const { stdout } = await runMetier(machine, 'doctor')
  expect(stdout).toContain('does not see own\n')
  expect(stdout).not.toContain('metier link')
})

test('validate warns of a tool whose description is still the placeholder, and approve does not refuse it', async () => {
  const machine = metier.create()
  await runMetier(machine, 'new', 'pdf', '--tools', '--description', 'Reads', '--in', '.agents/skills', '--yes')
  const { stdout } = await runMetier(machine, 'validate', '.agents/skills/pdf')
  expect(stdout).toMatch(/tools\.yaml\n {2}4:\d+ .*The description of tool 'pdf' is still the placeholder/)
  expect((await runMetier(machine, 'approve', 'pdf', '--yes')).code).toBe(0)
})

test('sets and config say that no skill has the name, and do it all the same', async () => {
  const machine = metier.create({ '.agents/skills/pdf/SKILL.md': skillText('pdf', 'x') })
  const set = await runMetier(machine, 'sets', 'mine', '--add', 'nosuch', '--add', 'pdf')
  expect([set.code, set.stderr]).toEqual([0, "No skill matches 'nosuch'.\n"])
  const disabled = await runMetier(machine, 'config', 'set', 'skills.disabled', 'pdff')
  expect([disabled.code, disabled.stderr]).toEqual([0, "warning: no skill is called 'pdff'; did you mean pdf?\n"])
  expect(await runJson(machine, 'config', 'get', 'skills.disabled')).toMatchObject({ value: ['pdff'] })
  expect((await runMetier(machine, 'config', 'set', 'skills.disabled', 'pdf', 'project:pdf')).stderr).toBe('')
})

test('config unset of a key that only the project sets says where it is set', async () => {
  const machine = metier.create({ '.metier/config.json': '{"skills":{"disabled":["pdf"]}}' })
  const { code, stderr } = await runMetier(machine, 'config', 'unset', 'skills.disabled')
  expect(code).toBe(1)
  expect(stderr).toContain(`by the project in ${join(machine.project, '.metier/config.json')}\n`)
  expect(stderr).toContain('To unset it there: metier config unset skills.disabled --project\n')
  expect((await runMetier(machine, 'config', 'unset', 'skills.disabled', '--project')).code).toBe(0)
})

test('lock does not list the installed version as a kept one', async () => {
  const machine = await createInstalled(metier)
  await runMetier(machine, 'remove', 'pdf')
  await runMetier(machine, 'rollback', 'pdf')
  expect((await runMetier(machine, 'lock')).stdout).not.toContain('kept:')
})

test('a directory that does not exist is named as it was typed', async () => {
  const { stderr } = await runMetier(metier.create(), 'install', './nosuch')
  expect(stderr).toContain('error: ./nosuch does not exist\n')
})

test('run without a tool lists the tools of the skill', async () => {
  const machine = metier.create({
    '.agents/skills/pdf/SKILL.md': skillText('pdf', 'x'),
    '.agents/skills/pdf/tools.yaml':
      'tools:\n  - { name: extract, description: Takes it out, run: [sh, -c, "true"] }\n',
  })
  const { code, stderr } = await runMetier(machine, 'run', 'pdf')
  expect([code, stderr]).toEqual([
    2,
    'error: missing argument TOOL\nIts tools: extract\nSee them with their schemas: metier tools --skill pdf --json\n',
  ])
  expect((await runMetier(machine, 'run', 'pdff')).stderr).toContain('Did you mean: pdf')
})

test('a diff that is cut says how to see the rest', async () => {
  const machine = await createInstalled(metier)
  const file = join(machine.home, '.agents/skills/pdf/SKILL.md')
  const source = join(machine.project, 'offered/pdf/SKILL.md')
  writeText(source, `${readFileSync(source, 'utf8')}${'other\n'.repeat(300)}`)
  const reviewed = await runMetier(machine, 'update', '--diff')
  expect(reviewed.stdout).toContain('more lines. See all of them: metier update pdf --diff --json\n')
  expect(JSON.stringify(await runJson(machine, 'update', 'pdf', '--diff'))).toContain('+other')
  const updated = await runMetier(machine, 'update', 'pdf')
  expect(updated.stdout).toContain(`more lines. See the file: ${file}\n`)
})

test.each([50, 80])('in %i columns, no word is broken', async (columns) => {
  const tools =
    'tools:\n  - { name: extract, description: Takes it out, run: [sh, scripts/run.sh, --first, --second, --third, --fourth, --fifth] }\n'
  const machine = await createInstalled(metier, { ...OFFERED, 'offered/pdf/tools.yaml': tools })
  const other = skillText('pdf-text', 'Reads PDF files and takes the text out of all of their pages, tables and notes')
  writeText(join(machine.home, '.agents/skills/pdf-text/SKILL.md'), other)
  const file = join(machine.home, '.agents/skills/pdf/SKILL.md')
  writeText(file, `${readFileSync(file, 'utf8')}More\n`)
  for (const words of [
    ['approve', 'pdf', '--show'],
    ['stats'],
    ['doctor'],
    ['verify'],
    ['outdated'],
    ['migrate'],
    ['overlap', '--min', '0.01'],
    ['audit', 'offered/pdf'],
    ['trust', 'github.com/some-owner/some-repository'],
  ]) {
    const { lines } = await runAtTerminal(machine, words, { columns })
    // Paths, digests and commands stay whole, so that they can be copied.
    const broken = lines.filter((line) => line.length > columns && !/\/|\r|sha256:|^ *metier /.test(line))
    expect({ words, broken }).toEqual({ words, broken: [] })
  }
})

test('hints start with npx if the program was started by it', async () => {
  const machine = metier.create({ '.agents/skills/pdf/SKILL.md': skillText('pdf', 'x'), ...OFFERED })
  const npx = { ...machine, variables: { ...machine.variables, npm_command: 'exec', npm_lifecycle_event: 'npx' } }
  expect((await runMetier(npx, '--help')).stdout).toContain("Run 'npx metier help COMMAND' for more details.")
  expect((await runMetier(npx, 'info', 'zzz')).stderr).toContain("Run 'npx metier list' to see all skills.")
  expect((await runMetier(npx, 'check')).stderr).toContain("Run 'npx metier help check' to see its usage.")
  expect((await runMetier(npx, 'trust', 'foo', '--workdir', '.')).stderr).toContain(
    'run: npx metier trust "github.com/foo/*" --workdir .\n',
  )
  const { stderr } = await runMetier(npx, 'install', 'pdf', '--from', 'local:offered', '--agent', 'claude-code')
  expect(stderr).toContain('To change that: npx metier config set skills.agents ID…')
  expect(stderr).toContain('To stop it: npx metier config unset skills.agents')
  expect((await runMetier(npx, 'remove', 'pdf', '--personal')).stdout).toMatch(
    /^Removed pdf \(undo: npx metier rollback /,
  )
  expect((await runMetier(machine, 'info', 'zzz')).stderr).toContain("Run 'metier list' to see all skills.")
})

test('the pin that rollback suggests names the place of a skill that is installed in two', async () => {
  const machine = await createInstalled(metier)
  await runMetier(machine, 'install', './offered', 'pdf', '--project')
  writeText(join(machine.project, 'offered/pdf/SKILL.md'), skillText('pdf', 'Reads PDF files better'))
  for (const [name, where] of [
    ['personal:pdf', '--personal'],
    ['project:pdf', '--project'],
  ] as const) {
    expect(await runMetier(machine, 'update', name)).toMatchObject({ code: 0 })
    const { stdout } = await runMetier(machine, 'rollback', name)
    expect(stdout).toContain(`metier lock --pin pdf ${where}\n`)
    expect(await runMetier(machine, 'lock', '--pin', 'pdf', where)).toMatchObject({ code: 0 })
  }
})
