/** Agreeing to what a skill brings, at a terminal. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createInstalled, OFFERED } from './offered-skill.js'
import { type Machine, runMetier, useMetier, writeText } from './run-metier.js'
import { hasTerminal, runInTerminal } from './terminal.js'

const metier = useMetier()
const installed = (files = OFFERED) => createInstalled(metier, files)

async function run(machine: Machine, ...words: readonly string[]) {
  const { code, stdout, stderr } = await runMetier(machine, ...words, '--json')
  return { code, stderr, json: JSON.parse(stdout) as Readonly<Record<string, unknown>> }
}

test('metier approve shows what a skill brings and what changed since', async () => {
  const machine = await installed()
  const tools = join(machine.home, '.agents/skills/pdf/tools.yaml')
  expect(await run(machine, 'approve', 'pdf', '--yes')).toMatchObject({ code: 0, json: { approved: true, tools: [] } })
  writeFileSync(tools, 'tools:\n  - { name: extract, run: [sh, scripts/run.sh] }\n')
  const { code, stdout } = await runMetier(machine, 'approve', 'pdf', '--show')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('added   tools.yaml') })
  expect(stdout).toContain('tool extract: sh scripts/run.sh')
  const today = new Date().toISOString().slice(0, 7)
  expect(stdout).toContain(`pdf is approved no longer: the approval of ${today}`)
  expect(stdout).toContain('has lapsed, because tools.yaml changed\n')
  expect(await run(machine, 'approve', 'nothing')).toMatchObject({
    code: 1,
    json: { error: 'skill not found: nothing' },
  })
})

test('metier approve approves nothing where nobody can be asked, but for what its words name', async () => {
  const machine = await installed()
  const refused = await run(machine, 'approve', 'pdf')
  expect(refused).toMatchObject({ code: 1, json: { approved: false, error: expect.stringContaining('nobody can be') } })
  const digest = String(refused.json.digest)
  expect(String(refused.json.hint)).toContain(`metier approve pdf --digest ${digest}`)
  expect(await runMetier(machine, 'approve', 'pdf')).toMatchObject({ code: 1, stdout: '' })
  expect(await run(machine, 'approve', 'pdf', '--show')).toMatchObject({ code: 0, json: { approved: false } })
  writeText(join(machine.home, '.agents/skills/pdf/scripts/run.sh'), 'echo changed\n')
  const other = await run(machine, 'approve', 'pdf', '--digest', digest)
  expect(other).toMatchObject({ code: 1, json: { approved: false, digest: expect.not.stringMatching(digest) } })
  expect(String(other.json.hint)).toContain(`metier approve pdf --digest ${other.json.digest}`)
  writeText(join(machine.home, '.agents/skills/pdf/scripts/run.sh'), 'echo 1\n')
  expect(await run(machine, 'approve', 'pdf', '--digest', digest)).toMatchObject({ code: 0, json: { approved: true } })
  expect(await run(machine, 'approve', 'pdf')).toMatchObject({ code: 0, json: { approved: true } })
})

test('metier approve --revoke says whether there was an approval', async () => {
  const machine = await installed()
  expect(await runMetier(machine, 'approve', 'pdf', '--revoke')).toMatchObject({
    code: 0,
    stdout: 'pdf was not approved\n',
  })
  await run(machine, 'approve', 'pdf', '--yes')
  expect(await runMetier(machine, 'approve', 'pdf', '--revoke')).toMatchObject({
    code: 0,
    stdout: 'pdf is approved no longer\n',
  })
})

test.skipIf(!hasTerminal)('a no to metier approve is one line, and no error', async () => {
  const { code, lines } = await runInTerminal(await installed(), ['approve', 'pdf'], { answers: [['[y/N]', 'n\n']] })
  expect(code).toBe(1)
  expect(lines).toContain('Not approved: you said no.')
  expect(lines.some((line) => line.includes('error:'))).toBe(false)
})

test('metier info says whether what a skill brings is approved, and nothing where it brings nothing', async () => {
  const machine = await installed()
  const info = async () => (await runMetier(machine, 'info', 'pdf')).stdout
  expect(await info()).not.toMatch(/approve/)
  const tools = join(machine.home, '.agents/skills/pdf/tools.yaml')
  writeFileSync(tools, 'tools:\n  - { name: extract, description: Takes it out, run: [sh, scripts/run.sh] }\n')
  expect(await info()).toMatch(/^tools {7}extract .*\n {12}not approved: metier approve pdf$/m)
  await run(machine, 'approve', 'pdf', '--yes')
  expect(await info()).toMatch(/^ {12}approved$/m)
  writeText(join(machine.home, '.agents/skills/pdf/scripts/run.sh'), 'echo changed\n')
  expect(await info()).toMatch(/^ {12}approval lapsed, files changed: metier approve pdf$/m)
})
