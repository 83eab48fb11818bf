/** What the store makes of the signature that a registry server adds to a signed skill. */

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countersignFiles } from '../../../src/publish/sign.js'
import { signFolder } from '../../../src/publish/sign-folder.js'
import { NO_SIGNERS, type SignaturePolicy } from '../../../src/store/signatures/signature-policy.js'
import { verifyStore } from '../../../src/store/verify.js'
import type { SigningKey } from '../../../src/system/signatures/key-files.js'
import { readTree } from '../../../src/system/skill-files/tree-digest.js'
import { createKey } from '../../support/signing.js'
import { skillText } from '../../support/temporary.js'
import { createStoring, type Storing } from '../storing.js'

const PDF = { 'pdf/SKILL.md': skillText('pdf'), 'pdf/scripts/run.sh': 'echo 1\n' }
const key = createKey().signing
const hub = createKey().signing

interface SignedStoring extends Storing {
  readonly sign: (by?: SigningKey) => Promise<void>
}

/** A store, and a skill that its author signed. */
async function createSigned(policy: Partial<SignaturePolicy> = trusting(key)): Promise<SignedStoring> {
  const storing = createStoring(PDF, { signatures: { ...NO_SIGNERS, ...policy } })
  const sign = async (by = key) => {
    const folder = join(storing.source, 'pdf')
    const signed = await signFolder(folder, { key: by, certificates: [], name: 'pdf', now: new Date() })
    expect(signed).toMatchObject({ ok: true })
  }
  await sign()
  return { ...storing, sign }
}

function trusting(...keys: readonly SigningKey[]): Partial<SignaturePolicy> {
  return { trusted: { keys: keys.map((each) => each.key), certificates: [] }, isRequired: () => true }
}

/** Signs a signed skill again, as a registry server does. */
async function countersign({ source }: Storing, by: SigningKey): Promise<void> {
  const folder = join(source, 'pdf')
  const files = await readTree(folder, {})
  writeFileSync(join(folder, 'skill.hub.oms.sig'), countersignFiles({ name: 'pdf', files, key: by }))
}

test.each([
  ['the hub alone', [hub], hub],
  ['the author alone', [key], key],
  ['both, of whom the author counts', [key, hub], key],
])('a countersignature lets those install who trust %s, and stays valid', async (_, keys, signer) => {
  const storing = await createSigned(trusting(...keys))
  await countersign(storing, hub)
  const signature = { status: 'trusted', signer: { fingerprint: signer.key.fingerprint } }
  expect(await storing.install('pdf')).toMatchObject({ ok: true, value: { signature } })
  expect(existsSync(join(storing.root, 'pdf/skill.oms.sig'))).toBe(true)
  expect(await verifyStore(storing.context)).toMatchObject({ value: [{ status: 'ok', signature }] })
})

test('a countersignature by a key that is not trusted changes nothing', async () => {
  const storing = await createSigned(trusting(createKey().signing))
  await countersign(storing, hub)
  const outcome = await storing.install('pdf')
  expect(outcome).toMatchObject({ ok: false, details: { signature: { code: 'key_untrusted' } } })
})

test.each<[string, string, string]>([
  ['file_changed', 'scripts/run.sh', 'echo 2\n'],
  ['file_added', 'more.md', 'more'],
  ['file_changed', 'skill.oms.sig', '{}'],
])('a countersignature does not help a skill whose files changed (%s: %s)', async (_, path, text) => {
  const storing = await createSigned(trusting(hub))
  await countersign(storing, hub)
  writeFileSync(join(storing.source, 'pdf', path), text)
  expect(await storing.install('pdf')).toMatchObject({ ok: false, failure: { code: 'signature_invalid' } })
})

test('a countersignature that does not match is refused, whatever the author signed', async () => {
  const storing = await createSigned()
  await countersign(storing, hub)
  await storing.sign(createKey().signing)
  await countersign(storing, hub)
  await storing.sign()
  // Signing again removes it, because it covers the signature before.
  expect(existsSync(join(storing.source, 'pdf/skill.hub.oms.sig'))).toBe(false)
  writeFileSync(join(storing.source, 'pdf/skill.hub.oms.sig'), '{}x')
  expect(await storing.install('pdf')).toMatchObject({ ok: false, failure: { code: 'signature_invalid' } })
})
