/** Consent is the user's: a tool asks the host, and a model can never give it to itself. */

/** What a host puts before its user. */
export interface ApprovalRequest {
  readonly action: string
  readonly skill?: string
  readonly source?: string
  /** What would happen, in a sentence. */
  readonly message: string
}

/** Asks the user; anything but true is a refusal. */
export type Approve = (request: ApprovalRequest) => Promise<boolean> | boolean
