/** What the verification needs from the machine. The gate is pure, so the caller hands it in. */

import type { CertificateExtensions } from './certificate-extensions.js'

/** The kinds of keys that may sign a skill. */
export type SigningKeyKind = 'P-256' | 'P-384' | 'P-521' | 'Ed25519'

/** A public key. */
export interface PublicKeyFacts {
  /** Undefined if it is of no kind that may sign a skill. */
  readonly kind: SigningKeyKind | undefined
  /** DER. */
  readonly spki: Uint8Array
  /** `sha256:` and the SHA-256 of the DER. */
  readonly fingerprint: string
  /** What a signature may call the key: the SHA-256 of its PEM, and of its DER. */
  readonly hints: readonly string[]
}

/** A certificate. */
export interface CertificateFacts {
  /** DER. */
  readonly raw: Uint8Array
  /** On one line. */
  readonly subject: string
  readonly key: PublicKeyFacts
  /** False if its key is too short to rely on, or of a kind that is not known. */
  readonly hasStrongKey: boolean
  /** In milliseconds since 1970. */
  readonly validFrom: number
  readonly validUntil: number
  readonly extensions: CertificateExtensions
}

export interface SignatureCrypto {
  /** In hexadecimal. */
  readonly sha256: (bytes: Uint8Array) => string
  /** Reads a public key in PEM or DER; undefined if it is none. */
  readonly readKey: (bytes: Uint8Array) => PublicKeyFacts | undefined
  /** Reads a certificate in DER; undefined if it is none. */
  readonly readCertificate: (der: Uint8Array) => CertificateFacts | undefined
  /** Whether the names match and the issuer's key made the certificate's signature. */
  readonly isIssuedBy: (certificate: CertificateFacts, issuer: CertificateFacts) => boolean
  readonly verify: (key: PublicKeyFacts, content: Uint8Array, signature: Uint8Array) => boolean
}

/** The signers that the user trusts. */
export interface TrustedSigners {
  readonly keys: readonly PublicKeyFacts[]
  /** Roots that certificate chains may end in. */
  readonly certificates: readonly CertificateFacts[]
}
