/** Who sees a skill that no agent could know. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { skillText } from '../support/temporary.js'
import { runJson, runMetier, useMetier } from './run-metier.js'

const metier = useMetier()

test('a skill of a package in node_modules is seen by no agent, and info and doctor say so', async () => {
  const machine = metier.create({
    'package.json': '{ "dependencies": { "kit": "1" } }',
    'node_modules/kit/package.json': '{ "name": "kit", "version": "1.0.0" }',
    'node_modules/kit/skills/pdf/SKILL.md': skillText('pdf', 'Reads PDF files'),
  })
  for (const folder of ['.claude', '.cursor']) mkdirSync(join(machine.home, folder))
  await runMetier(machine, 'config', 'set', 'skills.nodeModules', 'true')
  const { stdout } = await runMetier(machine, 'info', 'pdf')
  expect(stdout).toContain('not by Claude Code: it reads no such directory')
  expect(stdout).not.toContain('metier link')
  const unseen = { sees: 0, unseen: ['pdf'], fixes: [] }
  expect(await runJson(machine, 'doctor')).toMatchObject({
    agents: [
      { agent: 'claude-code', ...unseen },
      { agent: 'cursor', ...unseen },
    ],
  })
})
