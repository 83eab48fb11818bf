/** What `rollback` promises: the files as they were, whatever they were. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createInstalled, OFFERED } from './offered-skill.js'
import { type Machine, runJson, runMetier, useMetier, writeText } from './run-metier.js'

const metier = useMetier()
const folderIn = ({ home }: Machine) => join(home, '.agents/skills/pdf')

test('a skill that lost its SKILL.md and was removed comes back with the notes in it', async () => {
  const machine = await createInstalled(metier)
  const folder = folderIn(machine)
  writeFileSync(join(folder, 'notes.txt'), 'mine\n')
  rmSync(join(folder, 'SKILL.md'))
  expect((await runMetier(machine, 'remove', 'pdf')).stdout).toContain('undo: metier rollback pdf')
  const { code, stdout } = await runMetier(machine, 'rollback', 'pdf')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(`pdf files are back in ${folder}: `) })
  expect(stdout).toContain('warning: No agent can use them as a skill: No SKILL.md found\n')
  expect(readdirSync(folder).sort()).toEqual(['notes.txt', 'scripts'])
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine\n')
  expect(await runJson(machine, 'list')).toMatchObject({ skills: [] })
  // Nothing is lost on the way back either.
  expect((await runMetier(machine, 'install', '--frozen', 'pdf')).code).toBe(0)
})

test('an emptied SKILL.md comes back after the lockfile replaced it', async () => {
  const machine = await createInstalled(metier)
  const file = join(folderIn(machine), 'SKILL.md')
  writeFileSync(file, '')
  await runMetier(machine, 'install', '--frozen', 'pdf')
  await runMetier(machine, 'update', 'pdf', '--force')
  expect(await runJson(machine, 'rollback', 'pdf')).toMatchObject({ rolledBack: true, problem: expect.any(String) })
  expect(readFileSync(file, 'utf8')).toBe('')
})

test.each([
  ['without a SKILL.md', { 'notes.txt': 'mine\n' }],
  ['with a SKILL.md that is too large', { 'SKILL.md': 'x'.repeat(1_048_577) }],
])('a hand-made directory %s comes back after install --force', async (_, files) => {
  const machine = metier.create(OFFERED)
  const folder = folderIn(machine)
  mkdirSync(folder, { recursive: true })
  for (const [path, text] of Object.entries(files)) writeText(join(folder, path), text)
  expect(await runMetier(machine, 'install', 'pdf', '--from', './offered', '--force')).toMatchObject({ code: 0 })
  // The scan warns of a text that it cannot read as a whole.
  expect(await runMetier(machine, 'rollback', 'pdf', '--yes')).toMatchObject({ code: 0 })
  for (const [path, text] of Object.entries(files)) expect(readFileSync(join(folder, path), 'utf8')).toBe(text)
})
