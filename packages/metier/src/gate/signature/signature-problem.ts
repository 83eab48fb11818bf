/** Why a signature is not accepted: exactly one code, each with its sentence and the next step. */

/** Each reason has its own code. */
export type SignatureCode =
  | 'signature_missing'
  | 'signature_malformed'
  | 'format_unsupported'
  | 'keyless_unsupported'
  | 'log_unsupported'
  | 'key_unsupported'
  | 'signature_wrong'
  | 'key_untrusted'
  | 'certificate_malformed'
  | 'certificate_chain'
  | 'certificate_usage'
  | 'certificate_expired'
  | 'certificate_early'
  | 'file_changed'
  | 'file_added'
  | 'file_missing'

/** Why a signature is not accepted, and the part that it concerns. */
export interface SignatureProblem {
  readonly code: SignatureCode
  /** A file of the skill, a certificate's subject, or the field that is invalid. */
  readonly about?: string
}

interface SignatureWords {
  readonly sentence: string
  readonly advice: string
}

const ASK_PUBLISHER = 'Ask the publisher for a new signature'
const OTHER_SIGNATURE = 'Ask the publisher to sign with a key or a certificate chain'
const COMPARE = 'Do not use these files. Fetch the skill again, or ask the publisher to sign it again'

/** The sentence and the next step for each code. */
export const SIGNATURE_PROBLEMS: Readonly<Record<SignatureCode, SignatureWords>> = {
  signature_missing: {
    sentence: 'The skill is not signed',
    advice: 'Ask the publisher to sign it, or remove its source from skills.requireSignature',
  },
  signature_malformed: { sentence: 'The signature file is malformed', advice: ASK_PUBLISHER },
  format_unsupported: {
    sentence: 'The signature has a format that Metier does not support',
    advice: 'Ask the publisher to sign with OpenSSF Model Signing 1.0, method "files" and SHA-256',
  },
  keyless_unsupported: {
    sentence: 'The signature is keyless (Sigstore), which Metier cannot verify',
    advice: OTHER_SIGNATURE,
  },
  log_unsupported: {
    sentence: 'The signature relies on a transparency log or a timestamp, which Metier cannot verify',
    advice: OTHER_SIGNATURE,
  },
  key_unsupported: {
    sentence: 'The signature was made with a kind of key that Metier does not support',
    advice: 'Ask the publisher to use a P-256, P-384, P-521 or Ed25519 key',
  },
  signature_wrong: { sentence: 'The signature does not match its key', advice: COMPARE },
  key_untrusted: {
    sentence: 'The signer is not trusted',
    advice:
      "Get the signer's public key or root certificate from the publisher and run 'metier trust key:FILE'. For a hub, run 'metier trust key:URL'",
  },
  certificate_malformed: { sentence: 'A certificate of the signature is malformed', advice: ASK_PUBLISHER },
  certificate_chain: {
    sentence: 'A certificate of the signature was not issued by the next one of the chain',
    advice: ASK_PUBLISHER,
  },
  certificate_usage: {
    sentence: 'A certificate of the signature must not be used for this',
    advice: 'Ask the publisher for a certificate for code signing, issued by a certificate authority',
  },
  certificate_expired: { sentence: 'A certificate of the signature has expired', advice: ASK_PUBLISHER },
  certificate_early: {
    sentence: 'A certificate of the signature is not valid yet',
    advice: "Check this machine's clock, or wait until the certificate is valid",
  },
  file_changed: { sentence: 'A file was changed after it was signed', advice: COMPARE },
  file_added: { sentence: 'A file is not covered by the signature', advice: COMPARE },
  file_missing: { sentence: 'A signed file is missing', advice: COMPARE },
}

/** The sentence for a problem, with the part that it concerns. */
export function describeSignatureProblem({ code, about }: SignatureProblem): string {
  const { sentence } = SIGNATURE_PROBLEMS[code]
  return about === undefined ? sentence : `${sentence}: ${about}`
}

/** A value, or why the signature is not accepted. */
export type SignatureResult<T> = { readonly value: T } | { readonly problem: SignatureProblem }

export function problemWith(code: SignatureCode, about?: string): { readonly problem: SignatureProblem } {
  return { problem: about === undefined ? { code } : { code, about } }
}
