/** What people at a terminal type and paste: names with a slash, a list of tools, links without an agent. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

const TOOLS = `tools:
  - name: count
    description: Counts
    run: [node, scripts/count.mjs]
    category: read
`

function createMachine() {
  return metier.create({
    '.agents/skills/notes/SKILL.md': skillText('notes', 'Keeps notes'),
    '.agents/skills/notes/tools.yaml': TOOLS,
    '.agents/skills/notes/scripts/count.mjs': 'console.log(1)\n',
    'notes/readme.txt': 'a directory of the same name',
  })
}

test('a name that the shell completed with a slash is still the name', async () => {
  const machine = createMachine()
  expect(await runMetier(machine, 'check', 'notes/')).toMatchObject({ code: 0 })
  expect((await runMetier(machine, 'info', 'notes/')).stdout).toContain('Keeps notes')
})

test('tools --skill lists the tools for a person, and says how to see their schemas', async () => {
  const machine = createMachine()
  const { stdout } = await runMetier(machine, 'tools', '--skill', 'notes')
  expect(stdout).toMatch(/^count +read +Counts\n\nWith their schemas: metier tools --skill notes --json\n$/)
  const { stdout: json } = await runMetier(machine, 'tools', '--skill', 'notes', '--json')
  expect(JSON.parse(json)).toMatchObject([{ name: 'count', input_schema: {} }])
})

test('link without --agent links for the remembered agents', async () => {
  const machine = createMachine()
  mkdirSync(join(machine.home, '.claude'))
  writeText(join(machine.home, '.metier/config.json'), '{ "skills": { "agents": ["claude-code"] } }')
  const { code, stdout } = await runMetier(machine, 'link', 'notes')
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('.claude/skills') })
})

test('completion offers the tools of the skill', async () => {
  const { stdout } = await runMetier(createMachine(), '__complete', 'skillTools', '', 'notes')
  expect(stdout.split('\n')).toContain('count')
})
