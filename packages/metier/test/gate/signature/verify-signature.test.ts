import { Buffer } from 'node:buffer'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { SigningKeyKind, TrustedSigners } from '../../../src/gate/signature/signature-crypto.js'
import { SIGNATURE_PROBLEMS, type SignatureCode } from '../../../src/gate/signature/signature-problem.js'
import { type SignatureRequest, verifySignature } from '../../../src/gate/signature/verify-signature.js'
import { nodeSignatureCrypto as crypto } from '../../../src/system/signatures/node-signature-crypto.js'
import { type CertificateOptions, createAuthority, createCertified } from '../../support/certificates.js'
import { certificateOf, createKey, factsOf, signTexts, toFiles, toSigningKey } from '../../support/signing.js'

const TEXTS = { 'SKILL.md': 'Reads PDF files', 'scripts/run.sh': 'echo 1' }
const NOW = Date.parse('2026-11-18T00:00:00Z')
const key = createKey()
const trusted: TrustedSigners = { keys: [key.signing.key], certificates: [] }

function check(signature: Uint8Array, more: Partial<SignatureRequest> = {}) {
  return verifySignature({ signature, files: toFiles(TEXTS), trusted, crypto, now: NOW, ...more })
}

describe('a signature with a key', () => {
  test.each<SigningKeyKind>(['P-256', 'P-384', 'P-521', 'Ed25519'])('%s verifies, and names its key', (kind) => {
    const { signing } = createKey(kind)
    const checked = check(signTexts(TEXTS, signing), { trusted: { keys: [signing.key], certificates: [] } })
    expect(checked).toEqual({ status: 'trusted', signer: { fingerprint: signing.key.fingerprint }, unsigned: [] })
    expect(signing.key.fingerprint).toMatch(/^sha256:[0-9a-f]{64}$/)
  })

  test('of a key that is not trusted is unknown, by what the signature calls it', () => {
    const { signing } = createKey()
    expect(check(signTexts(TEXTS, signing))).toEqual({
      status: 'unknown',
      signer: { hint: signing.key.fingerprint },
      unsigned: [],
    })
  })

  test('that only claims a trusted key is wrong', () => {
    const bundle = edit(signTexts(TEXTS, createKey().signing), (value) => {
      value.verificationMaterial.publicKey.hint = key.signing.key.hints[0]
    })
    expect(codeOf(check(bundle))).toBe('signature_wrong')
  })

  test('with the key inside, as before version 1.1, is checked even if the key is not trusted', () => {
    const other = createKey()
    const embed = (pair: typeof other) =>
      edit(signTexts(TEXTS, other.signing), (value) => {
        const pem = pair.publicKey.export({ type: 'spki', format: 'pem' })
        value.verificationMaterial.publicKey = { rawBytes: Buffer.from(pem).toString('base64') }
      })
    const { fingerprint } = other.signing.key
    expect(check(embed(other))).toEqual({ status: 'unknown', signer: { fingerprint }, unsigned: [] })
    expect(check(embed(other), { trusted: { keys: [other.signing.key], certificates: [] } }).status).toBe('trusted')
    expect(codeOf(check(embed(createKey())))).toBe('signature_wrong')
  })

  test('an RSA key in it is refused', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const bundle = edit(signTexts(TEXTS, key.signing), (value) => {
      const pem = publicKey.export({ type: 'spki', format: 'pem' })
      value.verificationMaterial.publicKey = { rawBytes: Buffer.from(pem).toString('base64') }
    })
    expect(codeOf(check(bundle))).toBe('key_unsupported')
  })
})

