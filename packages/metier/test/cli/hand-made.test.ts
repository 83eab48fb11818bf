/** A hand-made skill that a rollback brought back is in the lockfile, but has no source. */

import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OFFERED } from './offered-skill.js'
import { type Machine, runJson, runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()
const folderIn = ({ home }: Machine) => join(home, '.agents/skills/pdf')

/** A machine whose own skill was overwritten, and came back. */
async function createRolledBack(): Promise<Machine> {
  const machine = metier.create(OFFERED)
  writeText(join(folderIn(machine), 'SKILL.md'), skillText('pdf', 'Written by hand'))
  await runMetier(machine, 'install', 'pdf', '--from', './offered', '--force')
  expect(await runMetier(machine, 'rollback', 'pdf')).toMatchObject({ code: 0 })
  return machine
}

describe('after a rollback to a hand-made skill', () => {
  test('outdated says that it has no source, and exits with 0', async () => {
    const machine = await createRolledBack()
    const { code, stdout } = await runMetier(machine, 'outdated')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^pdf +no source +hand-made, nothing to update\n$/),
    })
    expect(await runJson(machine, 'outdated')).toMatchObject({
      outdated: 0,
      skills: [{ name: 'pdf', source: 'unmanaged', status: 'sourceless' }],
    })
  })

  test.each([[['update']], [['update', 'pdf']], [['update', 'pdf', '--force']]])(
    '%j has nothing to do',
    async (words) => {
      const machine = await createRolledBack()
      expect(await runMetier(machine, ...words)).toMatchObject({
        code: 0,
        stdout: 'pdf: hand-made, so there is no source to update it from\n',
      })
      expect(await runJson(machine, 'update', 'pdf')).toMatchObject({ updated: false, reason: 'no source' })
      expect(readFileSync(join(folderIn(machine), 'SKILL.md'), 'utf8')).toContain('Written by hand')
    },
  )

  test('lock, info and verify call it hand-made', async () => {
    const machine = await createRolledBack()
    expect((await runMetier(machine, 'lock')).stdout).toMatch(/^pdf, hand-made\n/)
    const { stdout } = await runMetier(machine, 'info', 'pdf')
    expect(stdout).toMatch(/^from +hand-made, no source$/m)
    expect(stdout).not.toContain('unmanaged')
    expect(await runMetier(machine, 'verify')).toMatchObject({ code: 0 })
  })

  test('the restore that verify suggests for an edit of it works, and the edit can come back', async () => {
    const machine = await createRolledBack()
    const file = join(folderIn(machine), 'SKILL.md')
    writeFileSync(file, skillText('pdf', 'Written by hand', 'Later'))
    const { code, stdout } = await runMetier(machine, 'verify')
    expect(code).toBe(1)
    expect(stdout).toContain('metier install --frozen pdf\n')
    expect(await runMetier(machine, 'install', '--frozen', 'pdf')).toMatchObject({ code: 0 })
    expect(readFileSync(file, 'utf8')).not.toContain('Later')
    expect(await runMetier(machine, 'rollback', 'pdf')).toMatchObject({ code: 0 })
    expect(readFileSync(file, 'utf8')).toContain('Later')
    // What no source gave is no edit of it.
    expect(await runMetier(machine, 'verify')).toMatchObject({ code: 0 })
  })

  test('install --frozen says what it cannot bring back', async () => {
    const machine = await createRolledBack()
    rmSync(folderIn(machine), { recursive: true })
    rmSync(join(machine.home, '.agents/skills/.metier-store'), { recursive: true })
    const { code, stderr } = await runMetier(machine, 'install', '--frozen')
    expect(code).toBe(1)
    expect(stderr).toContain("'pdf' was made by hand, so no source has its files")
    expect(stderr).toContain('metier remove pdf')
    expect(await runMetier(machine, 'remove', 'pdf')).toMatchObject({ code: 0 })
  })
})

test('rollback names a link that leads out of the skill', async () => {
  const machine = await createRolledBack()
  symlinkSync('../../../elsewhere', join(folderIn(machine), 'data'))
  await runMetier(machine, 'remove', 'pdf')
  const { code, stdout } = await runMetier(machine, 'rollback', 'pdf')
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining('warning: data: this link leads out of the skill, to ../../../elsewhere\n'),
  })
  await runMetier(machine, 'remove', 'pdf')
  expect(await runJson(machine, 'rollback', 'pdf')).toMatchObject({ warnings: [expect.stringContaining('data: ')] })
})

describe('--personal', () => {
  test.each(['outdated', 'verify'])('%s is about your own skills only', async (command) => {
    const machine = metier.create(OFFERED)
    await runMetier(machine, 'install', 'pdf', '--from', './offered', '--project')
    expect(await runJson(machine, command)).toMatchObject({ skills: [{ name: 'pdf' }] })
    expect(await runJson(machine, command, '--personal')).toMatchObject({ skills: [] })
  })
})
