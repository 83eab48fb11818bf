/** What the store makes of a signature: at an installation, an update, a rollback, and when it is verified again. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { signFolder } from '../../../src/publish/sign-folder.js'
import { readLock } from '../../../src/store/lock.js'
import { restoreLock } from '../../../src/store/restore.js'
import { NO_SIGNERS, type SignaturePolicy } from '../../../src/store/signatures/signature-policy.js'
import { updateSkill } from '../../../src/store/update.js'
import { verifyStore } from '../../../src/store/verify.js'
import { rollbackSkill } from '../../../src/store/versions/rollback.js'
import type { SigningKey } from '../../../src/system/signatures/key-files.js'
import { digestTree, readTree } from '../../../src/system/skill-files/tree-digest.js'
import { createAuthority, createCertified } from '../../support/certificates.js'
import { certificateOf, createKey, toSigningKey } from '../../support/signing.js'
import { type Files, skillText } from '../../support/temporary.js'
import { createStoring, type Storing } from '../storing.js'

const PDF = { 'pdf/SKILL.md': skillText('pdf'), 'pdf/scripts/run.sh': 'echo 1\n' }
const NEXT = { 'pdf/scripts/run.sh': 'echo 2\n' }
const key = createKey().signing
const { fingerprint } = key.key

interface SignedStoring extends Storing {
  readonly sign: (by?: SigningKey) => Promise<void>
  readonly signature: string
}

/** A store that trusts the key, and a skill that it signed. */
async function createSigned(files: Files = {}, policy: Partial<SignaturePolicy> = {}): Promise<SignedStoring> {
  const signatures = { ...NO_SIGNERS, trusted: { keys: [key.key], certificates: [] }, ...policy }
  const storing = createStoring({ ...PDF, ...files }, { signatures })
  const sign = async (by = key) => {
    const folder = join(storing.source, 'pdf')
    const signed = await signFolder(folder, { key: by, certificates: [], name: 'pdf', now: new Date() })
    expect(signed).toMatchObject({ ok: true })
  }
  await sign()
  return { ...storing, sign, signature: join(storing.source, 'pdf/skill.oms.sig') }
}

describe('an installation', () => {
  test('by a trusted signer records it in the lock', async () => {
    const storing = await createSigned()
    expect(await storing.install('pdf')).toMatchObject({ ok: true, value: { signature: { status: 'trusted' } } })
    const lock = await readLock(storing.context.store.lockFile)
    expect(lock.ok && lock.value.skills.get('pdf')?.signedBy).toEqual({ fingerprint })
  })

  test('by an unknown signer goes on, and records none', async () => {
    const storing = await createSigned()
    await storing.sign(createKey().signing)
    const outcome = await storing.install('pdf')
    expect(outcome).toMatchObject({ ok: true, value: { signature: { status: 'unknown' } } })
    expect(outcome.ok && outcome.value.entry).not.toHaveProperty('signedBy')
  })

  test.each<[string, (storing: SignedStoring) => void]>([
    ['file_changed', ({ offer }) => offer(NEXT)],
    ['file_added', ({ offer }) => offer({ 'pdf/more.md': 'more' })],
    ['file_added', ({ offer }) => offer({ 'pdf/scripts/.gitignore': 'x' })],
    ['file_missing', ({ source }) => rmSync(join(source, 'pdf/scripts/run.sh'))],
    ['signature_malformed', ({ signature }) => writeFileSync(signature, '{}x')],
    ['keyless_unsupported', ({ signature }) => changeSigner(signature, { certificate: { rawBytes: 'AAAA' } })],
    ['log_unsupported', ({ signature }) => changeSigner(signature, { publicKey: {}, tlogEntries: [{}] })],
  ])('with an invalid signature is refused (%s), even by force', async (code, spoil) => {
    const storing = await createSigned()
    spoil(storing)
    const refused = { ok: false, failure: { code: 'signature_invalid' }, details: { signature: { code } } }
    expect(await storing.install('pdf', { force: true })).toMatchObject(refused)
    expect(existsSync(join(storing.root, 'pdf'))).toBe(false)
  })

  test('is refused by a store that trusts no signer too, if the signature is invalid', async () => {
    const storing = await createSigned()
    storing.offer(NEXT)
    const other = storing.having({ signatures: undefined })
    expect(await storing.install('pdf', {}, other)).toMatchObject({ details: { signature: { code: 'file_changed' } } })
  })

  test('leaves out files of git that the signature does not cover, and says so', async () => {
    const storing = await createSigned({ 'pdf/.gitignore': 'dist\n', 'pdf/.github/ci.yml': 'on: push\n' })
    expect(await storing.install('pdf')).toMatchObject({
      ok: true,
      value: { signature: { status: 'trusted' }, leftOut: ['.github', '.gitignore'] },
    })
    expect(existsSync(join(storing.root, 'pdf/.gitignore'))).toBe(false)
    expect(await verifyStore(storing.context)).toMatchObject({ value: [{ status: 'ok' }] })
    expect(await updateSkill(storing.context, { name: 'pdf' })).toMatchObject({ value: { status: 'current' } })
  })

  test('does not miss signed files that are never installed', async () => {
    const storing = await createSigned({ 'pdf/.claude/settings.json': '{}\n' })
    expect(await storing.install('pdf')).toMatchObject({ value: { signature: { status: 'trusted' } } })
    expect(await verifyStore(storing.context)).toMatchObject({ value: [{ status: 'ok' }] })
  })
})

