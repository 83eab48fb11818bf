/** What a signature looks like to those who install the skill. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createKey } from '../support/signing.js'
import { runMetier, writeText } from './run-metier.js'
import { INSTALL, run, SIGNATURE, sign, withKey } from './signed-machine.js'

test('sign, install, update and trust show one fingerprint', async () => {
  const machine = withKey()
  const { json } = await run(machine, 'sign', 'offered/pdf', '--key', 'release.pem')
  const fingerprint = String(json.fingerprint)
  expect((await runMetier(machine, ...INSTALL)).stdout).toContain(`not verified: ${fingerprint}`)
  await run(machine, 'config', 'set', 'skills.requireSignature', 'local:*')
  const refused = await runMetier(machine, ...INSTALL, '--force')
  expect(refused.stderr).toContain(`The signer is not trusted: ${fingerprint}`)
  expect((await run(machine, 'trust', 'key:release.pub')).json).toMatchObject({ key: { fingerprint } })
})

test('the key hint of another program is not shown as a fingerprint', async () => {
  const machine = withKey()
  await sign(machine)
  const path = join(machine.project, SIGNATURE)
  writeText(path, readFileSync(path, 'utf8').replace(/"keyid":"[^"]*"/, '"keyid":""'))
  expect((await runMetier(machine, ...INSTALL)).stdout).toMatch(/not verified: [0-9a-f]{64} \(a key hint, not its fin/)
})

test.each(['curl-notes', 'wget-basics'])('%s passes an audit and an installation after it was signed', async (name) => {
  const main = `---\nname: ${name}\ndescription: Notes\n---\n\n1. Read the page.\n`
  const machine = withKey(createKey().privateKey, { [`notes/${name}/SKILL.md`]: main })
  await run(machine, 'sign', `notes/${name}`, '--key', 'release.pem')
  expect((await run(machine, 'audit', 'notes')).code).toBe(0)
  expect((await run(machine, 'install', name, '--from', 'local:notes')).code).toBe(0)
})
