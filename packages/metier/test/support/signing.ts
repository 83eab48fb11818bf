/** Keys of a test's own, and signatures made with them. */

import { Buffer } from 'node:buffer'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { CertificateFacts, PublicKeyFacts, SigningKeyKind } from '../../src/gate/signature/signature-crypto.js'
import type { SignedFile } from '../../src/gate/signature/statement.js'
import { signFiles } from '../../src/publish/sign.js'
import type { SigningKey } from '../../src/system/signatures/key-files.js'
import { nodeSignatureCrypto as crypto } from '../../src/system/signatures/node-signature-crypto.js'
import type { CertifiedKey } from './certificates.js'

export interface KeyPair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly signing: SigningKey
}

export function createKey(kind: SigningKeyKind = 'P-256'): KeyPair {
  const pair = kind === 'Ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: kind })
  return { ...pair, signing: toSigningKey(pair.privateKey, pair.publicKey) }
}

const HASHES = { 'P-256': 'sha256', 'P-384': 'sha384', 'P-521': 'sha512', Ed25519: null } as const

export function toSigningKey(privateKey: KeyObject, publicKey: KeyObject): SigningKey {
  const { kind, ...key } = factsOf(publicKey)
  if (kind === undefined) throw new Error('not a signing key')
  return { key: { ...key, kind }, sign: (content) => sign(HASHES[kind], content, privateKey), isExposed: false }
}

export function factsOf(publicKey: KeyObject): PublicKeyFacts {
  const key = crypto.readKey(publicKey.export({ type: 'spki', format: 'der' }))
  if (key === undefined) throw new Error('not a key')
  return key
}

export function certificateOf({ certificate }: CertifiedKey): CertificateFacts {
  const facts = crypto.readCertificate(certificate)
  if (facts === undefined) throw new Error('not a certificate')
  return facts
}

/** Texts by path as the files of a skill. */
export function toFiles(texts: Readonly<Record<string, string>>): readonly SignedFile[] {
  return Object.entries(texts).map(([path, text]) => ({ path, sha256: crypto.sha256(Buffer.from(text)) }))
}

/** A signature file about these files. */
export function signTexts(
  texts: Readonly<Record<string, string>>,
  key: SigningKey,
  chain: readonly CertifiedKey[] = [],
): Buffer {
  return Buffer.from(signFiles({ name: 'pdf', files: toFiles(texts), key, certificates: chain.map(certificateOf) }))
}
