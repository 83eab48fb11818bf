/** Requests for the user's consent. The host asks the user; a model can never give consent itself. */

import type { Finding } from '../../gate/finding.js'
import type { Review } from '../../gate/reviewer/review.js'
import type { FileChange } from '../versions/tree-changes.js'

/** What a host asks its user to approve. */
export interface ApprovalRequest {
  readonly action: string
  readonly skill?: string
  readonly source?: string
  /** Says in one sentence what would happen. */
  readonly message: string
  /** The digest of all files that would be installed. */
  readonly digest?: string
  /** The findings of the scan, worst first. */
  readonly findings?: readonly Finding[]
  /** Set if a model reviewed the files: whether it saw all of them, and why not. */
  readonly review?: Review
  /** The differences from the installed version. */
  readonly changes?: readonly FileChange[]
}

/** Asks the user. Any result other than `true` is a refusal. */
export type Approve = (request: ApprovalRequest) => Promise<boolean> | boolean
