/** The vectors of OpenSSF Model Signing, if they are next to the repository: they verify, and no mutation of them does. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { TrustedSigners } from '../../../src/gate/signature/signature-crypto.js'
import type { SignedFile } from '../../../src/gate/signature/statement.js'
import { type SignatureRequest, verifySignature } from '../../../src/gate/signature/verify-signature.js'
import { nodeSignatureCrypto as crypto } from '../../../src/system/signatures/node-signature-crypto.js'
import { createAuthority } from '../../support/certificates.js'

const shared = process.env.METIER_SHARED ?? fileURLToPath(new URL('../../../../../../shared', import.meta.url))
const vectors = join(shared, 'vectors/oms')
const NOW = Date.parse('2026-11-18T00:00:00Z')
const FINGERPRINT = 'sha256:c1e49d63327f85c7e2971aefd30b5a0d1c6b9b5e1a892e7f5fba995adace816d'
/** The last two ignore this file, which holds nothing. */
const IGNORED = 'ignore-me'

describe.skipIf(!existsSync(vectors))('the vectors of OpenSSF Model Signing', () => {
  const names = ['v1.0.0-elliptic-key', 'v1.1.0-elliptic-key', 'v1.1.0-certificate'] as const

  test.each(names)('%s verifies with its key or its root', (name) => {
    expect(verifySignature(requestFor(name))).toMatchObject({ status: 'trusted', signer: { fingerprint: FINGERPRINT } })
  })

  test.each(names)('%s: a changed byte of any file is reported with its path', (name) => {
    const { files, ...rest } = requestFor(name)
    for (const changed of files.filter(({ path }) => path !== IGNORED)) {
      const others = files.map((file) => (file === changed ? { ...file, sha256: crypto.sha256(Buffer.of(1)) } : file))
      expect(verifySignature({ ...rest, files: others })).toEqual(invalid('file_changed', changed.path))
    }
  })

  test.each(names)('%s: a file more is reported, also one that the signer ignored', (name) => {
    const { files, ...rest } = requestFor(name)
    const more = { path: 'scripts/run.sh', sha256: crypto.sha256(Buffer.of()) }
    expect(verifySignature({ ...rest, files: [...files, more] })).toEqual(invalid('file_added', more.path))
    const ignored = files.some(({ path }) => path === IGNORED)
    const strict = verifySignature({ ...rest, files, mayBeUnsigned: () => false })
    expect(strict).toEqual(ignored ? invalid('file_added', IGNORED) : expect.objectContaining({ status: 'trusted' }))
  })

  test.each(names)('%s: a file less is reported', (name) => {
    const { files, ...rest } = requestFor(name)
    const [first, ...others] = files.filter(({ path }) => path !== IGNORED)
    expect(verifySignature({ ...rest, files: others })).toEqual(invalid('file_missing', first?.path))
  })

  test.each(names)('%s: the signature of another bundle is wrong', (name) => {
    const other = names.find((one) => one !== name) ?? name
    const signature = change(name, (bundle) => {
      bundle.dsseEnvelope.signatures = read(other).dsseEnvelope.signatures
    })
    expect(verifySignature({ ...requestFor(name), signature })).toEqual(invalid('signature_wrong'))
  })

  test.each(names)('%s: bytes changed anywhere in the statement make the signature wrong', (name) => {
    const payload = Buffer.from(read(name).dsseEnvelope.payload, 'base64')
    for (let at = 0; at < payload.length; at += 61) {
      const changed = Buffer.from(payload)
      changed[at] = (changed[at] ?? 0) ^ 1
      const signature = change(name, (bundle) => {
        bundle.dsseEnvelope.payload = changed.toString('base64')
      })
      expect(verifySignature({ ...requestFor(name), signature })).toEqual(invalid('signature_wrong'))
    }
  })

  test.each(names)('%s: another key or root is not the signer', (name) => {
    const other = createAuthority('other')
    const key = crypto.readKey(other.publicKey.export({ type: 'spki', format: 'der' }))
    const root = crypto.readCertificate(other.certificate)
    if (key === undefined || root === undefined) throw new Error('no key')
    const trusted = { keys: [key], certificates: [root] }
    expect(verifySignature({ ...requestFor(name), trusted })).toMatchObject({ status: 'unknown' })
  })

  test('a chain that has expired, is not valid yet, or has a foreign link fails with its own reason', () => {
    const request = requestFor('v1.1.0-certificate')
    const [expired, early] = [Date.parse('2036-01-01'), Date.parse('2024-01-01')]
    expect(verifySignature({ ...request, now: expired })).toMatchObject({ problem: { code: 'certificate_expired' } })
    expect(verifySignature({ ...request, now: early })).toMatchObject({ problem: { code: 'certificate_early' } })
    const foreign = change('v1.1.0-certificate', ({ verificationMaterial: { x509CertificateChain: chain } }) => {
      chain.certificates = [chain.certificates[0], { rawBytes: createAuthority('x').certificate.toString('base64') }]
    })
    expect(verifySignature({ ...request, signature: foreign })).toMatchObject({
      problem: { code: 'certificate_chain' },
    })
    const alone = change('v1.1.0-certificate', ({ verificationMaterial: { x509CertificateChain: chain } }) => {
      chain.certificates = [chain.certificates[0]]
    })
    expect(verifySignature({ ...request, signature: alone })).toMatchObject({ status: 'unknown' })
  })
})

// biome-ignore lint/suspicious/noExplicitAny: a foreign document that the tests change
type Bundle = any

function requestFor(name: string): SignatureRequest {
  const folder = join(vectors, name)
  const files = readdirSync(folder)
    .filter((file) => file !== 'model.sig')
    .map((path): SignedFile => ({ path, sha256: crypto.sha256(readFileSync(join(folder, path))) }))
  return {
    signature: readFileSync(join(folder, 'model.sig')),
    // The first is the signature of one file, which it calls by a dot.
    files: files.length === 1 ? files.map((file) => ({ ...file, path: '.' })) : files,
    mayBeUnsigned: (path) => path === IGNORED,
    trusted: trustedSigners(name.includes('certificate')),
    crypto,
    now: NOW,
  }
}

function trustedSigners(isChain: boolean): TrustedSigners {
  const key = crypto.readKey(readFileSync(join(vectors, 'keys/signing-key-pub.pem')))
  const pem = readFileSync(join(vectors, 'keys/ca-cert.pem'), 'utf8').replace(/-----[^-]+-----|\s/g, '')
  const root = crypto.readCertificate(Buffer.from(pem, 'base64'))
  if (key === undefined || root === undefined) throw new Error('no key')
  return isChain ? { keys: [], certificates: [root] } : { keys: [key], certificates: [] }
}

function read(name: string): Bundle {
  return JSON.parse(readFileSync(join(vectors, name, 'model.sig'), 'utf8'))
}

function change(name: string, edit: (bundle: Bundle) => void): Buffer {
  const bundle = read(name)
  edit(bundle)
  return Buffer.from(JSON.stringify(bundle))
}

function invalid(code: string, about?: string) {
  return { status: 'invalid', problem: { code, ...(about !== undefined && { about }) } }
}
