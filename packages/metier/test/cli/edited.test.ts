/** A skill with local edits that the lockfile records: every command says so, and how to get out of it. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBoth, createInstalled } from './offered-skill.js'
import { runJson, runMetier, skillText, useMetier } from './run-metier.js'

const metier = useMetier()

test('doctor and verify name local edits, and the command that both give replaces them', async () => {
  const machine = await createInstalled(metier)
  const file = join(machine.home, '.agents/skills/pdf/SKILL.md')
  const given = readFileSync(file, 'utf8')
  writeFileSync(file, `${given}More\n`)
  await runMetier(machine, 'install', '--frozen', 'pdf')
  await runMetier(machine, 'rollback', 'pdf')
  const { stdout: examined } = await runMetier(machine, 'doctor')
  expect(examined).toContain('pdf has local edits that the source does not have')
  expect(examined).toContain('metier update pdf --force')
  const verified = await runMetier(machine, 'verify')
  expect(verified).toMatchObject({ code: 1 })
  expect(verified.stdout).toContain('metier update pdf --force')
  expect(await runMetier(machine, 'update', 'pdf', '--force')).toMatchObject({ code: 0 })
  expect(readFileSync(file, 'utf8')).toBe(given)
  expect(await runMetier(machine, 'verify')).toMatchObject({ code: 0 })
})

test('outdated says that a skill was edited, not that it is outdated, and how to get out of it', async () => {
  const machine = await createInstalled(metier)
  const file = join(machine.home, '.agents/skills/pdf/SKILL.md')
  const given = readFileSync(file, 'utf8')
  writeFileSync(file, `${given}More\n`)
  const unrecorded = await runMetier(machine, 'outdated')
  expect(unrecorded.stdout).toMatch(/^pdf +edited +sha256:\S+$/m)
  await runMetier(machine, 'install', '--frozen', 'pdf')
  await runMetier(machine, 'rollback', 'pdf')
  const { code, stdout } = await runMetier(machine, 'outdated')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^pdf +edited +sha256:\S+$/m)
  expect(stdout).toContain("Run 'metier verify' to see which files.")
  expect(stdout).toContain('\n  metier update pdf --diff --force\n')
  expect(await runJson(machine, 'outdated')).toMatchObject({
    outdated: 0,
    skills: [{ status: 'edited', edited: true }],
  })
  writeFileSync(join(machine.project, 'offered/pdf/SKILL.md'), `${given}Newer\n`)
  expect((await runMetier(machine, 'outdated')).stdout).toMatch(/^pdf +outdated, edited +sha256:\S+ → sha256:/m)
  await runMetier(machine, 'update', 'pdf', '--force')
  expect((await runMetier(machine, 'outdated')).stdout).toMatch(/^pdf +current +\S+\n$/)
})

test('verify names the edited files by the digests of the lockfile if the version that was edited is not kept', async () => {
  const machine = await createInstalled(metier)
  const file = join(machine.home, '.agents/skills/pdf/SKILL.md')
  writeFileSync(file, `${readFileSync(file, 'utf8')}More\n`)
  writeFileSync(join(machine.project, 'offered/pdf/SKILL.md'), `${readFileSync(file, 'utf8')}Newer\n`)
  await runMetier(machine, 'update', 'pdf', '--force')
  await runMetier(machine, 'rollback', 'pdf')
  const { stdout } = await runMetier(machine, 'verify')
  expect(stdout).toMatch(/^edited +pdf/m)
  expect(stdout).toContain('changed SKILL.md')
  expect(stdout).not.toContain('cannot be named')
  // Edits of edits still differ from what the source gave.
  writeFileSync(join(machine.home, '.agents/skills/pdf/notes.md'), 'Mine\n')
  await runMetier(machine, 'update', 'pdf', '--force')
  await runMetier(machine, 'rollback', 'pdf')
  expect(await runJson(machine, 'verify')).toMatchObject({
    skills: [{ status: 'edited', changed: ['SKILL.md', 'notes.md'] }],
  })
})

test('verify says why it names no file if nothing records the files of the source', async () => {
  const machine = await createInstalled(metier)
  const file = join(machine.home, '.agents/skills/pdf/SKILL.md')
  writeFileSync(file, `${readFileSync(file, 'utf8')}More\n`)
  writeFileSync(join(machine.project, 'offered/pdf/SKILL.md'), `${readFileSync(file, 'utf8')}Newer\n`)
  await runMetier(machine, 'update', 'pdf', '--force')
  await runMetier(machine, 'rollback', 'pdf')
  rmSync(join(machine.home, '.agents/skills/.metier-store/versions'), { recursive: true })
  const { stdout } = await runMetier(machine, 'verify')
  expect(stdout).toMatch(/^edited +pdf/m)
  expect(stdout.replace(/\s+/g, ' ')).toContain('the edited files cannot be named: nothing here records')
})

test('update of an edited skill is refused only if there is something newer', async () => {
  const machine = await createInstalled(metier)
  const file = join(machine.home, '.agents/skills/pdf/SKILL.md')
  const given = readFileSync(file, 'utf8')
  writeFileSync(file, `${given}More\n`)
  for (const words of [['update'], ['update', 'pdf']]) {
    expect(await runMetier(machine, ...words)).toMatchObject({
      code: 0,
      stdout: "pdf: up to date, with local edits (run 'metier verify' to see them)\n",
    })
  }
  expect(readFileSync(file, 'utf8')).toBe(`${given}More\n`)
  writeFileSync(join(machine.project, 'offered/pdf/SKILL.md'), `${given}Newer\n`)
  const refused = await runMetier(machine, 'update', 'pdf')
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('has local changes: SKILL.md') })
})

test('outdated ends with steps that work: for edited skills, the one that shows the changes first', async () => {
  const machine = await createBoth(metier)
  const file = join(machine.home, '.agents/skills/pdf/SKILL.md')
  const given = readFileSync(file, 'utf8')
  writeFileSync(file, `${given}Mine\n`)
  writeFileSync(join(machine.project, 'offered/pdf/SKILL.md'), `${given}Newer\n`)
  const { stdout } = await runMetier(machine, 'outdated')
  expect(stdout).not.toContain('metier update --diff')
  expect(stdout).toMatch(/\n {2}metier update pdf --diff --force\n$/)
  const shown = await runMetier(machine, 'update', 'pdf', '--diff', '--force')
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringMatching(/-Mine\n +\+Newer/) })
  expect(readFileSync(file, 'utf8')).toBe(`${given}Mine\n`)
  writeFileSync(join(machine.project, 'offered/docx/SKILL.md'), `${skillText('docx', 'Reads documents')}Newer\n`)
  await runMetier(machine, 'lock', '--pin', 'docx')
  expect((await runMetier(machine, 'outdated')).stdout).not.toContain('metier update --diff')
  await runMetier(machine, 'lock', '--unpin', 'docx')
  expect((await runMetier(machine, 'outdated')).stdout).toContain('metier update --diff\n')
})

test('the command that replaces local edits names the place of a skill that is installed in two', async () => {
  const machine = await createInstalled(metier)
  await runMetier(machine, 'install', './offered', 'pdf', '--project')
  for (const root of [machine.home, machine.project]) {
    const file = join(root, '.agents/skills/pdf/SKILL.md')
    writeFileSync(file, `${readFileSync(file, 'utf8')}Mine\n`)
  }
  const { stdout } = await runMetier(machine, 'outdated')
  const commands = stdout.match(/(?<=metier ).*--force.*/g) ?? []
  expect(commands).toEqual(['update pdf --diff --force --personal', 'update pdf --diff --force --project'])
  for (const command of commands) expect(await runMetier(machine, ...command.split(' '))).toMatchObject({ code: 0 })
})