test.each([
  { fingerprint: 'sha256:abc' },
  { fingerprint, subject: 'CN=\u001b[2J' },
  { fingerprint, subject: 'x'.repeat(301) },
  'release',
])('a lock with a signer that no check gives is refused: %j', async (signedBy) => {
  const storing = await createSigned()
  await storing.install('pdf')
  const lock = JSON.parse(readFileSync(storing.context.store.lockFile, 'utf8'))
  lock.skills.pdf.signedBy = signedBy
  writeFileSync(storing.context.store.lockFile, JSON.stringify(lock))
  expect(await verifyStore(storing.context)).toMatchObject({ ok: false, failure: { code: 'system_error' } })
})

describe('a source that requires a signature', () => {
  const required = { isRequired: () => true }

  test('lets only trusted signers in', async () => {
    const storing = await createSigned({}, required)
    await storing.sign(createKey().signing)
    expect(await storing.install('pdf')).toMatchObject({ details: { signature: { code: 'key_untrusted' } } })
    rmSync(storing.signature)
    expect(await storing.install('pdf')).toMatchObject({ details: { signature: { code: 'signature_missing' } } })
    await storing.sign()
    expect(await storing.install('pdf')).toMatchObject({ ok: true })
  })

  test('demands one of the skills that were installed before', async () => {
    const storing = await createSigned()
    rmSync(storing.signature)
    await storing.install('pdf')
    expect(await verifyStore(storing.context)).toMatchObject({ value: [{ status: 'ok' }] })
    const demanding = storing.having({ signatures: { ...NO_SIGNERS, ...required } })
    expect(await verifyStore(demanding)).toMatchObject({
      value: [{ status: 'unverified', signature: { problem: { code: 'signature_missing' } } }],
    })
  })
})

describe('an update', () => {
  const lost = (pattern: string) => ({ ok: false, details: { findings: [{ pattern, severity: 'warn' }] } })

  test('of a signed skill that arrives unsigned, or by another signer, needs consent', async () => {
    const storing = await createSigned()
    await storing.install('pdf')
    storing.offer(NEXT)
    await storing.sign(createKey().signing)
    expect(await updateSkill(storing.context, { name: 'pdf' })).toMatchObject(lost('signer changed'))
    rmSync(storing.signature)
    expect(await updateSkill(storing.context, { name: 'pdf' })).toMatchObject(lost('signature lost'))
    expect(await storing.install('pdf', { force: true })).toMatchObject(lost('signature lost'))
    const asking = storing.having({ approve: () => true })
    expect(await updateSkill(asking, { name: 'pdf' })).toMatchObject({ value: { status: 'updated' } })
  })

  test('by the same signer needs none', async () => {
    const storing = await createSigned()
    await storing.install('pdf')
    storing.offer(NEXT)
    await storing.sign()
    expect(await updateSkill(storing.context, { name: 'pdf' })).toMatchObject({ value: { status: 'updated' } })
    expect(await updateSkill(storing.context, { name: 'pdf' })).toMatchObject({ value: { status: 'current' } })
  })
})

