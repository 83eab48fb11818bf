/** The question about agents without an answer. */

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OFFERED } from './offered-skill.js'
import { useMetier } from './run-metier.js'
import { runAtTerminal } from './terminal.js'

const metier = useMetier()
const INSTALL = ['install', 'pdf', '--from', 'local:offered']

test('Ctrl-C is no answer: nothing is remembered, and the next installation asks', async () => {
  const machine = metier.create(OFFERED)
  mkdirSync(join(machine.home, '.claude'))
  await runAtTerminal(machine, INSTALL, { answers: [['[y/N]', '\u0003']], columns: 200 })
  expect(existsSync(join(machine.home, '.metier/config.json'))).toBe(false)
  const again = await runAtTerminal(machine, [...INSTALL, '--force'], { answers: [['[y/N]', 'n\n']], columns: 200 })
  expect(again.lines.join('\n')).toContain('Claude Code does not read')
})
