/** Signatures of a registry server, with a key that it has as text. */

import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { SignedFile } from '../../gate/signature/statement.js'
import { parseSigningKey } from '../../system/signatures/key-files.js'
import { countersignFiles, signFiles } from '../sign.js'

/** A pair of keys in PEM. */
export interface SigningKeyPair {
  readonly privateKey: string
  readonly publicKey: string
  /** `SHA256:…`, by which users know the key. */
  readonly fingerprint: string
}

/**
 * Creates a key that signs skills.
 *
 * @example
 * import { createSigningKeyPair } from 'metier/gate'
 *
 * console.log(createSigningKeyPair().fingerprint)
 */
export function createSigningKeyPair(): SigningKeyPair {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pair = readSigningKeyPair(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  if (pair === undefined) throw new Error('This version of Node cannot sign with Ed25519')
  return pair
}

/**
 * Completes a private key in PEM, without a passphrase. Undefined if it cannot sign skills.
 *
 * @example
 * import { createSigningKeyPair, readSigningKeyPair } from 'metier/gate'
 *
 * console.log(readSigningKeyPair(createSigningKeyPair().privateKey)?.publicKey)
 */
export function readSigningKeyPair(privateKey: string): SigningKeyPair | undefined {
  const signing = parseSigningKey(privateKey)
  if (signing === undefined) return undefined
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
  return { privateKey, publicKey, fingerprint: signing.key.fingerprint }
}

/**
 * The text of the signature file of a skill, to be published as `SIGNATURE_FILE` next to its files.
 *
 * @example
 * import { createSigningKeyPair, signSkill } from 'metier/gate'
 *
 * const { privateKey } = createSigningKeyPair()
 * console.log(signSkill('pdf', [{ path: 'SKILL.md', sha256: '0'.repeat(64) }], privateKey))
 */
export function signSkill(name: string, files: readonly SignedFile[], privateKey: string): string {
  return signFiles({ name, files, key: readKey(privateKey) })
}

/**
 * The text of a signature over a skill that its author signed, to be published as `COUNTERSIGNATURE_FILE` next to its files. A
 * client that trusts only this key can install the skill, and the author's signature stays.
 *
 * @example
 * import { countersignSkill, createSigningKeyPair, SIGNATURE_FILE } from 'metier/gate'
 *
 * const { privateKey } = createSigningKeyPair()
 * const files = ['SKILL.md', SIGNATURE_FILE].map((path) => ({ path, sha256: '0'.repeat(64) }))
 * console.log(countersignSkill('pdf', files, privateKey))
 */
export function countersignSkill(name: string, files: readonly SignedFile[], privateKey: string): string {
  return countersignFiles({ name, files, key: readKey(privateKey) })
}

function readKey(privateKey: string) {
  const key = parseSigningKey(privateKey)
  if (key === undefined) throw new Error('The private key cannot sign skills')
  return key
}
