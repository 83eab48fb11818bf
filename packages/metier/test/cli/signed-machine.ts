/** A machine with a key, and a skill next to its project that the key signs. */

import { createPublicKey, type KeyObject } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createKey } from '../support/signing.js'
import { OFFERED } from './offered-skill.js'
import { type Machine, runMetier, useMetier, writeText } from './run-metier.js'

export const metier = useMetier()
export const SIGNATURE = 'offered/pdf/skill.oms.sig'
export const INSTALL = ['install', 'pdf', '--from', 'local:offered']

export async function run(machine: Machine, ...words: readonly string[]) {
  const { code, stdout, stderr } = await runMetier(machine, ...words, '--json')
  return { code, stderr, json: JSON.parse(stdout) as Readonly<Record<string, unknown>> }
}

export function withKey(
  key: KeyObject = createKey().privateKey,
  files: Readonly<Record<string, string>> = {},
): Machine {
  const machine = metier.create({ ...OFFERED, ...files })
  writeKey(machine, key)
  return machine
}

export function writeKey(machine: Machine, privateKey: KeyObject): void {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  writeFileSync(join(machine.project, 'release.pem'), pem, { mode: 0o600 })
  const spki = Buffer.from(publicOf(privateKey), 'base64')
  const text = spki.toString('base64').replace(/.{64}/g, '$&\n')
  writeText(join(machine.project, 'release.pub'), `-----BEGIN PUBLIC KEY-----\n${text}\n-----END PUBLIC KEY-----\n`)
}

/** In DER and base64. */
export function publicOf(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
}

export async function sign(machine: Machine): Promise<void> {
  const { code, json } = await run(machine, 'sign', 'offered/pdf', '--key', 'release.pem')
  expect({ code, json }).toMatchObject({ code: 0, json: { signed: true } })
}

/** A machine with a signed skill whose signer it trusts. */
export async function signedMachine(files: Readonly<Record<string, string>> = {}): Promise<Machine> {
  const machine = withKey(createKey().privateKey, files)
  await sign(machine)
  await run(machine, 'trust', 'key:release.pub')
  return machine
}