test('a rollback restores the signer with its files, and an edit without one', async () => {
  const storing = await createSigned()
  await storing.install('pdf')
  storing.offer(NEXT)
  await storing.sign()
  writeFileSync(join(storing.root, 'pdf/SKILL.md'), skillText('pdf', 'Edited'))
  await updateSkill(storing.context, { name: 'pdf', force: true })
  const edited = await rollbackSkill(storing.context, { name: 'pdf' })
  expect(edited).toMatchObject({ ok: true, value: { admitted: { signature: { status: 'invalid' } } } })
  expect(edited.ok && edited.value.admitted.entry).not.toHaveProperty('signedBy')
  const back = await rollbackSkill(storing.context, { name: 'pdf' })
  expect(back).toMatchObject({ ok: true, value: { admitted: { entry: { signedBy: { fingerprint } } } } })
})

test('a frozen installation checks the signature, and leaves the lock as it is', async () => {
  const storing = await createSigned()
  await storing.install('pdf')
  const before = readFileSync(storing.context.store.lockFile, 'utf8')
  rmSync(join(storing.root, 'pdf'), { recursive: true })
  rmSync(storing.context.store.folder, { recursive: true })
  const elsewhere = storing.having({ signatures: undefined })
  expect(await restoreLock(elsewhere)).toMatchObject({ ok: true, value: [{ status: 'restored' }] })
  expect(readFileSync(storing.context.store.lockFile, 'utf8')).toBe(before)
})

describe('verifying', () => {
  test('gives the reason if an installed skill was edited', async () => {
    const storing = await createSigned()
    await storing.install('pdf')
    expect(await verifyStore(storing.context)).toMatchObject({
      value: [{ status: 'ok', signature: { status: 'trusted', signer: { fingerprint } } }],
    })
    writeFileSync(join(storing.root, 'pdf/scripts/run.sh'), 'echo 2\n')
    const problem = { code: 'file_changed', about: 'scripts/run.sh' }
    expect(await verifyStore(storing.context)).toMatchObject({
      value: [{ status: 'changed', signature: { status: 'invalid', problem } }],
    })
  })

  test('checks the signature, not only the lock: changing both does not help', async () => {
    const storing = await createSigned()
    await storing.install('pdf')
    writeFileSync(join(storing.root, 'pdf/scripts/run.sh'), 'echo 2\n')
    const files = await readTree(join(storing.root, 'pdf'))
    const lock = JSON.parse(readFileSync(storing.context.store.lockFile, 'utf8'))
    lock.skills.pdf = { ...lock.skills.pdf, files, digest: digestTree(files) }
    writeFileSync(storing.context.store.lockFile, JSON.stringify(lock))
    expect(await verifyStore(storing.context)).toMatchObject({
      value: [{ status: 'unverified', signature: { problem: { code: 'file_changed' } } }],
    })
  })

  test('says that a signer is not trusted any more, and that a signature is gone', async () => {
    const storing = await createSigned()
    await storing.install('pdf')
    const without = storing.having({ signatures: undefined })
    expect(await verifyStore(without)).toMatchObject({ value: [{ status: 'ok', signature: { status: 'unknown' } }] })
    rmSync(join(storing.root, 'pdf/skill.oms.sig'))
    expect(await verifyStore(storing.context)).toMatchObject({
      value: [{ status: 'changed', signature: { problem: { code: 'signature_missing' } } }],
    })
  })

  test('says that a certificate has expired since', async () => {
    const root = createAuthority('Example Root')
    const leaf = createCertified({ subject: 'Release', issuer: root, until: new Date('2030-01-01T00:00:00Z') })
    const storing = await createSigned({}, { trusted: { keys: [], certificates: [certificateOf(root)] } })
    const by = toSigningKey(leaf.privateKey, leaf.publicKey)
    const certificates = [certificateOf(leaf)]
    await signFolder(join(storing.source, 'pdf'), { key: by, certificates, name: 'pdf', now: new Date() })
    const outcome = await storing.install('pdf')
    expect(outcome).toMatchObject({ value: { entry: { signedBy: { subject: 'CN=Release' } } } })
    const later = storing.having({}, { now: () => new Date('2031-01-01T00:00:00Z') })
    expect(await verifyStore(later)).toMatchObject({
      value: [{ status: 'unverified', signature: { problem: { code: 'certificate_expired', about: 'CN=Release' } } }],
    })
  })
})

function changeSigner(path: string, verificationMaterial: object): void {
  const bundle = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...bundle, verificationMaterial }))
}
