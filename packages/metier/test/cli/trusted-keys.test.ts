/** Entries of skills.trustedKeys that are not keys: they trust nothing, and every command that needs them says so. */

import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createKey, signTexts } from '../support/signing.js'
import { OFFERED } from './offered-skill.js'
import { type Machine, runJson, runMetier, useMetier, writeText } from './run-metier.js'

const metier = useMetier()
const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'der' })
const { publicKey, signing } = createKey()
const RIGHT = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

/** A machine with a signed skill, whose configuration requires signatures and has these keys. */
function create(...trustedKeys: readonly object[]): Machine {
  const texts = Object.fromEntries(
    Object.entries(OFFERED).map(([path, text]) => [path.replace('offered/pdf/', ''), text]),
  )
  const machine = metier.create({ ...OFFERED, 'offered/pdf/skill.oms.sig': String(signTexts(texts, signing)) })
  const skills = { requireSignature: ['local:*'], trustedKeys }
  writeText(configOf(machine), JSON.stringify({ skills }, null, 2))
  return machine
}

const configOf = ({ home }: Machine) => join(home, '.metier/config.json')
const INSTALL = ['install', 'pdf', '--from', 'local:offered']

describe.each([
  ['text', Buffer.from('not a key').toString('base64'), 'is not a public key or certificate'],
  ['a PEM', '-----BEGIN PUBLIC KEY-----', 'is not a public key or certificate'],
  ['an RSA key', RSA.toString('base64'), 'is an unsupported kind of key'],
])('%s in skills.trustedKeys', (_, key, why) => {
  const words = `'skills.trustedKeys.1' (release.pub) ${why}`
  const place = () => create({ name: 'other', key: RIGHT }, { name: 'release.pub', key })

  test('is an error that doctor names with its line', async () => {
    const machine = place()
    const { code, stdout } = await runMetier(machine, 'doctor', '--json')
    const { problems } = JSON.parse(stdout)
    expect(code).toBe(1)
    expect(problems).toContainEqual(
      expect.objectContaining({
        code: 'config_invalid',
        places: [
          expect.objectContaining({ file: configOf(machine), line: 11, message: expect.stringContaining(words) }),
        ],
      }),
    )
  })

  test('is named by every command that needs the keys', async () => {
    const machine = place()
    for (const command of [['trust'], INSTALL, ['verify']]) {
      const { stderr } = await runMetier(machine, ...command)
      expect(stderr, command.join(' ')).toContain(words)
    }
  })
})

test('an unreadable key is named if the signer is not trusted', async () => {
  const machine = create({ name: 'release.pub', key: 'AAAA' })
  expect(await runJson(machine, ...INSTALL)).toMatchObject({
    installed: false,
    signature: { code: 'key_untrusted' },
    hint: expect.stringMatching(/\(release\.pub\) is not a public key or certificate in DER and base64\. Get the/),
  })
})

test('trusting the file again replaces the entry of the same name', async () => {
  const machine = create({ name: 'release.pub', key: 'AAAA' })
  const pem = String(publicKey.export({ type: 'spki', format: 'pem' }))
  writeText(join(machine.project, 'release.pub'), pem)
  expect((await runMetier(machine, 'trust', 'key:release.pub')).code).toBe(0)
  const { skills } = JSON.parse(readFileSync(configOf(machine), 'utf8'))
  expect(skills.trustedKeys).toEqual([{ name: 'release.pub', key: RIGHT }])
  expect(await runJson(machine, ...INSTALL)).toMatchObject({ installed: true, signature: { status: 'trusted' } })
})

test('config set refuses a key that cannot be read', async () => {
  const machine = create()
  const value = JSON.stringify([{ name: 'release.pub', key: 'AAAA' }])
  const { code, stderr } = await runMetier(machine, 'config', 'set', 'skills.trustedKeys', value)
  expect(code).toBe(2)
  expect(stderr).toContain("'skills.trustedKeys.0' (release.pub) is not a public key or certificate")
})
