/** Links that lead out of the project are not followed, and no command is silent about them. */

import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type Machine, runJson, runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

function createLinked(link: string, target: string): Machine {
  const machine = metier.create({ '.git/HEAD': '' })
  const outside = join(dirname(machine.project), 'outside')
  writeText(join(outside, 'skills/beta/SKILL.md'), skillText('beta', 'Is elsewhere'))
  const path = join(machine.project, link)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(join(outside, target), path)
  return machine
}

test('a skill behind such a link is counted by list, and info says why it is not found', async () => {
  const machine = createLinked('.agents/skills/beta', 'skills/beta')
  const listed = await runMetier(machine, 'list')
  expect(listed.stderr).toContain("1 skill or directory could not be loaded. Run 'metier doctor' to see why.")
  const { code, stderr } = await runMetier(machine, 'info', 'beta')
  expect(code).toBe(1)
  expect(stderr).toMatch(/beta leads to .*outside\/skills\/beta, which is outside/)
  expect(stderr).not.toContain('metier list')
})

test('a root that is such a link is not called absent', async () => {
  const machine = createLinked('.claude/skills', 'skills')
  expect((await runMetier(machine, 'list')).stderr).toContain('1 skill or directory could not be loaded.')
  const { stdout } = await runMetier(machine, 'doctor')
  expect(stdout).toContain(`✗ ${join(machine.project, '.claude/skills')} (project, a link, not searched)\n`)
  expect(stdout).not.toContain('None of these directories exists yet')
  const root = { path: join(machine.project, '.claude/skills'), status: 'refused' }
  expect(await runJson(machine, 'doctor')).toMatchObject({
    roots: expect.arrayContaining([expect.objectContaining(root)]),
  })
})