describe('the files', () => {
  const signature = signTexts(TEXTS, key.signing)

  test.each<[SignatureCode, string, Readonly<Record<string, string>>]>([
    ['file_changed', 'SKILL.md', { ...TEXTS, 'SKILL.md': 'Reads PDF files.' }],
    ['file_added', 'scripts/more.sh', { ...TEXTS, 'scripts/more.sh': '' }],
    ['file_missing', 'scripts/run.sh', { 'SKILL.md': TEXTS['SKILL.md'] }],
    ['file_added', 'skill.md', { ...TEXTS, 'skill.md': TEXTS['SKILL.md'] }],
  ])('%s: %s', (code, about, texts) => {
    expect(check(signature, { files: toFiles(texts) })).toEqual({ status: 'invalid', problem: { code, about } })
  })

  test('that the signer ignored are not excused by it: a signature without scripts/ is refused', () => {
    const partial = signTexts({ 'SKILL.md': TEXTS['SKILL.md'] }, key.signing)
    expect(check(partial)).toEqual({ status: 'invalid', problem: { code: 'file_added', about: 'scripts/run.sh' } })
  })

  test('that need no signature are named, and those that need not be there are not missed', () => {
    const more = { ...TEXTS, '.gitignore': 'x' }
    const unsigned = check(signature, { files: toFiles(more), mayBeUnsigned: (path) => path === '.gitignore' })
    expect(unsigned).toMatchObject({ status: 'trusted', unsigned: ['.gitignore'] })
    const fewer = check(signature, { files: toFiles({ 'SKILL.md': TEXTS['SKILL.md'] }), mayBeMissing: () => true })
    expect(fewer.status).toBe('trusted')
  })
})

describe('a certificate chain', () => {
  const root = createAuthority('Example Root')
  const middle = createAuthority('Example Team', { issuer: root })
  const leaf = createCertified({ subject: 'Release', issuer: middle })
  const roots = { keys: [], certificates: [certificateOf(root)] }
  const signedBy = (signer: typeof leaf, ...above: readonly (typeof leaf)[]) =>
    signTexts(TEXTS, toSigningKey(signer.privateKey, signer.publicKey), [signer, ...above])

  test('that ends in a trusted root is trusted, by its subject', () => {
    const signer = { fingerprint: factsOf(leaf.publicKey).fingerprint, subject: 'CN=Release' }
    expect(check(signedBy(leaf, middle), { trusted: roots })).toEqual({ status: 'trusted', signer, unsigned: [] })
    expect(check(signedBy(leaf, middle, root), { trusted: roots })).toMatchObject({ status: 'trusted' })
  })

  test('that ends in another root is unknown, even if its subject is the same', () => {
    const twin = { keys: [], certificates: [certificateOf(createAuthority('Example Root'))] }
    expect(check(signedBy(leaf, middle, root), { trusted: twin })).toMatchObject({ status: 'unknown' })
    expect(check(signedBy(leaf), { trusted: roots })).toMatchObject({ status: 'unknown' })
  })

  test('whose links do not hold is refused', () => {
    const twin = createAuthority('Example Team', { issuer: root })
    expect(codeOf(check(signedBy(leaf, twin), { trusted: roots }))).toBe('certificate_chain')
    expect(codeOf(check(signedBy(leaf, root), { trusted: roots }))).toBe('certificate_chain')
  })

  test('is judged at the time of the check', () => {
    const brief = createCertified({
      subject: 'Brief',
      issuer: root,
      from: new Date('2026-01-01T00:00:00Z'),
      until: new Date('2026-06-01T00:00:00Z'),
    })
    const at = (date: string) => check(signedBy(brief), { trusted: roots, now: Date.parse(date) })
    expect(at('2026-03-01').status).toBe('trusted')
    expect(codeOf(at('2026-06-02'))).toBe('certificate_expired')
    expect(codeOf(at('2025-12-31'))).toBe('certificate_early')
  })

  test('with an authority that has expired is refused, also if it is the trusted root', () => {
    const old = createAuthority('Old', { until: new Date('2026-01-01T00:00:00Z') })
    const below = createCertified({ subject: 'Release', issuer: old })
    const signature = signedBy(below)
    expect(codeOf(check(signature, { trusted: { keys: [], certificates: [certificateOf(old)] } }))).toBe(
      'certificate_expired',
    )
  })

  test.each<[string, Partial<CertificateOptions>]>([
    ['that may issue certificates', { isAuthority: true, keyUsage: ['digitalSignature', 'keyCertSign'] }],
    ['of an authority that does not say what its key is for', { isAuthority: true, keyUsage: undefined }],
    ['that must not sign', { keyUsage: [] }],
    ['of a web server', { purposes: ['serverAuth'] }],
    ['with a critical extension that is not known', { further: [['2a0304', true, Buffer.of(5, 0)]] }],
    ['with a limit on names', { further: [['551d1e', false, Buffer.of(0x30, 0)]] }],
  ])('a signer with a certificate %s is refused', (_, options) => {
    const odd = createCertified({ subject: 'Odd', issuer: root, ...options })
    expect(codeOf(check(signedBy(odd), { trusted: roots }))).toBe('certificate_usage')
  })

  test.each<[string, Partial<CertificateOptions>]>([
    ['is none', { isAuthority: false }],
    ['must not issue', { keyUsage: ['digitalSignature'] }],
  ])('an authority that %s is refused', (_, options) => {
    const odd = createAuthority('Odd', { issuer: root, ...options })
    const below = createCertified({ subject: 'Release', issuer: odd })
    // OpenSSL itself refuses the link if the key must not issue.
    expect(codeOf(check(signedBy(below, odd), { trusted: roots }))).toMatch(/^certificate_(?:usage|chain)$/)
  })

  test('of an authority with a short RSA key is refused, and one with a long key is not', () => {
    const trustedStatus = (modulusLength: number) => {
      const authority = createAuthority('RSA', { keys: generateKeyPairSync('rsa', { modulusLength }) })
      const signature = signedBy(createCertified({ subject: 'Release', issuer: authority }))
      return codeOf(check(signature, { trusted: { keys: [], certificates: [certificateOf(authority)] } }))
    }
    expect([trustedStatus(1024), trustedStatus(2048)]).toEqual(['certificate_usage', 'trusted'])
  })

  test('that is longer than an authority allows is refused', () => {
    const short = createAuthority('Short', { pathLength: 0 })
    const trustedShort = { keys: [], certificates: [certificateOf(short)] }
    const direct = createCertified({ subject: 'Release', issuer: short })
    expect(check(signedBy(direct), { trusted: trustedShort }).status).toBe('trusted')
    const between = createAuthority('Between', { issuer: short })
    const deep = createCertified({ subject: 'Release', issuer: between })
    expect(codeOf(check(signedBy(deep, between), { trusted: trustedShort }))).toBe('certificate_usage')
  })

  test('with damaged bytes is refused, wherever they are', () => {
    for (let at = 0; at < leaf.certificate.length; at += 13) {
      const damaged = Buffer.from(leaf.certificate)
      damaged[at] = (damaged[at] ?? 0) ^ 0x41
      const bundle = edit(signedBy(leaf, middle), (value) => {
        value.verificationMaterial.x509CertificateChain.certificates[0].rawBytes = damaged.toString('base64')
      })
      expect(check(bundle, { trusted: roots }).status).toBe('invalid')
    }
  })
})

