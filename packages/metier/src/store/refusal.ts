/** Why the store refused an operation, with the details that its caller shows. */

import type { Finding } from '../gate/finding.js'
import type { Review } from '../gate/reviewer/review.js'
import type { SignatureProblem } from '../gate/signature/signature-problem.js'
import { type Failure, type FailureCode, fail } from '../skill/failure.js'
import type { LockEntry } from './lock.js'
import type { FileChange } from './versions/tree-changes.js'

export interface RefusalDetails {
  readonly findings?: readonly Finding[]
  /** Set if a model reviewed the files. */
  readonly review?: Review
  /** The digest of the refused files. */
  readonly digest?: string
  /** Set if the findings are warnings that the user can accept. */
  readonly unaccepted?: UnacceptedFindings
  /** The directory of the installed skill that has the same name, and its root. */
  readonly path?: string
  readonly root?: string
  /** Set if that directory is a link, and where it leads. */
  readonly linkTo?: string
  /** What the lockfile says about that skill; left out if it was not installed. */
  readonly installedFrom?: Pick<LockEntry, 'source' | 'version' | 'commit'>
  /** Set if that skill came from the same source: with the same files, with the same but changed on disk, or with others. */
  readonly alike?: 'files' | 'damaged' | 'source'
  /** Set if no source was named, or if the named source itself is not trusted. Not set for an untrusted place that it leads to. */
  readonly source?: 'missing' | 'untrusted'
  /** The identity of the named source, if it is not trusted. */
  readonly untrusted?: string
  readonly changes?: readonly FileChange[]
  /** Set if the same request has installed this very skill by another name. */
  readonly isRepeated?: true
  /** Set if the name means several installed skills. */
  readonly places?: readonly InstalledPlace[]
  /** Set if the skill is not installed any more: where its versions are kept. */
  readonly keptIn?: readonly InstalledPlace[]
  /** Set if the files on disk differ from the lockfile and that is the reason. */
  readonly local?: 'changed' | 'missing'
  /** Set if the source does not have the files of the lockfile any more, but others. */
  readonly isMovedOn?: true
  /** Set if the recorded source says that it has no such skill: that source. */
  readonly goneFrom?: string
  /** Set if the signature is the reason. */
  readonly signature?: SignatureProblem
}

/** Where a skill is installed, or was before it was removed. */
export interface InstalledPlace {
  readonly root: string
  readonly scope: 'project' | 'personal' | 'admin' | 'bundled'
  /** As the lockfile names it. */
  readonly name: string
  /** True if it is not installed there any more. */
  readonly isRemoved?: true
}

/** Warnings about a bundle that the user has not accepted. */
export interface UnacceptedFindings {
  readonly action: ArrivalAction
  readonly skill: string
  /** As the lockfile would record it. */
  readonly source: string
  readonly digest: string
}

/** Why a bundle is being installed. */
export type ArrivalAction = 'install' | 'update' | 'rollback'

export interface Refusal {
  readonly ok: false
  readonly failure: Failure
  readonly details?: RefusalDetails
}

/** A value, or a refusal; every `Result` is one. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal

export function refuseWith(
  code: FailureCode,
  message: string,
  details: RefusalDetails,
  suggestions: readonly string[] = [],
): Refusal {
  return { ...fail(code, message, suggestions), details }
}
