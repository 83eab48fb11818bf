/** Small things that a second look found: each sentence is true, and each hint works. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createInstalled, OFFERED } from './offered-skill.js'
import { runMetier, skillText, useMetier } from './run-metier.js'

const metier = useMetier()

test('install of a directory that looks like a repository proposes it with the options that were typed', async () => {
  const machine = metier.create(OFFERED)
  const { stderr } = await runMetier(machine, 'install', 'offered/pdf', '--project')
  expect(stderr).toContain('  metier install ./offered/pdf --project\n')
})

test('config list names the project only for a value that comes from it', async () => {
  const machine = metier.create()
  await runMetier(machine, 'config', 'set', 'sandbox', 'off', '--project')
  expect((await runMetier(machine, 'config', 'list')).stdout).toMatch(/^sandbox +"auto" +\(?default/m)
  await runMetier(machine, 'config', 'set', 'sandbox', 'require', '--project')
  expect((await runMetier(machine, 'config', 'list')).stdout).toMatch(/^sandbox +"require" +\(?project/m)
})

test('trust and disable say if nothing changed', async () => {
  const machine = await createInstalled(metier)
  for (const [words, first, second] of [
    [['trust', 'github.com/acme/*'], 'is now trusted', 'is already trusted'],
    [['disable', 'pdf'], 'is disabled', 'is already disabled'],
    [['enable', 'pdf'], 'is enabled', 'is already enabled'],
  ] as const) {
    expect((await runMetier(machine, ...words)).stdout).toContain(first)
    expect((await runMetier(machine, ...words)).stdout).toContain(second)
  }
})

test('update of a skill that its source has dropped does not propose another skill', async () => {
  const machine = metier.create({ ...OFFERED, 'offered/word/SKILL.md': skillText('word', 'Reads documents') })
  await runMetier(machine, 'install', './offered', 'pdf')
  rmSync(join(machine.project, 'offered/pdf'), { recursive: true })
  const { code, stderr } = await runMetier(machine, 'update', 'pdf')
  expect(code).toBe(1)
  expect(stderr).not.toContain('Install it as')
  expect(stderr).toContain("run 'metier remove pdf'")
})

test('an option of another command is not proposed as an argument', async () => {
  const { code, stderr } = await runMetier(metier.create(), 'rollback', '--plugin', 'p')
  expect(code).toBe(2)
  expect(stderr).not.toContain('put it after --')
})

test('unlink without skills speaks of links', async () => {
  const { stderr } = await runMetier(metier.create(), 'unlink', '--agent', 'all')
  expect(stderr).toContain('has no skills with links')
})

test('a bare repository takes a reference behind its path', async () => {
  const machine = metier.create({})
  const { code, stderr } = await runMetier(machine, 'install', './repo.git#v1', 'pdf')
  expect(code).toBe(1)
  expect(stderr).toContain('./repo.git#v1 does not exist')
  const folder = join(machine.project, 'repo.git')
  for (const name of ['objects', 'refs']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n')
  const found = await runMetier(machine, 'install', './repo.git#v1', 'pdf')
  expect(found.stderr).not.toContain('does not exist')
  expect(found.stderr).toContain(`git+file://${folder}`)
})

test('a project skill that waits for approval is not called disabled', async () => {
  const machine = metier.create({ '.agents/skills/t1/SKILL.md': skillText('t1', 'Is tool one') })
  mkdirSync(join(machine.project, '.git'))
  await runMetier(machine, 'config', 'set', 'skills.trustProject', 'ask')
  const { code, stdout } = await runMetier(machine, 'call', 'activate_skill', '{"name":"t1"}', '--json')
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining("Skill 't1' is not approved") })
  expect(stdout).toContain('Review and approve it: metier approve t1')
  const enabled = await runMetier(machine, 'enable', 't1')
  expect(enabled.stdout).toContain('t1 is already enabled')
  expect(enabled.stdout).toContain('It still needs your approval: metier approve t1\n')
})
