/** Signs the files of a skill: an OpenSSF Model Signing bundle with a digest of each file. */

import { Buffer } from 'node:buffer'
import {
  BUNDLE_MEDIA_TYPE,
  COUNTERSIGNATURE_FILE,
  encodeForSigning,
  PAYLOAD_TYPE,
  SIGNATURE_FILE,
} from '../gate/signature/read-bundle.js'
import type { CertificateFacts } from '../gate/signature/signature-crypto.js'
import { composeStatement, type SignedFile } from '../gate/signature/statement.js'
import { GIT_PATHS, isGitFile } from '../gate/signature/unsigned-files.js'
import type { SigningKey } from '../system/signatures/key-files.js'
import { sha256Of } from '../system/skill-files/tree-digest.js'

export interface SigningRequest {
  /** The name of the skill. Says nothing about whether the signature is valid. */
  readonly name: string
  /** Every file of the skill. The signature file and the files of git are left out. */
  readonly files: readonly SignedFile[]
  readonly key: Omit<SigningKey, 'isExposed'>
  /** The signer's certificate first, then its authorities. Without any, the signature names the key. */
  readonly certificates?: readonly CertificateFacts[]
}

/** The text of the signature file. Only the signature itself differs between two calls, and not with Ed25519. */
export function signFiles(request: SigningRequest): string {
  return sign(request, [SIGNATURE_FILE, COUNTERSIGNATURE_FILE])
}

/** The text of the countersignature, which covers the author's signature too. */
export function countersignFiles(request: SigningRequest): string {
  return sign(request, [COUNTERSIGNATURE_FILE])
}

function sign({ name, files, key, certificates = [] }: SigningRequest, own: readonly string[]): string {
  const covered = files.filter(({ path }) => !own.includes(path) && !isGitFile(path))
  const payload = Buffer.from(composeStatement(name, covered, [...own, ...GIT_PATHS], sha256Of))
  const signature = key.sign(encodeForSigning(payload))
  return `${JSON.stringify({
    mediaType: BUNDLE_MEDIA_TYPE,
    verificationMaterial: { ...describeSigner(key, certificates), tlogEntries: [] },
    dsseEnvelope: {
      payload: payload.toString('base64'),
      payloadType: PAYLOAD_TYPE,
      // Other tools read the hint, which is not the fingerprint that people compare.
      signatures: [{ sig: toBase64(signature), keyid: key.key.fingerprint }],
    },
  })}\n`
}

function describeSigner({ key }: SigningRequest['key'], certificates: readonly CertificateFacts[]) {
  if (certificates.length === 0) return { publicKey: { hint: key.hints[0] } }
  return { x509CertificateChain: { certificates: certificates.map(({ raw }) => ({ rawBytes: toBase64(raw) })) } }
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
