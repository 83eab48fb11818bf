/** Keys, certificates and signatures with node:crypto, for the verification in the gate. */

import { Buffer } from 'node:buffer'
import { createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { readExtensions } from '../../gate/signature/certificate-extensions.js'
import type {
  CertificateFacts,
  PublicKeyFacts,
  SignatureCrypto,
  SigningKeyKind,
} from '../../gate/signature/signature-crypto.js'
import { sha256Of } from '../skill-files/tree-digest.js'

export const nodeSignatureCrypto: SignatureCrypto = {
  sha256: sha256Of,
  readKey: readPublicKey,
  readCertificate,
  isIssuedBy: (certificate, issuer) =>
    holds(() => {
      const [child, parent] = [new X509Certificate(certificate.raw), new X509Certificate(issuer.raw)]
      return child.checkIssued(parent) && child.verify(parent.publicKey)
    }),
  verify: ({ kind, spki }, content, signature) =>
    kind !== undefined &&
    holds(() => {
      const key = createPublicKey({ key: Buffer.from(spki), ...SPKI })
      return verify(HASHES[kind], content, key, signature)
    }),
}

/** What OpenSSL cannot check does not hold. */
function holds(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

const SPKI = { format: 'der', type: 'spki' } as const

/** The hash that goes with each kind of key. Ed25519 has its own. */
export const HASHES: Readonly<Record<SigningKeyKind, string | null>> = {
  'P-256': 'sha256',
  'P-384': 'sha384',
  'P-521': 'sha512',
  Ed25519: null,
}

const CURVES: Readonly<Record<string, SigningKeyKind>> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
}

/** The kind of a key; undefined if it may not sign a skill. */
export function kindOfKey({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): SigningKeyKind | undefined {
  if (asymmetricKeyType === 'ed25519') return 'Ed25519'
  return asymmetricKeyType === 'ec' ? CURVES[asymmetricKeyDetails?.namedCurve ?? ''] : undefined
}

export function describeKey(key: KeyObject): PublicKeyFacts {
  const spki = key.export({ type: 'spki', format: 'der' })
  const digest = sha256Of(spki)
  const pem = key.export({ type: 'spki', format: 'pem' })
  return { kind: kindOfKey(key), spki, fingerprint: `sha256:${digest}`, hints: [sha256Of(pem), digest] }
}

const PEM_KEY = '-----BEGIN PUBLIC KEY-----'

function readPublicKey(bytes: Uint8Array): PublicKeyFacts | undefined {
  const content = Buffer.from(bytes)
  const isPem = content.includes(PEM_KEY)
  try {
    return describeKey(
      isPem ? createPublicKey({ key: content, format: 'pem' }) : createPublicKey({ key: content, ...SPKI }),
    )
  } catch {
    // Not a key: the caller says so.
    return undefined
  }
}

function readCertificate(der: Uint8Array): CertificateFacts | undefined {
  try {
    const certificate = new X509Certificate(der)
    const extensions = readExtensions(certificate.raw)
    const [validFrom, validUntil] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)]
    // A text in PEM is read as well, and then the bytes differ from those that were given.
    const isWhole = certificate.raw.equals(der) && !Number.isNaN(validFrom) && !Number.isNaN(validUntil)
    if (extensions === undefined || !isWhole) return undefined
    const { raw } = certificate
    return {
      raw,
      subject: describeSubject(certificate),
      key: describeKey(certificate.publicKey),
      hasStrongKey: isStrong(certificate.publicKey),
      validFrom,
      validUntil,
      extensions,
    }
  } catch {
    // Not a certificate: the caller says so.
    return undefined
  }
}

/** In bits, of an RSA key. */
const SHORTEST_RSA = 2048

function isStrong(key: KeyObject): boolean {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'rsa' || type === 'rsa-pss') return (details?.modulusLength ?? 0) >= SHORTEST_RSA
  return kindOfKey(key) !== undefined || type === 'ed448'
}

/** On one line and of a length that can be shown. */
function describeSubject({ subject }: X509Certificate): string {
  const line = (subject ?? '').split('\n').join(', ')
  const plain = line.replace(/[^\u0020-\u007e\u00a0-\uffff]/g, '?')
  return plain.length > LONGEST_SUBJECT ? `${plain.slice(0, LONGEST_SUBJECT)}…` : plain
}

const LONGEST_SUBJECT = 200
