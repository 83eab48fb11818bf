/** Says who signed a skill, and whether you trust the signer. */

import { describeSignatureProblem, SIGNATURE_PROBLEMS } from '../../gate/signature/signature-problem.js'
import type { Signer } from '../../gate/signature/verify-signature.js'
import { toPlainText } from '../../skill/text/plain-text.js'
import { describeHint, type SignatureState } from '../../store/signatures/signature-policy.js'
import { type Line, say, styled } from '../terminal/lines.js'

/** The signer, by the subject of its certificate if it has one. The text of a certificate is not ours. */
export function describeSigner({ fingerprint, subject }: Signer): string {
  return subject === undefined ? fingerprint : `${toPlainText(subject)} (${fingerprint})`
}

/** One line about a signature, and one with the next step if it is not accepted. */
export function composeSignature(state: SignatureState | undefined, indent: string): readonly Line[] {
  if (state === undefined) return []
  switch (state.status) {
    case 'trusted':
      return [[indent, styled('signed by ', 'green'), describeSigner(state.signer)]]
    case 'unknown':
      return [[indent, styled('signed by a signer that you do not trust', 'yellow'), describeUnknown(state.signer)]]
    case 'invalid':
      return [
        [indent, styled('signature: ', 'red'), toPlainText(describeSignatureProblem(state.problem))],
        [indent, ...say(SIGNATURE_PROBLEMS[state.problem.code].advice)],
      ]
  }
}

function describeUnknown(signer: Extract<SignatureState, { readonly status: 'unknown' }>['signer']): string {
  const { fingerprint, hint, ...rest } = signer
  if (fingerprint !== undefined) return `: ${describeSigner({ fingerprint, ...rest })}`
  // The signature itself cannot be checked without the key.
  return hint === undefined ? '' : `, not verified: ${toPlainText(describeHint(hint))}`
}
