/** What is left of a skill that was removed: its versions, its pin, and hints that lead back to it. */

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createInstalled, OFFERED } from './offered-skill.js'
import { type Machine, runJson, runMetier, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

/** Installed for the person and for the project. */
async function createTwice(): Promise<Machine> {
  const machine = metier.create(OFFERED)
  mkdirSync(join(machine.project, '.git'))
  await runMetier(machine, 'install', './offered', 'pdf')
  await runMetier(machine, 'install', './offered', 'pdf', '--project')
  return machine
}

/** Runs the first command that a text suggests. */
function follow(machine: Machine, text: string, command: string) {
  const line = text.split('\n').find((one) => one.includes(`metier ${command}`)) ?? ''
  const words = line
    .slice(line.indexOf(`metier ${command}`))
    .replace(/['.)]+$/, '')
    .split(' ')
  return runMetier(machine, ...words.slice(1))
}

describe('rollback after remove', () => {
  test.each([[[]], [['--project']]])('restores the pin %j', async (where) => {
    const machine = metier.create(OFFERED)
    await runMetier(machine, 'install', './offered', 'pdf', ...where)
    await runMetier(machine, 'lock', '--pin', 'pdf')
    await runMetier(machine, 'remove', 'pdf')
    expect(await runMetier(machine, 'rollback', 'pdf')).toMatchObject({ code: 0 })
    expect(await runJson(machine, 'lock')).toMatchObject({ skills: [{ name: 'pdf', pinned: true }] })
  })

  test('restores no pin that was taken off before', async () => {
    const machine = await createInstalled(metier)
    await runMetier(machine, 'lock', '--pin', 'pdf')
    await runMetier(machine, 'remove', 'pdf')
    await runMetier(machine, 'rollback', 'pdf')
    await runMetier(machine, 'lock', '--unpin', 'pdf')
    await runMetier(machine, 'remove', 'pdf')
    await runMetier(machine, 'rollback', 'pdf')
    expect((await runMetier(machine, 'lock')).stdout).not.toContain('pinned')
  })

  test.each(['personal', 'project'])('takes the qualified name that remove took: %s:pdf', async (scope) => {
    const machine = await createTwice()
    expect(await runMetier(machine, 'remove', `${scope}:pdf`)).toMatchObject({ code: 0 })
    expect(await runMetier(machine, 'rollback', `${scope}:pdf`)).toMatchObject({ code: 0 })
    const folder = join(scope === 'personal' ? machine.home : machine.project, '.agents/skills/pdf')
    expect(existsSync(folder)).toBe(true)
  })

  test('does not call the installed version available', async () => {
    const machine = await createInstalled(metier)
    await runMetier(machine, 'remove', 'pdf')
    await runMetier(machine, 'rollback', 'pdf')
    expect(await runMetier(machine, 'rollback', 'pdf')).toMatchObject({
      code: 1,
      stderr: "error: No earlier version of 'pdf' is kept\n",
    })
  })
})

describe('a skill that one scope has and the other had', () => {
  test('is restored by the command that a second remove prints', async () => {
    const machine = await createTwice()
    await runMetier(machine, 'remove', 'pdf', '--project')
    const { code, stderr } = await runMetier(machine, 'remove', 'pdf', '--project')
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('metier rollback pdf --project') })
    expect(await follow(machine, stderr, 'rollback')).toMatchObject({ code: 0 })
    expect(existsSync(join(machine.project, '.agents/skills/pdf'))).toBe(true)
  })

  test.each([[['lock', '--pin', 'pdf']], [['update', 'pdf']]])(
    '%j says that it was removed, and how to restore it',
    async (words) => {
      const machine = await createTwice()
      await runMetier(machine, 'remove', 'pdf', '--personal')
      const { code, stderr } = await runMetier(machine, ...words, '--personal')
      expect(code).toBe(1)
      expect(stderr).toContain("'pdf' is not installed any more")
      expect(await follow(machine, stderr, 'rollback')).toMatchObject({ code: 0 })
      expect(existsSync(join(machine.home, '.agents/skills/pdf'))).toBe(true)
    },
  )

  test('is not called installed in two places', async () => {
    const machine = await createTwice()
    await runMetier(machine, 'remove', 'pdf', '--project')
    const { code, stderr } = await runMetier(machine, 'rollback', 'pdf')
    expect(code).toBe(1)
    const [own, shared] = [machine.home, machine.project].map((place) => join(place, '.agents/skills/pdf'))
    expect(stderr).toContain(`'pdf' is installed in ${own}, and was removed from ${shared}`)
    expect(stderr).toContain('metier rollback pdf --project\n')
  })

  test('in both removed: the hint names a scope', async () => {
    const machine = await createTwice()
    await runMetier(machine, 'remove', 'pdf', '--project')
    await runMetier(machine, 'remove', 'pdf')
    const { stderr } = await runMetier(machine, 'remove', 'pdf')
    expect(await follow(machine, stderr, 'rollback')).toMatchObject({ code: 0 })
  })
})

test('remove of a qualified name that nothing has says that it is not installed', async () => {
  const machine = await createInstalled(metier)
  const { code, stderr } = await runMetier(machine, 'remove', 'project:pdf')
  expect(code).toBe(1)
  expect(stderr).not.toContain('valid skill name')
  expect(stderr).toContain("'pdf' is not in ")
})

test('lock NAME shows the kept versions of a removed skill, and how to restore it', async () => {
  const machine = await createInstalled(metier)
  await runMetier(machine, 'remove', 'pdf')
  const { code, stderr } = await runMetier(machine, 'lock', 'pdf')
  expect(code).toBe(1)
  expect(stderr).toContain("'pdf' is not installed any more")
  expect(stderr).toMatch(/kept: sha256:[0-9a-f]{12}/)
  expect(stderr).toContain("run 'metier rollback pdf'.\n")
  expect(await runJson(machine, 'lock', 'pdf')).toMatchObject({
    code: 'skill_not_found',
    kept: [{ digest: expect.stringMatching(/^sha256:/) }],
  })
})

test('a single choice is not called one of several', async () => {
  const machine = metier.create(OFFERED)
  await runMetier(machine, 'install', './offered', 'pdf')
  writeText(join(machine.project, '.agents/skills/pdf/SKILL.md'), OFFERED['offered/pdf/SKILL.md'])
  const { code, stderr } = await runMetier(machine, 'remove', 'pdf')
  expect(code).toBe(1)
  expect(stderr).toContain('which no lockfile names')
  expect(stderr).toContain('To use the installed one:\n  metier remove pdf --personal\n')
})
