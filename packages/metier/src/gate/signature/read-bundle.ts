/** Reads a signature file: a Sigstore bundle with a DSSE envelope, as OpenSSF Model Signing writes it. */

import { isRecord } from '../../skill/unknown-value.js'
import { decodeBase64, decodeText } from './base64.js'
import { problemWith, type SignatureResult } from './signature-problem.js'

/** The name of the signature file, at the top of a skill's directory. */
export const SIGNATURE_FILE = 'skill.oms.sig'
/** The signature of a registry server over a skill that its author signed, and over that signature. */
export const COUNTERSIGNATURE_FILE = 'skill.hub.oms.sig'
/** More than 20,000 files with long paths need. */
export const MOST_SIGNATURE_BYTES = 8 * 1024 * 1024
export const BUNDLE_MEDIA_TYPE = 'application/vnd.dev.sigstore.bundle.v0.3+json'
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json'

const MOST_CERTIFICATES = 8
const MOST_CERTIFICATE_BYTES = 32 * 1024
/** In base64. The longest, of P-521, has 188 characters. */
const LONGEST_SIGNATURE = 1024
const LONGEST_HINT = 256
/** Of a public key, as people compare it. */
export const FINGERPRINT = /^sha256:[0-9a-f]{64}$/

/** What identifies the signer. */
type SignerMaterial =
  | { readonly kind: 'key'; readonly hint?: string; readonly publicKey?: Uint8Array }
  /** In DER, the signer's own first. */
  | { readonly kind: 'certificates'; readonly certificates: readonly Uint8Array[] }

export interface SignatureBundle {
  readonly material: SignerMaterial
  /** The signed statement. */
  readonly payload: Uint8Array
  readonly signature: Uint8Array
  /** The fingerprint of the key, if the signature names it. Not signed. */
  readonly named?: string
}

export function readBundle(bytes: Uint8Array): SignatureResult<SignatureBundle> {
  if (bytes.length > MOST_SIGNATURE_BYTES) return problemWith('signature_malformed', 'larger than 8 MiB')
  const value = parseJson(bytes)
  if (!isRecord(value)) return problemWith('signature_malformed', 'not a JSON object')
  if (value.mediaType !== BUNDLE_MEDIA_TYPE) return problemWith('format_unsupported', 'mediaType')
  const material = readMaterial(value.verificationMaterial)
  if ('problem' in material) return material
  const envelope = readEnvelope(value.dsseEnvelope)
  return 'problem' in envelope ? envelope : { value: { material: material.value, ...envelope.value } }
}

/** The bytes that a DSSE signature covers (DSSE protocol 1.0, PAE). */
export function encodeForSigning(payload: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `)
  const encoded = new Uint8Array(head.length + payload.length)
  encoded.set(head)
  encoded.set(payload, head.length)
  return encoded
}

/** Parses JSON in UTF-8; undefined if it is invalid. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeText(bytes) ?? '')
  } catch {
    return undefined
  }
}

function readMaterial(material: unknown): SignatureResult<SignerMaterial> {
  if (!isRecord(material)) return problemWith('signature_malformed', 'verificationMaterial')
  const { publicKey, x509CertificateChain: chain, certificate, tlogEntries, timestampVerificationData } = material
  // Keyless signatures have one certificate of an hour, and a log that says when it was used.
  if (certificate !== undefined) return problemWith('keyless_unsupported')
  if (isGiven(tlogEntries) || isGiven(timestampVerificationData)) return problemWith('log_unsupported')
  if ((publicKey === undefined) === (chain === undefined)) {
    return problemWith('signature_malformed', 'verificationMaterial')
  }
  return publicKey === undefined ? readChain(chain) : readKey(publicKey)
}

/** An empty list, or an object of empty lists, gives nothing to rely on. */
function isGiven(value: unknown): boolean {
  return isRecord(value) ? !Object.values(value).every(isNothing) : !isNothing(value)
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

/** Bundles before 1.1 have the key itself, in PEM; later ones only a hint. */
function readKey(value: unknown): SignatureResult<SignerMaterial> {
  if (!isRecord(value)) return problemWith('signature_malformed', 'publicKey')
  const { hint, rawBytes } = value
  const publicKey = rawBytes === undefined ? undefined : decodeBase64(rawBytes, MOST_CERTIFICATE_BYTES)
  const isHint = hint === undefined || hint === null || (typeof hint === 'string' && hint.length <= LONGEST_HINT)
  if (!isHint || (rawBytes !== undefined && publicKey === undefined)) {
    return problemWith('signature_malformed', 'publicKey')
  }
  const isNamed = typeof hint === 'string' && hint !== ''
  return { value: { kind: 'key', ...(isNamed && { hint }), ...(publicKey !== undefined && { publicKey }) } }
}

function readChain(value: unknown): SignatureResult<SignerMaterial> {
  const listed = isRecord(value) ? value.certificates : undefined
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > MOST_CERTIFICATES) {
    return problemWith('signature_malformed', 'x509CertificateChain')
  }
  const certificates = listed.map((one: unknown) =>
    isRecord(one) ? decodeBase64(one.rawBytes, MOST_CERTIFICATE_BYTES) : undefined,
  )
  if (!certificates.every((one) => one !== undefined)) return problemWith('certificate_malformed')
  return { value: { kind: 'certificates', certificates } }
}

function readEnvelope(envelope: unknown): SignatureResult<Pick<SignatureBundle, 'payload' | 'signature' | 'named'>> {
  if (!isRecord(envelope)) return problemWith('signature_malformed', 'dsseEnvelope')
  if (envelope.payloadType !== PAYLOAD_TYPE) return problemWith('format_unsupported', 'payloadType')
  const payload = decodeBase64(envelope.payload, MOST_SIGNATURE_BYTES)
  const { signatures } = envelope
  // A Sigstore bundle has exactly one.
  const [first, ...others] = Array.isArray(signatures) ? (signatures as readonly unknown[]) : []
  const signature = isRecord(first) ? decodeBase64(first.sig, LONGEST_SIGNATURE) : undefined
  if (payload === undefined) return problemWith('signature_malformed', 'payload')
  if (signature === undefined || others.length > 0) return problemWith('signature_malformed', 'signatures')
  const keyId = isRecord(first) ? first.keyid : undefined
  const isNamed = typeof keyId === 'string' && FINGERPRINT.test(keyId)
  return { value: { payload, signature, ...(isNamed && { named: keyId }) } }
}
