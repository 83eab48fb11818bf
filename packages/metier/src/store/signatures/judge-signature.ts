/** Decides about the signature of a bundle: refuses an invalid one, and warns if a signer is lost. */

import type { Finding } from '../../gate/finding.js'
import { verdictOf } from '../../gate/finding.js'
import { COUNTERSIGNATURE_FILE, SIGNATURE_FILE } from '../../gate/signature/read-bundle.js'
import type { SignatureCheck, Signer } from '../../gate/signature/verify-signature.js'
import { succeed } from '../../skill/failure.js'
import { type Examination, sortFindings } from '../examine.js'
import type { Outcome } from '../refusal.js'
import { checkArriving, findUnfit, refuseSignature, type SignaturePolicy } from './signature-policy.js'

export interface SignatureCircumstances {
  readonly policy: SignaturePolicy
  readonly now: Date
  readonly keepsSettings?: boolean | undefined
  /** Whether the source's skills need a trusted signer. */
  readonly isRequired: boolean
  /** True if the files were installed before: a rollback, or a copy that was kept. */
  readonly isKept: boolean
  /** Who signed the skill that it replaces. */
  readonly before: Signer | undefined
}

/** A bundle that may be installed, as far as its signature is concerned. */
export interface JudgedBundle {
  readonly examination: Examination
  readonly signature: SignatureCheck
}

export function judgeSignature(
  examination: Examination,
  { policy, now, keepsSettings, isRequired, isKept, before }: SignatureCircumstances,
): Outcome<JudgedBundle> {
  const { files, contents } = examination
  const tree = {
    files,
    signature: contents.get(SIGNATURE_FILE),
    countersignature: contents.get(COUNTERSIGNATURE_FILE),
  }
  const signature = checkArriving(tree, policy, { keepsSettings, now })
  // Without the requirement, kept files come back as they were.
  if (isKept && !isRequired) return succeed({ examination, signature })
  const unfit = findUnfit(signature, isRequired)
  if (unfit !== undefined) return refuseSignature(unfit, policy)
  if (isKept) return succeed({ examination, signature })
  const isLost = before !== undefined && signature.status !== 'trusted'
  return succeed({
    examination: isLost ? withFinding(examination, describeLoss(signature, before)) : examination,
    signature,
  })
}

/** The user decides, as about every warning: for these files only. */
function describeLoss(signature: SignatureCheck, before: Signer): Finding {
  const isSigned = signature.status === 'unknown'
  const now = isSigned ? 'These files are signed by a signer that is not trusted' : 'These files are not signed'
  return {
    rule: 'SK-SC006',
    pattern: isSigned ? 'signer changed' : 'signature lost',
    severity: 'warn',
    confidence: 'high',
    file: isSigned ? SIGNATURE_FILE : 'SKILL.md',
    line: 1,
    column: 1,
    excerpt: '',
    message: `${now}. The installed version is signed by ${before.subject ?? before.fingerprint}`,
  }
}

function withFinding(examination: Examination, finding: Finding): Examination {
  const findings = sortFindings([finding, ...examination.findings])
  return { ...examination, findings, verdict: verdictOf(findings) }
}
