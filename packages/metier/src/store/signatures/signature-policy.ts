/** The signers that the user trusts, and the check of a skill's signature with them. */

import { COUNTERSIGNATURE_FILE, FINGERPRINT, SIGNATURE_FILE } from '../../gate/signature/read-bundle.js'
import type { TrustedSigners } from '../../gate/signature/signature-crypto.js'
import {
  describeSignatureProblem,
  SIGNATURE_PROBLEMS,
  type SignatureProblem,
} from '../../gate/signature/signature-problem.js'
import { isGitFile } from '../../gate/signature/unsigned-files.js'
import {
  type SignatureCheck,
  type Signer,
  type UnknownSigner,
  verifySignature,
} from '../../gate/signature/verify-signature.js'
import { isLeftOut } from '../../sources/tree/left-out.js'
import { nodeSignatureCrypto } from '../../system/signatures/node-signature-crypto.js'
import type { TreeFile } from '../../system/skill-files/tree-digest.js'
import { type Refusal, refuseWith } from '../refusal.js'

export interface SignaturePolicy {
  readonly trusted: TrustedSigners
  /** A sentence about each trusted signer of the settings that cannot be read, for the refusal of an unknown one. */
  readonly unreadable: readonly string[]
  /** Whether the skills of a source, by its identity, need a trusted signer. */
  readonly isRequired: (identity: string) => boolean
}

/** Trusts no signer and requires none. A signature is still checked. */
export const NO_SIGNERS: SignaturePolicy = {
  trusted: { keys: [], certificates: [] },
  unreadable: [],
  isRequired: () => false,
}

/** The files of a skill, and the contents of its signature files if there are any. */
export interface SignedTree {
  readonly files: readonly TreeFile[]
  readonly signature: Uint8Array | undefined
  /** Of the registry server that a signed skill comes from. */
  readonly countersignature?: Uint8Array | undefined
}

interface SignatureOptions {
  readonly keepsSettings?: boolean | undefined
  readonly now: Date
}

/** Checks a skill as it arrives: files of git may be next to the signed ones, and are removed then. */
export function checkArriving(tree: SignedTree, policy: SignaturePolicy, options: SignatureOptions): SignatureCheck {
  return check(tree, policy, options, isGitFile)
}

/** Checks an installed skill: every file apart from the signature must be signed. */
export function checkInstalled(tree: SignedTree, policy: SignaturePolicy, options: SignatureOptions): SignatureCheck {
  return check(tree, policy, options, () => false)
}

type MayBeUnsigned = (path: string) => boolean

/** Both signatures have to match the files. The author's counts first, and one of them has to be trusted. */
function check(
  tree: SignedTree,
  policy: SignaturePolicy,
  options: SignatureOptions,
  mayBeUnsigned: MayBeUnsigned,
): SignatureCheck {
  const files = tree.files.filter(({ path }) => path !== COUNTERSIGNATURE_FILE)
  const own = files.filter(({ path }) => path !== SIGNATURE_FILE)
  const author = checkOne({ files: own, signature: tree.signature }, policy, options, mayBeUnsigned)
  if (author.status === 'invalid' || tree.countersignature === undefined) return author
  const hub = checkOne({ files, signature: tree.countersignature }, policy, options, mayBeUnsigned)
  if (hub.status === 'invalid') return hub
  return author.status === 'unsigned' || (author.status === 'unknown' && hub.status === 'trusted') ? hub : author
}

function checkOne(
  { files, signature }: SignedTree,
  { trusted }: SignaturePolicy,
  { keepsSettings = false, now }: SignatureOptions,
  mayBeUnsigned: MayBeUnsigned,
): SignatureCheck {
  if (signature === undefined) return { status: 'unsigned' }
  return verifySignature({
    signature,
    files,
    mayBeUnsigned,
    // These are never installed, so they cannot be there.
    mayBeMissing: (path) => isLeftOut(path, keepsSettings),
    trusted,
    crypto: nodeSignatureCrypto,
    now: now.getTime(),
  })
}

/** Who signed a skill, or why its signature is not accepted. */
export type SignatureState =
  | { readonly status: 'trusted'; readonly signer: Signer }
  | { readonly status: 'unknown'; readonly signer: UnknownSigner }
  | { readonly status: 'invalid'; readonly problem: SignatureProblem }

/** What is shown of a check; undefined if there is no signature. */
export function stateOf(checked: SignatureCheck): SignatureState | undefined {
  switch (checked.status) {
    case 'trusted':
      return { status: 'trusted', signer: checked.signer }
    case 'unknown':
      return { status: 'unknown', signer: checked.signer }
    case 'invalid':
      return { status: 'invalid', problem: checked.problem }
    case 'unsigned':
      return undefined
  }
}

/** Why a signature does not suffice; undefined if it does. */
export function findUnfit(checked: SignatureCheck, isRequired: boolean): SignatureProblem | undefined {
  if (checked.status === 'invalid') return checked.problem
  if (!isRequired || checked.status === 'trusted') return undefined
  if (checked.status === 'unsigned') return { code: 'signature_missing' }
  const { fingerprint, hint } = checked.signer
  const about = fingerprint ?? (hint === undefined ? undefined : describeHint(hint))
  return { code: 'key_untrusted', ...(about !== undefined && { about }) }
}

/** A hash that is not the fingerprint must not be compared with it. */
export function describeHint(hint: string): string {
  return FINGERPRINT.test(hint) ? hint : `${hint} (a key hint, not its fingerprint)`
}

export function refuseSignature(problem: SignatureProblem, { unreadable }: SignaturePolicy): Refusal {
  const { advice } = SIGNATURE_PROBLEMS[problem.code]
  const suggestions = [...(problem.code === 'key_untrusted' ? unreadable : []), advice]
  return refuseWith('signature_invalid', describeSignatureProblem(problem), { signature: problem }, suggestions)
}
