/** Turns the settings about signatures into what the store checks with. */

import { Buffer } from 'node:buffer'
import type { CertificateFacts, PublicKeyFacts } from '../../../gate/signature/signature-crypto.js'
import { checkTrustPattern, isRestrictedSource } from '../../../gate/trust.js'
import { toPlainText } from '../../../skill/text/plain-text.js'
import type { SignaturePolicy } from '../../../store/signatures/signature-policy.js'
import { nodeSignatureCrypto } from '../../../system/signatures/node-signature-crypto.js'
import { EVERY_SOURCE, type SignatureSettings, type TrustedKeySetting } from '../../settings/signature-settings.js'

/** A trusted signer of the settings. */
export type KnownSigner =
  | { readonly kind: 'key'; readonly name: string; readonly key: PublicKeyFacts }
  | { readonly kind: 'certificate'; readonly name: string; readonly certificate: CertificateFacts }

export function openSignaturePolicy({ trustedKeys, requireSignature }: SignatureSettings): SignaturePolicy {
  const signers = trustedKeys.flatMap((setting) => readSigner(setting) ?? [])
  const unreadable = trustedKeys.filter((setting) => readSigner(setting) === undefined)
  // A pattern with an error must not lift the requirement.
  const isEverySource = requireSignature.some((pattern) => pattern === EVERY_SOURCE || !checkTrustPattern(pattern).ok)
  return {
    trusted: {
      keys: signers.flatMap((signer) => (signer.kind === 'key' ? [signer.key] : [])),
      certificates: signers.flatMap((signer) => (signer.kind === 'certificate' ? [signer.certificate] : [])),
    },
    unreadable: unreadable.map((setting) => `An entry of skills.trustedKeys ${describeUnreadable(setting)}`),
    isRequired: (identity) => isEverySource || isRestrictedSource(identity, requireSignature),
  }
}

/** Reads one entry of the settings; undefined if it is not a key. */
export function readSigner({ name = '', key: text }: TrustedKeySetting): KnownSigner | undefined {
  const der = Buffer.from(text, 'base64')
  const key = nodeSignatureCrypto.readKey(der)
  if (key !== undefined) return key.kind === undefined ? undefined : { kind: 'key', name, key }
  const certificate = nodeSignatureCrypto.readCertificate(der)
  return certificate && { kind: 'certificate', name, certificate }
}

/** Names an entry that is not a key, and says why. */
export function describeUnreadable({ name = '', key }: TrustedKeySetting): string {
  const label = name === '' ? `starting with ${key.slice(0, LABEL)}` : name
  const isKey = nodeSignatureCrypto.readKey(Buffer.from(key, 'base64')) !== undefined
  const why = isKey ? 'is an unsupported kind of key' : 'is not a public key or certificate in DER and base64'
  return `(${toPlainText(label)}) ${why}`
}

const LABEL = 12

/** The SHA-256 of a signer's public key. */
export function fingerprintOf(signer: KnownSigner): string {
  return signer.kind === 'key' ? signer.key.fingerprint : signer.certificate.key.fingerprint
}
