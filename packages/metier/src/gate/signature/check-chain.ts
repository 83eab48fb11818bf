/** Checks a certificate chain: each link, the dates, and what each certificate may be used for (RFC 5280, 6.1). */

import type { CertificateFacts, SignatureCrypto } from './signature-crypto.js'
import type { SignatureProblem } from './signature-problem.js'

interface ChainSurroundings {
  readonly crypto: Pick<SignatureCrypto, 'isIssuedBy'>
  /** The roots that the user trusts. */
  readonly roots: readonly CertificateFacts[]
  /** In milliseconds since 1970. */
  readonly now: number
}

/** Whether a chain ends in a trusted root, or why it is not valid at all. */
export function checkChain(
  chain: readonly CertificateFacts[],
  surroundings: ChainSurroundings,
): { readonly isTrusted: boolean } | { readonly problem: SignatureProblem } {
  const [leaf] = chain
  if (leaf === undefined) return { problem: { code: 'certificate_malformed' } }
  const path = findPath(chain, surroundings)
  if ('problem' in path) return path
  const problem =
    judgeLeaf(leaf) ??
    firstOf(path.certificates.slice(1), (certificate, below) => judgeAuthority(certificate, below)) ??
    firstOf(path.certificates, (certificate) => judgeDates(certificate, surroundings.now))
  return problem === undefined ? { isTrusted: path.isTrusted } : { problem }
}

interface Path {
  /** The signer's certificate first, the root last if it is known. */
  readonly certificates: readonly CertificateFacts[]
  readonly isTrusted: boolean
}

/** Follows the chain up to the first trusted root. Certificates after it say nothing. */
function findPath(
  chain: readonly CertificateFacts[],
  { crypto, roots }: ChainSurroundings,
): Path | { readonly problem: SignatureProblem } {
  const certificates: CertificateFacts[] = []
  for (const [at, certificate] of chain.entries()) {
    certificates.push(certificate)
    if (roots.some((root) => isSame(root, certificate))) return { certificates, isTrusted: true }
    const root = roots.find((one) => crypto.isIssuedBy(certificate, one))
    if (root !== undefined) return { certificates: [...certificates, root], isTrusted: true }
    const next = chain[at + 1]
    if (next !== undefined && !crypto.isIssuedBy(certificate, next)) return refuse('certificate_chain', certificate)
  }
  return { certificates, isTrusted: false }
}

/** A certificate may say that it belongs to an authority; it must not be one that issues certificates. */
function judgeLeaf(leaf: CertificateFacts): SignatureProblem | undefined {
  const { isAuthority, keyUsage, isForCode } = leaf.extensions
  const issues = isAuthority && keyUsage?.signsCertificates !== false
  const mayIssue = issues || keyUsage?.signsCertificates === true
  const maySign = keyUsage === undefined ? isForCode === true : keyUsage.signs && isForCode !== false
  return mayIssue || !maySign ? { code: 'certificate_usage', about: leaf.subject } : judgeForm(leaf)
}

function judgeAuthority(certificate: CertificateFacts, below: number): SignatureProblem | undefined {
  const { isAuthority, keyUsage, pathLength = Number.POSITIVE_INFINITY } = certificate.extensions
  const mayIssue = isAuthority && keyUsage?.signsCertificates !== false && below <= pathLength
  return mayIssue ? judgeForm(certificate) : { code: 'certificate_usage', about: certificate.subject }
}

function judgeForm({ extensions, hasStrongKey, subject }: CertificateFacts): SignatureProblem | undefined {
  const isSound = hasStrongKey && extensions.isSoundlySigned && !extensions.hasUnchecked
  return isSound ? undefined : { code: 'certificate_usage', about: subject }
}

function judgeDates({ validFrom, validUntil, subject }: CertificateFacts, now: number): SignatureProblem | undefined {
  if (!(now <= validUntil)) return { code: 'certificate_expired', about: subject }
  return now >= validFrom ? undefined : { code: 'certificate_early', about: subject }
}

function firstOf(
  certificates: readonly CertificateFacts[],
  judge: (certificate: CertificateFacts, at: number) => SignatureProblem | undefined,
): SignatureProblem | undefined {
  return certificates.map(judge).find((problem) => problem !== undefined)
}

function refuse(code: SignatureProblem['code'], { subject }: CertificateFacts) {
  return { problem: { code, about: subject } }
}

function isSame({ raw }: CertificateFacts, { raw: other }: CertificateFacts): boolean {
  return raw.length === other.length && raw.every((byte, at) => byte === other[at])
}
