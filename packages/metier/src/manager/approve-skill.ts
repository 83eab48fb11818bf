/** A user's agreement to what a skill's files may bring into effect; whatever changes in them ends it. */

import { directoryOf, type SkillRecord } from '../registry/skill-record.js'
import { findSkill } from '../registry/snapshot.js'
import { type ApprovalStatus, findApproval, type Review, recordApproval, reviewSkill } from '../store/review.js'
import { type Answer, notFound } from './answers.js'
import { approvalsOf } from './store-context.js'
import type { StoreHost } from './store-host.js'

export interface ApproveOptions {
  /** Only tell what would be approved. */
  readonly review?: boolean
  /** Approve only these bytes: what was reviewed may have changed since. */
  readonly digest?: string | undefined
}

export async function approve(host: StoreHost, name: string, options: ApproveOptions): Promise<Answer> {
  const record = findSkill(host.situation().snapshot, name)
  if (record === undefined) return notFound(name)
  if (isProvided(host, record)) return { error: `'${name}' has no files of its own, so there is nothing to approve` }
  const approvals = approvalsOf(host)
  const reviewed = await reviewSkill(approvals, directoryOf(record), record.fileName)
  if (!reviewed.ok)
    return { approved: false, error: reviewed.failure.message, hint: reviewed.failure.suggestions.join(' ') }
  const review = reviewed.value
  if (options.review === true) return { ...describeReview(record, review), approved: review.state === 'approved' }
  if (options.digest !== undefined && options.digest !== review.digest) {
    const error = `'${record.name}' has other files than those of this digest: it changed, or the digest is not its own`
    return { approved: false, error, name: record.name, digest: review.digest }
  }
  const recorded = await recordApproval(approvals, review, new Date().toISOString())
  if (!recorded.ok) return { approved: false, error: recorded.failure.message }
  return { ...describeReview(record, { ...review, state: 'approved' }), approved: true }
}

/** Takes an approval back. */
export async function revoke(host: StoreHost, name: string): Promise<Answer> {
  const record = findSkill(host.situation().snapshot, name)
  if (record === undefined) return notFound(name)
  const approvals = approvalsOf(host)
  const reviewed = await reviewSkill(approvals, directoryOf(record), record.fileName)
  if (!reviewed.ok) return { error: reviewed.failure.message }
  const revoked = await approvals.revoke(reviewed.value.folder)
  return revoked.ok ? { approved: false, name: record.name } : { error: revoked.failure.message }
}

/** Whether a skill is approved as it is now; one that cannot be read is not. */
export async function approval(host: StoreHost, name: string): Promise<ApprovalStatus> {
  const record = findSkill(host.situation().snapshot, name)
  const none = { state: 'unapproved', digest: '', changed: [] } as const
  if (record === undefined || isProvided(host, record)) return none
  return approvalOf(host, record)
}

export async function approvalOf(host: StoreHost, record: SkillRecord): Promise<ApprovalStatus> {
  const found = await findApproval(approvalsOf(host), directoryOf(record))
  return found.ok ? found.value : { state: 'unapproved', digest: '', changed: [] }
}

function isProvided({ options }: StoreHost, { root }: SkillRecord): boolean {
  return options.providers?.some(({ id }) => id === root.path) ?? false
}

function describeReview(record: SkillRecord, { state, approvedAt, digest, changes, powers }: Review): Answer {
  const since = state === 'lapsed' && approvedAt !== undefined ? { approvedAt } : {}
  return { approved: false, name: record.name, path: directoryOf(record), state, ...since, digest, changes, ...powers }
}
