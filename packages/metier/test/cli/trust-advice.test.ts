/** What people read about a source that is not trusted: which one, why, and commands that work. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createInstalled, OFFERED } from './offered-skill.js'
import { type Machine, runMetier, useMetier, writeText } from './run-metier.js'

const metier = useMetier()
const INSTALL = ['install', 'pdf', '--from', 'local:offered'] as const

/** Runs the command that a line of a message ends with. */
function runSuggested(machine: Machine, text: string, start: string) {
  const line = text.split('\n').find((each) => each.startsWith(start)) ?? ''
  const command = line.slice(line.indexOf('metier ') + 'metier '.length)
  return runMetier(machine, ...command.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1')))
}

test('a project that narrows the trusted sources is named with its file, and the commands help', async () => {
  const machine = metier.create({ ...OFFERED, '.metier/config.json': '{"skills":{"trustedSources":["clawhub"]}}' })
  const file = join(machine.project, '.metier/config.json')
  const { code, stderr } = await runMetier(machine, ...INSTALL)
  expect(code).toBe(1)
  expect(stderr).toContain(`This project limits skills.trustedSources to clawhub (${file})\n`)
  expect(stderr).not.toContain('metier trust')
  expect((await runSuggested(machine, stderr, 'To allow it')).code).toBe(0)
  expect((await runMetier(machine, ...INSTALL)).code).toBe(0)
})

test('trust says that the project still excludes the source', async () => {
  const machine = metier.create({ '.metier/config.json': '{"skills":{"trustedSources":["clawhub"]}}' })
  const refused = await runMetier(machine, 'install', 'x', '--from', 'github.com/o/r')
  expect(refused.stderr).toContain('To trust it, run: metier trust github.com/o/r\n')
  expect(refused.stderr).toContain('trustedSources clawhub github.com/o/r --project\n')
  const { stdout } = await runMetier(machine, 'trust', 'github.com/o/r')
  expect(stdout).toContain('github.com/o/r is now trusted')
  expect(stdout.replace(/\s+/g, ' ')).toContain('This project limits skills.trustedSources to clawhub')
  expect((await runMetier(metier.create(), 'trust', 'github.com/o/r')).stdout).not.toContain('This project')
})

test('update, outdated and install --frozen name the source and the command that trusts it', async () => {
  const machine = await createInstalled(metier)
  const source = `local:${join(machine.project, 'offered')}`
  await runMetier(machine, 'config', 'set', 'skills.trustedSources', 'clawhub')
  const all = await runMetier(machine, 'update')
  expect(all.stderr).toContain(`pdf: untrusted source: ${source}\n`)
  const one = await runMetier(machine, 'update', 'pdf')
  expect(one.stderr).toContain(`error: ${source}: untrusted source\n`)
  writeText(join(machine.home, '.agents/skills/pdf/SKILL.md'), 'changed')
  const lock = join(machine.home, '.agents/skills.lock.json')
  // No version is kept for it, so that only the source has the files.
  writeText(
    lock,
    readFileSync(lock, 'utf8').replaceAll(/sha256[-:][^"]{20}/g, (digest) => `${digest.slice(0, -4)}AAAA`),
  )
  const frozen = await runMetier(machine, 'install', '--frozen', 'pdf')
  for (const { stderr } of [all, one, frozen]) {
    expect(stderr).toContain(`To trust it, run: metier trust ${source}\n`)
    expect(stderr).not.toContain('Add to trusted sources')
  }
  const { stdout } = await runMetier(machine, 'outdated')
  expect(stdout).toContain('untrusted source\n')
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    `${source} is not a trusted source. To trust it, run: metier trust ${source}`,
  )
})
