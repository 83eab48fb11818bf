/** The agents of the first `install --agent` are those of the installs after it. */

import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OFFERED } from './offered-skill.js'
import { type Machine, runJson, runMetier, useMetier } from './run-metier.js'

const metier = useMetier()
const INSTALL = ['install', 'pdf', '--from', 'local:offered']

function createMachine(): Machine {
  const machine = metier.create(OFFERED)
  for (const folder of ['.claude', '.cursor', '.codeium/windsurf']) {
    mkdirSync(join(machine.home, folder), { recursive: true })
  }
  return machine
}

const fileOf = ({ home }: Machine) => join(home, '.metier/config.json')
const rememberedBy = (machine: Machine) => JSON.parse(readFileSync(fileOf(machine), 'utf8')).skills.agents
const isLinked = ({ home }: Machine) =>
  lstatSync(join(home, '.claude/skills/pdf'), { throwIfNoEntry: false }) !== undefined

test.each([[[]], [['--project']]])('the first --agent is remembered, and one line says so: %j', async (where) => {
  const machine = createMachine()
  const { code, stderr } = await runMetier(machine, ...INSTALL, ...where, '--agent', 'claude-code,cursor')
  expect(code).toBe(0)
  expect(stderr.split('\n').filter((line) => line.includes('metier config set skills.agents'))).toHaveLength(1)
  expect(rememberedBy(machine)).toEqual(['claude-code', 'cursor'])
  expect(existsSync(join(machine.project, '.metier'))).toBe(false)
  await runMetier(machine, ...INSTALL, '--force')
  expect(isLinked(machine)).toBe(true)
})

test('JSON names what is remembered, once; a later --agent is about its own call', async () => {
  const machine = createMachine()
  expect(await runJson(machine, ...INSTALL, '--agent', 'all')).toMatchObject({ installed: true, remembered: ['all'] })
  const later = await runJson(machine, ...INSTALL, '--force', '--agent', 'windsurf')
  expect(later).toMatchObject({ installed: true })
  expect(later).not.toHaveProperty('remembered')
  expect(rememberedBy(machine)).toEqual(['all'])
})

test.each([
  ['none is about one call', ['--agent', 'none'], 0],
  ['a refused install decides nothing', ['--agent', 'claude-code', '--plugin', 'missing'], 1],
])('%s', async (_, words, code) => {
  const machine = createMachine()
  const ending = await runMetier(machine, ...INSTALL, ...words)
  expect(ending.code).toBe(code)
  expect(ending.stderr).not.toContain('skills.agents')
  expect(existsSync(fileOf(machine))).toBe(false)
})
