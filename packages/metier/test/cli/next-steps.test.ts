/** What people type is taken as they mean it, and what they read says each thing once and what to do next. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createInstalled } from './offered-skill.js'
import { runJson, runMetier, skillText, useMetier, writeText } from './run-metier.js'
import { runAtTerminal } from './terminal.js'

const metier = useMetier()

test.each(['validate', 'test'])('%s takes the name of a skill, from any directory', async (command) => {
  const machine = await createInstalled(metier)
  const { code, stdout } = await runMetier(machine, command, 'pdf')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('pdf') })
  const unknown = await runMetier(machine, command, 'pdff')
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining(`${machine.project}/pdff: does not exist`) })
})

test('a directory comes before a skill of the same name', async () => {
  const machine = await createInstalled(metier)
  writeText(join(machine.project, 'pdf/SKILL.md'), skillText('pdf', 'Is another one'))
  expect(await runJson(machine, 'validate', 'pdf')).toMatchObject({
    skills: [{ path: join(machine.project, 'pdf/SKILL.md') }],
  })
})

test('audit of a few skills has a line for each', async () => {
  const names = ['a', 'b']
  const machine = metier.create(
    Object.fromEntries(names.map((name) => [`.agents/skills/${name}/SKILL.md`, skillText(name, 'Does it')])),
  )
  const { stdout } = await runMetier(machine, 'audit', ...names)
  const lines = names.map((name) => `✓ ${join(machine.project, '.agents/skills', name)}: no known pattern found\n`)
  expect(stdout).toBe(`${lines.join('')}2 skills: 0 blocked, 0 with warnings, 2 without findings\n`)
})

test('update names a file with local changes once', async () => {
  const machine = await createInstalled(metier)
  const file = join(machine.home, '.agents/skills/pdf/SKILL.md')
  writeFileSync(file, `${readFileSync(file, 'utf8')}Mine\n`)
  writeFileSync(join(machine.project, 'offered/pdf/SKILL.md'), `${readFileSync(file, 'utf8')}Newer\n`)
  const { stderr } = await runMetier(machine, 'update', 'pdf')
  expect(stderr.match(/SKILL\.md/g)).toHaveLength(1)
})

test('verify says how a missing skill comes back, or is forgotten, and both work', async () => {
  const machine = await createInstalled(metier)
  rmSync(join(machine.home, '.agents/skills/pdf'), { recursive: true })
  const { code, stdout } = await runMetier(machine, 'verify')
  expect(code).toBe(1)
  expect(stdout).not.toContain('rollback')
  expect(stdout).toContain("('metier remove NAME' forgets one instead):\n  metier install --frozen pdf\n")
  expect(await runMetier(machine, 'install', '--frozen', 'pdf')).toMatchObject({ code: 0 })
  rmSync(join(machine.home, '.agents/skills/pdf'), { recursive: true })
  expect(await runMetier(machine, 'remove', 'pdf')).toMatchObject({ code: 0 })
  expect(await runMetier(machine, 'verify')).toMatchObject({ code: 0 })
})

test('config says of every setting where it comes from, and lists the sets', async () => {
  const machine = metier.create()
  await runMetier(machine, 'sets', 'mine', '--add', 'pdf')
  const { stdout } = await runMetier(machine, 'config')
  expect(stdout).toMatch(/^sandbox +"auto" {2}\(default\)$/m)
  expect(stdout).toMatch(/^sets\.mine +\["pdf"\] {2}\(user\)$/m)
  expect(await runMetier(machine, 'config', 'get', 'sets.mine')).toMatchObject({ code: 0 })
})

test('outdated shows the scope of every skill at 50 columns, however long the names are', async () => {
  const name = 'a-skill-with-quite-a-long-name-for-a-column'
  const machine = metier.create({ [`offered/${name}/SKILL.md`]: skillText(name, 'Does it') })
  await runMetier(machine, 'install', './offered')
  await runMetier(machine, 'install', './offered', '--project')
  const { lines } = await runAtTerminal(machine, ['outdated'], { columns: 50 })
  for (const scope of ['(personal)', '(project)'])
    expect(lines.filter((line) => line.startsWith('a-skill') && line.includes(scope))).toHaveLength(1)
})

test.each(['TODO', '[TODO: say what it does]', 'tbd', '...', '<description>'])(
  'validate takes %s for a placeholder, and its advice is more than the placeholder',
  async (description) => {
    const machine = metier.create({ 'pdf/SKILL.md': skillText('pdf', JSON.stringify(description)) })
    const { stdout } = await runMetier(machine, 'validate', 'pdf')
    expect(stdout).toContain('description_placeholder')
    expect(stdout.replace(/\s+/g, ' ')).toContain('such as: Extracts tables from PDF files.')
  },
)
