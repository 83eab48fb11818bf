/** A link in a skill is published as the file it leads to, or not without a word. */

import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HUB_TOKEN, startFakeHub } from '../servers/hub.js'
import { type Machine, runJson, runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

function create(links: Readonly<Record<string, string>>): Machine {
  const machine = metier.create({
    'skills/pdf/SKILL.md': skillText('pdf', 'Fills in PDF forms.', 'version: 1.0.0\n'),
    'skills/pdf/forms.md': 'Forms.\n',
  })
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(machine.project, 'skills/pdf', path))
  return { ...machine, variables: { ...machine.variables, METIER_TOKEN: HUB_TOKEN } }
}

/** Either way to publish, and whether anything was published. */
const WAYS = [
  ['--out', async ({ project }: Machine) => ({ where: 'site', isPublished: () => existsSync(join(project, 'site')) })],
  [
    '--to',
    async () => {
      const hub = await startFakeHub()
      return { where: hub.url, isPublished: () => hub.published.size > 0 }
    },
  ],
] as const

describe.each(WAYS)('metier publish %s', (option, open) => {
  test.each([
    ['an absolute path', '/etc/passwd'],
    ['a directory above the skill', '../../other'],
    ['a missing directory and above the skill', 'gone/../../other'],
  ])('refuses a skill with a link to %s, as audit does', async (_, target) => {
    const machine = create({ out: target })
    const { where, isPublished } = await open(machine)
    const audited = await runJson(machine, 'audit', 'skills/pdf')
    expect(JSON.stringify(audited)).toContain('SK-ST001')
    const words = ['publish', 'skills', option, where, '--yes']
    const { code, stderr } = await runMetier(machine, ...words)
    expect({ code, isPublished: isPublished() }).toEqual({ code: 1, isPublished: false })
    const problem = `pdf: the scan blocks it: out points outside the skill, to ${target} (SK-ST001, out:1)`
    expect(stderr).toContain(problem)
    expect(await runJson(machine, ...words)).toMatchObject({ error: 'nothing was published', problems: [problem] })
  })

  test('names what it leaves out', async () => {
    const machine = create({ dangling: 'gone', 'same.md': 'forms.md' })
    writeText(join(machine.project, 'skills/pdf/.vscode/tasks.json'), '{}')
    const { where, isPublished } = await open(machine)
    const words = ['publish', 'skills', option, where]
    const planned = await runMetier(machine, ...words, '--dry-run')
    expect(planned.stdout).toContain('pdf: Left out: .vscode, dangling\n')
    const { code, stdout } = await runMetier(machine, ...words)
    expect({ code, isPublished: isPublished() }).toEqual({ code: 0, isPublished: true })
    expect(stdout).toContain('pdf: Left out: .vscode, dangling\n')
    expect(await runJson(machine, ...words)).toMatchObject({ warnings: ['pdf: Left out: .vscode, dangling'] })
  })

  test('does not ask about what it leaves out, and says nothing if that is nothing', async () => {
    const machine = create({ 'same.md': 'forms.md' })
    const { where } = await open(machine)
    const words = ['publish', 'skills', option, where]
    const { code, stdout } = await runMetier(machine, ...words)
    expect(code).toBe(0)
    expect(stdout).not.toMatch(/left out/i)
    expect(await runJson(machine, ...words)).toMatchObject({ warnings: [] })
  })
})
