/** A configuration that is too large is not read, so no command writes to it. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()
const MEBIBYTE = 1024 * 1024

function createWith(padding: number) {
  const machine = metier.create({ '.agents/skills/pdf/SKILL.md': skillText('pdf', 'Fills in forms') })
  const file = join(machine.home, '.metier/config.json')
  const skills = { trustedSources: ['clawhub', 'github.com/acme/*'] }
  writeText(file, JSON.stringify({ skills, sandbox: 'auto', sets: { x: ['a'.repeat(padding)] } }))
  return { machine, file }
}

test.each([
  [['trust', 'github.com/other/*']],
  [['trust', 'github.com/acme/*', '--remove']],
  [['config', 'set', 'sandbox', 'off']],
  [['config', 'unset', 'sandbox']],
  [['disable', 'pdf']],
  [['enable', 'pdf']],
])('%j refuses to change it', async (words) => {
  const { machine, file } = createWith(MEBIBYTE)
  const before = readFileSync(file, 'utf8')
  const { code, stdout, stderr } = await runMetier(machine, ...words)
  expect(stderr).toContain(`${file} was not changed: it is too large for a configuration (limit 1 MiB)`)
  expect(stdout).toBe('')
  expect(code).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect(existsSync(`${file}.lock`)).toBe(false)
})

test('a change that would make it too large is refused', async () => {
  const { machine, file } = createWith(MEBIBYTE - 200)
  const before = readFileSync(file, 'utf8')
  const { code, stderr } = await runMetier(machine, 'config', 'set', 'skills.roots', `/${'b'.repeat(300)}`)
  expect(stderr).toContain(`${file} was not changed: it would become too large for a configuration (limit 1 MiB)`)
  expect(code).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe(before)
})