describe('what is not supported is refused, never accepted', () => {
  test.each<[SignatureCode, string, (value: Editable) => void]>([
    ['keyless_unsupported', 'a keyless signature', (value) => (value.verificationMaterial = { certificate: {} })],
    [
      'log_unsupported',
      'a transparency log',
      (value) => value.verificationMaterial.tlogEntries.push({ logIndex: '1' }),
    ],
    [
      'log_unsupported',
      'a timestamp',
      (value) => (value.verificationMaterial.timestampVerificationData = { rfc3161Timestamps: [{}] }),
    ],
    ['format_unsupported', 'another media type', (value) => (value.mediaType = 'application/json')],
    ['format_unsupported', 'another payload', (value) => (value.dsseEnvelope.payloadType = 'text/plain')],
    ['signature_malformed', 'no signer', (value) => (value.verificationMaterial = {})],
    [
      'signature_malformed',
      'two signers',
      (value) => (value.verificationMaterial.x509CertificateChain = { certificates: [] }),
    ],
    ['signature_malformed', 'two signatures', (value) => value.dsseEnvelope.signatures.push({ sig: 'AAAA' })],
    ['signature_malformed', 'no signature', (value) => (value.dsseEnvelope.signatures = [])],
    ['signature_malformed', 'a payload that is not base64', (value) => (value.dsseEnvelope.payload = '§')],
    ['signature_malformed', 'no envelope', (value) => delete value.dsseEnvelope],
  ])('%s: %s', (code, _, change) => {
    expect(codeOf(check(edit(signTexts(TEXTS, key.signing), change)))).toBe(code)
  })

  test.each<[SignatureCode, string, (statement: Editable) => void]>([
    ['format_unsupported', 'shards', ({ predicate }) => (predicate.serialization.method = 'shards')],
    ['format_unsupported', 'another hash', ({ predicate }) => (predicate.serialization.hash_type = 'blake3')],
    ['format_unsupported', 'another hash of one file', ({ predicate }) => (predicate.resources[0].algorithm = 'md5')],
    [
      'format_unsupported',
      'the predicate of version 0.2',
      (statement) => (statement.predicateType = 'https://model_signing/Digests/v0.1'),
    ],
    ['signature_malformed', 'a path that leaves the skill', ({ predicate }) => (predicate.resources[0].name = '../x')],
    ['signature_malformed', 'a file twice', ({ predicate }) => predicate.resources.push(predicate.resources[0])],
    ['signature_malformed', 'no files', ({ predicate }) => (predicate.resources = [])],
    ['signature_malformed', 'another subject', ({ subject }) => (subject[0].digest.sha256 = 'a'.repeat(64))],
  ])('%s: %s, although the signature is right', (code, _, change) => {
    const bundle = edit(signTexts(TEXTS, key.signing), ({ dsseEnvelope }) => {
      const statement = JSON.parse(Buffer.from(dsseEnvelope.payload, 'base64').toString())
      change(statement)
      const payload = Buffer.from(JSON.stringify(statement))
      const type = 'application/vnd.in-toto+json'
      const content = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload])
      dsseEnvelope.payload = payload.toString('base64')
      dsseEnvelope.signatures[0].sig = Buffer.from(key.signing.sign(content)).toString('base64')
    })
    expect(codeOf(check(bundle))).toBe(code)
  })

  test.each([
    ['nothing', ''],
    ['text', 'signed!'],
    ['a list', '[]'],
    ['deep nesting', '['.repeat(100_000)],
  ])('a file with %s is malformed', (_, text) => {
    expect(codeOf(check(Buffer.from(text)))).toBe('signature_malformed')
  })

  test('deep nesting where a timestamp would be is refused, not followed', () => {
    const deep = `${'{"a":'.repeat(5_000)}[]${'}'.repeat(5_000)}`
    const text = signTexts(TEXTS, key.signing).toString()
    const bundle = text.replace('"tlogEntries":[]', `"timestampVerificationData":${deep}`)
    expect(codeOf(check(Buffer.from(bundle)))).toBe('log_unsupported')
  })

  test('a file of more than 8 MiB is not read', () => {
    expect(codeOf(check(Buffer.alloc(8 * 1024 * 1024 + 1, 0x20)))).toBe('signature_malformed')
  })
})

test('every code is documented, and every documented code exists', () => {
  const page = readFileSync(new URL('../../../../../docs/guides/signing.md', import.meta.url), 'utf8')
  const documented = [...page.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, code]) => code)
  expect(documented.sort()).toEqual(Object.keys(SIGNATURE_PROBLEMS).sort())
})

test('every code has a sentence of its own, and a next step', () => {
  const words = Object.values(SIGNATURE_PROBLEMS)
  expect(new Set(words.map(({ sentence }) => sentence)).size).toBe(words.length)
  expect(words.every(({ advice }) => advice.length > 0)).toBe(true)
})

// biome-ignore lint/suspicious/noExplicitAny: documents that the tests make invalid
type Editable = any

function edit(signature: Buffer, change: (value: Editable) => void): Buffer {
  const value: Editable = JSON.parse(signature.toString())
  change(value)
  return Buffer.from(JSON.stringify(value))
}

function codeOf(checked: ReturnType<typeof verifySignature>): string {
  return checked.status === 'invalid' ? checked.problem.code : checked.status
}
