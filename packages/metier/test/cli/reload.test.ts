import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  installProgram,
  type Machine,
  plainAndNeedy,
  runJson,
  runMetier,
  skillText,
  useMetier,
  writeText,
} from './run-metier.js'

const metier = useMetier()

function createMachine(): Machine {
  return metier.create(plainAndNeedy())
}

describe('metier reload', () => {
  test('C-33: without an earlier run nothing has changed', async () => {
    expect(await runJson(createMachine(), 'reload')).toEqual({
      reloaded: true,
      previous: { eligible: 1, total: 2 },
      current: { eligible: 1, total: 2 },
      changes: [],
    })
  })

  test('a person is told that there was nothing to compare with, and at the next look that nothing changed', async () => {
    const machine = createMachine()
    const first = await runMetier(machine, 'reload')
    expect(first.stdout).toContain('Nothing to compare with')
    expect(first.stdout).not.toContain('Nothing changed')
    expect((await runMetier(machine, 'reload')).stdout).toContain('Nothing changed.')
  })

  test.each([[['list']], [['list', '--eligible']], [['info', 'plain']], [['check', 'needy']], [['reload']]])(
    'C-34: a program that appeared on PATH since %j is noticed',
    async (words) => {
      const machine = createMachine()
      await runMetier(machine, ...words)
      installProgram(machine, 'no-such-tool')
      expect(await runJson(machine, 'reload')).toEqual({
        reloaded: true,
        previous: { eligible: 1, total: 2 },
        current: { eligible: 2, total: 2 },
        changes: [{ skill: 'needy', was: 'ineligible', now: 'eligible' }],
      })
      expect(await runJson(machine, 'reload')).toMatchObject({ changes: [] })
    },
  )

  test('skills that came are told, and other roots are another matter', async () => {
    const machine = createMachine()
    await runMetier(machine, 'list')
    writeText(join(machine.project, '.agents/skills/fresh/SKILL.md'), skillText('fresh', 'New here'))
    await runMetier(machine, 'list', '--root', '.agents/skills')
    const { stdout } = await runMetier(machine, 'reload')
    expect(stdout).toBe('✓ fresh was absent, is eligible\n\n2 of 3 skills can be used (before: 1 of 2)\n')
  })
})
