/** What the page says about installed skills that have a newer version: the commands work when they are copied. */

import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { runMetier, useMetier } from '../cli/run-metier.js'
import { type OpenedDashboard, openDashboardIn, skill } from './open-dashboard.js'

const metier = useMetier()

interface Opened extends OpenedDashboard {
  /** At the command line. */
  type(command: string): Promise<number | null>
}

/** A page for a machine on which a skill is installed in places, and offered in a newer version. */
async function openInstalled(...places: readonly (readonly string[])[]): Promise<Opened> {
  const machine = metier.create({ 'offered/pdf/SKILL.md': skill('pdf', 'Reads PDF files') })
  for (const words of places) {
    expect(await runMetier(machine, 'install', './offered', 'pdf', ...words)).toMatchObject({ code: 0 })
  }
  writeFileSync(join(machine.project, 'offered/pdf/SKILL.md'), skill('pdf', 'Reads PDF files better'))
  const type = async (command: string) => (await runMetier(machine, ...command.split(' ').slice(1))).code
  return { ...(await openDashboardIn(dirname(machine.home))), type }
}

async function updatesOf({ ask }: OpenedDashboard) {
  const { skills } = await ask('POST /api/updates', {})
  const { attention } = await ask('GET /api/overview', {})
  const found = attention.entries.filter(({ kind }) => kind === 'update_available')
  return { skills, found }
}

test('a skill that is installed personally and in the project is updated in the place that its row is about', async () => {
  const dashboard = await openInstalled([], ['--project'])
  const { skills, found } = await updatesOf(dashboard)
  const wanted = [
    ['personal:pdf', 'metier update pdf --personal'],
    ['pdf', 'metier update pdf --project'],
  ]
  expect(skills.map((one) => [one.skill, one.command]).sort()).toEqual(wanted.toSorted())
  expect(found.map((one) => [one.skill, one.fixes[0]?.command]).sort()).toEqual(wanted.toSorted())
  for (const [id = '', command = ''] of wanted) {
    expect(await dashboard.ask('GET /api/skill', { skill: id })).toMatchObject({ actions: { update: command } })
    expect(await dashboard.ask('POST /api/skill/update', { skill: id })).toMatchObject({ command })
    expect(await dashboard.type(command)).toBe(0)
  }
})

test('a skill with local edits is called edited, and its command shows the changes and is forced', async () => {
  const dashboard = await openInstalled([])
  const command = 'metier update pdf'
  expect((await updatesOf(dashboard)).skills).toMatchObject([{ command, isEdited: false }])
  writeFileSync(join(dashboard.home, '.agents/skills/pdf/SKILL.md'), skill('pdf', 'Mine'))
  const { skills, found } = await updatesOf(dashboard)
  const forced = `${command} --diff --force`
  expect(skills).toMatchObject([{ skill: 'pdf', status: 'outdated', isEdited: true, command: forced }])
  expect(found).toMatchObject([{ message: expect.stringContaining('local edits'), fixes: [{ command: forced }] }])
  const shown = await dashboard.ask('GET /api/skill', { skill: 'pdf' })
  expect(shown).toMatchObject({ origin: { isEdited: true }, actions: { update: forced } })
  expect(await dashboard.type(forced)).toBe(0)
})
