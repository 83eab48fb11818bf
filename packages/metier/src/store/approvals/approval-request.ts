/** Consent is the user's: the host is asked, and a model can never give it to itself. */

import type { Finding } from '../../gate/finding.js'
import type { FileChange } from '../versions/tree-changes.js'

/** What a host puts before its user. */
export interface ApprovalRequest {
  readonly action: string
  readonly skill?: string
  readonly source?: string
  /** What would happen, in a sentence. */
  readonly message: string
  /** Of every byte that would come in. */
  readonly digest?: string
  /** What the scan saw, worst first. */
  readonly findings?: readonly Finding[]
  /** What would be different from what is installed now. */
  readonly changes?: readonly FileChange[]
}

/** Asks the user; anything but true is a refusal. */
export type Approve = (request: ApprovalRequest) => Promise<boolean> | boolean
