/** Decides whether a signature file is valid for the files of a skill, and who signed them. */

import { checkChain } from './check-chain.js'
import { checkFiles, type SignedScope } from './check-files.js'
import { encodeForSigning, readBundle, type SignatureBundle } from './read-bundle.js'
import type { CertificateFacts, PublicKeyFacts, SignatureCrypto, TrustedSigners } from './signature-crypto.js'
import { problemWith, type SignatureProblem, type SignatureResult } from './signature-problem.js'
import { readStatement, type SignedFile } from './statement.js'

/** Who signed a skill. */
export interface Signer {
  /** `sha256:` and the SHA-256 of the public key in DER. */
  readonly fingerprint: string
  /** The subject of the signer's certificate; left out if the signature has none. */
  readonly subject?: string
}

/** A signer that is not trusted. Without a fingerprint, the signature could not be checked. */
export interface UnknownSigner extends Partial<Signer> {
  /** What the signature calls its key: the fingerprint, or a hash of another form. Says nothing about who made it. */
  readonly hint?: string
}

/** The result for one skill. */
export type SignatureCheck =
  | { readonly status: 'unsigned' }
  | (SignerCheck & {
      /** Files that the signature does not cover and need not. */
      readonly unsigned: readonly string[]
    })
  | { readonly status: 'invalid'; readonly problem: SignatureProblem }

/** Whether the signer of matching files is trusted. */
type SignerCheck =
  | { readonly status: 'trusted'; readonly signer: Signer }
  | { readonly status: 'unknown'; readonly signer: UnknownSigner }

export interface SignatureRequest extends SignedScope {
  /** The signature file. */
  readonly signature: Uint8Array
  /** Every file of the skill apart from the signature file. */
  readonly files: readonly SignedFile[]
  readonly trusted: TrustedSigners
  readonly crypto: SignatureCrypto
  /** In milliseconds since 1970. */
  readonly now: number
}

export function verifySignature(request: SignatureRequest): SignatureCheck {
  const bundle = readBundle(request.signature)
  if ('problem' in bundle) return refuse(bundle.problem)
  const signer = findSigner(bundle.value, request)
  if ('problem' in signer) return refuse(signer.problem)
  const statement = readStatement(bundle.value.payload, request.crypto.sha256)
  if ('problem' in statement) return refuse(statement.problem)
  const checked = checkFiles(request.files, statement.value, request)
  return 'problem' in checked ? refuse(checked.problem) : { ...signer.value, unsigned: checked.unsigned }
}

function refuse(problem: SignatureProblem): SignatureCheck {
  return { status: 'invalid', problem }
}

function findSigner(bundle: SignatureBundle, request: SignatureRequest): SignatureResult<SignerCheck> {
  const { material } = bundle
  if (material.kind === 'certificates') return findCertified(bundle, material.certificates, request)
  const { hint, publicKey } = material
  if (publicKey !== undefined) return findEmbedded(bundle, publicKey, request)
  const named = request.trusted.keys.filter(({ hints }) => hint === undefined || hints.includes(hint))
  const signer = named.find((key) => isSigned(bundle, key, request.crypto))
  if (signer !== undefined) return { value: trust(signer) }
  if (hint !== undefined && named.length > 0) return problemWith('signature_wrong')
  const name = bundle.named ?? hint
  return { value: { status: 'unknown', signer: name === undefined ? {} : { hint: name } } }
}

function findEmbedded(
  bundle: SignatureBundle,
  publicKey: Uint8Array,
  { crypto, trusted }: SignatureRequest,
): SignatureResult<SignerCheck> {
  const key = crypto.readKey(publicKey)
  if (key?.kind === undefined) return problemWith('key_unsupported')
  if (!isSigned(bundle, key, crypto)) return problemWith('signature_wrong')
  return { value: isTrustedKey(key, trusted) ? trust(key) : { status: 'unknown', signer: describe(key) } }
}

function findCertified(
  bundle: SignatureBundle,
  ders: readonly Uint8Array[],
  { crypto, trusted, now }: SignatureRequest,
): SignatureResult<SignerCheck> {
  const chain = ders.map(crypto.readCertificate)
  const [leaf] = chain
  if (leaf === undefined || !chain.every(isCertificate)) return problemWith('certificate_malformed')
  if (leaf.key.kind === undefined) return problemWith('key_unsupported', leaf.subject)
  const checked = checkChain(chain, { crypto, roots: trusted.certificates, now })
  if ('problem' in checked) return checked
  if (!isSigned(bundle, leaf.key, crypto)) return problemWith('signature_wrong')
  const signer = { ...describe(leaf.key), subject: leaf.subject }
  const isTrusted = checked.isTrusted || trusted.keys.some(({ fingerprint }) => fingerprint === leaf.key.fingerprint)
  return { value: { status: isTrusted ? 'trusted' : 'unknown', signer } }
}

function isCertificate(certificate: CertificateFacts | undefined): certificate is CertificateFacts {
  return certificate !== undefined
}

function isSigned({ payload, signature }: SignatureBundle, key: PublicKeyFacts, crypto: SignatureCrypto): boolean {
  return key.kind !== undefined && crypto.verify(key, encodeForSigning(payload), signature)
}

function isTrustedKey({ fingerprint }: PublicKeyFacts, { keys }: TrustedSigners): boolean {
  return keys.some((key) => key.fingerprint === fingerprint)
}

function trust(key: PublicKeyFacts): SignerCheck {
  return { status: 'trusted', signer: describe(key) }
}

function describe({ fingerprint }: PublicKeyFacts): Signer {
  return { fingerprint }
}
