/** Reads the PEM files of signers: private keys to sign with, public keys and certificates to trust. */

import { Buffer } from 'node:buffer'
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { statSync } from 'node:fs'
import type { CertificateFacts, PublicKeyFacts, SigningKeyKind } from '../../gate/signature/signature-crypto.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { readSmallFile } from '../files/small-file.js'
import { describeKey, HASHES, kindOfKey, nodeSignatureCrypto } from './node-signature-crypto.js'

const MOST_BYTES = 256 * 1024
const CREATE_KEY = "Create one with 'openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out FILE'"
const KINDS = 'Use a P-256, P-384, P-521 or Ed25519 key'

/** A private key that can sign. */
export interface SigningKey {
  readonly key: PublicKeyFacts & { readonly kind: SigningKeyKind }
  /** An ECDSA signature is in DER. */
  readonly sign: (content: Uint8Array) => Uint8Array
  /** Whether other users of the machine may read the file. */
  readonly isExposed: boolean
}

/** Reads a private key in PEM (PKCS#8 or SEC1). The passphrase comes from an environment variable, never from an argument. */
export async function readSigningKey(path: string, passphraseVariable?: string): Promise<Result<SigningKey>> {
  const text = await readPem(path)
  if (!text.ok) return text
  const isEncrypted = text.value.includes('ENCRYPTED')
  const passphrase = passphraseVariable === undefined ? undefined : process.env[passphraseVariable]
  if (passphraseVariable !== undefined && passphrase === undefined) {
    return fail('key_invalid', `The environment variable ${passphraseVariable} is not set`)
  }
  if (isEncrypted && passphrase === undefined) {
    return fail('key_invalid', `${path} is encrypted`, ['Name the variable with its passphrase: --passphrase-env NAME'])
  }
  const key = parsePrivateKey(text.value, passphrase)
  if (key === undefined) {
    const why = isEncrypted ? 'cannot be decrypted with this passphrase' : 'is not a private key in PEM'
    return fail('key_invalid', `${path} ${why}`, isEncrypted ? [] : [CREATE_KEY])
  }
  const signing = toSigningKey(key)
  if (signing === undefined) return fail('key_invalid', `${path} has an unsupported kind of key`, [KINDS])
  return succeed({ ...signing, isExposed: isReadableByOthers(path) })
}

/** A private key in PEM, without a passphrase; undefined if it cannot sign. */
export function parseSigningKey(pem: string): Omit<SigningKey, 'isExposed'> | undefined {
  const key = parsePrivateKey(pem, undefined)
  return key && toSigningKey(key)
}

function toSigningKey(key: KeyObject): Omit<SigningKey, 'isExposed'> | undefined {
  const kind = kindOfKey(key)
  if (kind === undefined) return undefined
  return { key: { ...describeKey(createPublicKey(key)), kind }, sign: (content) => sign(HASHES[kind], content, key) }
}

/** A public key or certificates, to trust. */
export type TrustFile =
  | { readonly kind: 'key'; readonly key: PublicKeyFacts }
  | { readonly kind: 'certificate'; readonly certificate: CertificateFacts }

/** Reads a public key or one certificate in PEM. */
export async function readTrustFile(path: string): Promise<Result<TrustFile>> {
  const text = await readPem(path)
  return text.ok ? parseTrustText(text.value, path) : text
}

/** The same from a text; `path` says where it is from. */
export function parseTrustText(text: string, path: string): Result<TrustFile> {
  if (text.includes('PRIVATE KEY-----')) {
    return fail('key_invalid', `${path} is a private key; trust the public one`, [
      `Extract it with 'openssl pkey -in FILE -pubout -out FILE.pub'`,
    ])
  }
  const certificates = parseCertificates(text)
  const [certificate, ...others] = certificates ?? []
  if (certificate !== undefined && others.length === 0) return succeed({ kind: 'certificate', certificate })
  if (certificates === undefined || others.length > 0) {
    return fail('key_invalid', `${path} does not have exactly one valid certificate`, [
      'Trust the root certificate alone',
    ])
  }
  const key = nodeSignatureCrypto.readKey(Buffer.from(text))
  if (key === undefined) return fail('key_invalid', `${path} is not a public key or certificate in PEM`)
  if (key.kind === undefined) return fail('key_invalid', `${path} has an unsupported kind of key`, [KINDS])
  return succeed({ kind: 'key', key })
}

/** Reads the certificates of a PEM file, in their order. */
export async function readCertificateFile(path: string): Promise<Result<readonly CertificateFacts[]>> {
  const text = await readPem(path)
  if (!text.ok) return text
  const certificates = parseCertificates(text.value)
  if (certificates !== undefined && certificates.length > 0) return succeed(certificates)
  return fail('key_invalid', `${path} is not a certificate in PEM`)
}

async function readPem(path: string): Promise<Result<string>> {
  const reading = await readSmallFile(path, MOST_BYTES)
  if ('bytes' in reading) return succeed(reading.bytes.toString('latin1'))
  if (reading.refusal === 'missing') return fail('key_invalid', `${path} does not exist`)
  const why = reading.refusal === 'too_large' ? 'is too large for a key' : `cannot be read (${reading.code})`
  return fail('key_invalid', `${path} ${why}`)
}

function parsePrivateKey(text: string, passphrase: string | undefined): KeyObject | undefined {
  try {
    return createPrivateKey({ key: text, format: 'pem', ...(passphrase !== undefined && { passphrase }) })
  } catch {
    // Node's messages name OpenSSL's internals; the caller says what it means.
    return undefined
  }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/g

/** Undefined if one of them is invalid. */
function parseCertificates(text: string): readonly CertificateFacts[] | undefined {
  const ders = [...text.matchAll(CERTIFICATE)].map(([, body = '']) => Buffer.from(body, 'base64'))
  const certificates = ders.flatMap((der) => nodeSignatureCrypto.readCertificate(der) ?? [])
  return certificates.length === ders.length ? certificates : undefined
}

/** Systems without user ids do not use these bits. */
function isReadableByOthers(path: string): boolean {
  return process.getuid !== undefined && (statSync(path).mode & 0o077) !== 0
}
