/** Why the store did not do something, with what its caller shows beside the reason. */

import type { Finding } from '../gate/finding.js'
import { type Failure, type FailureCode, fail } from '../skill/failure.js'
import type { FileChange } from './versions/tree-changes.js'

export interface RefusalDetails {
  readonly findings?: readonly Finding[]
  /** Of the bytes that were refused. */
  readonly digest?: string
  /** What is there already. */
  readonly path?: string
  readonly changes?: readonly FileChange[]
  /** How the files on disk stand beside the lock, where that is what is in the way. */
  readonly local?: 'changed' | 'missing'
}

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
