/** A user's agreement to what a skill's files may bring into effect; whatever changes in them ends it. */

import { realpath } from 'node:fs/promises'
import { directoryOf, type SkillRecord } from '../../registry/record/skill-record.js'
import { findSkill } from '../../registry/snapshot.js'
import { succeed } from '../../skill/failure.js'
import {
  type ApprovalStatus,
  findApproval,
  findApprovedTree,
  recordApproval,
  reviewSkill,
  type SkillReview,
} from '../../store/approvals/review.js'
import { guardFiles } from '../../store/guard.js'
import type { SkillTree } from '../../system/skill-files/skill-tree.js'
import { type Answer, notFound } from '../answers.js'
import { describeEntry } from '../settings/skill-entry.js'
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
  if (options.review === true) return { ...describeReview(host, record, review), approved: review.state === 'approved' }
  if (options.digest !== undefined && options.digest !== review.digest) {
    const error = `'${record.name}' has other files than those of this digest: it changed, or the digest is not its own`
    return { approved: false, error, name: record.name, digest: review.digest }
  }
  const recorded = await recordApproval(approvals, review, new Date().toISOString())
  if (!recorded.ok) return { approved: false, error: recorded.failure.message }
  return { ...describeReview(host, record, { ...review, state: 'approved' }), approved: true }
}

/** Takes an approval back. */
export async function revoke(host: StoreHost, name: string): Promise<Answer> {
  const record = findSkill(host.situation().snapshot, name)
  if (record === undefined) return notFound(name)
  // Whatever its files are by now, the approval can be taken back.
  const folder = await guardFiles(`Reading ${directoryOf(record)}`, async () =>
    succeed(await realpath(directoryOf(record))),
  )
  if (!folder.ok) return { error: folder.failure.message }
  const revoked = await approvalsOf(host).revoke(folder.value)
  return revoked.ok ? { approved: false, name: record.name } : { error: revoked.failure.message }
}

/** Whether a skill is approved as it is now, and the files that this was found for. */
export interface ApprovedFiles {
  readonly status: ApprovalStatus
  /** Undefined if there are none, or they cannot be read. */
  readonly tree: SkillTree | undefined
}

const NONE: ApprovedFiles = { status: { state: 'unapproved', digest: '', changed: [] }, tree: undefined }

/** A skill that cannot be read is not approved. */
export async function approvedFiles(host: StoreHost, name: string): Promise<ApprovedFiles> {
  const record = findSkill(host.situation().snapshot, name)
  if (record === undefined || isProvided(host, record)) return NONE
  const found = await findApprovedTree(approvalsOf(host), directoryOf(record))
  return found.ok ? found.value : NONE
}

export async function approval(host: StoreHost, name: string): Promise<ApprovalStatus> {
  return (await approvedFiles(host, name)).status
}

export async function approvalOf(host: StoreHost, record: SkillRecord): Promise<ApprovalStatus> {
  const found = await findApproval(approvalsOf(host), directoryOf(record))
  return found.ok ? found.value : NONE.status
}

function isProvided({ options }: StoreHost, { root }: SkillRecord): boolean {
  return options.providers?.some(({ id }) => id === root.path) ?? false
}

function describeReview(host: StoreHost, record: SkillRecord, review: SkillReview): Answer {
  const { state, approvedAt, digest, changes, powers } = review
  const since = state === 'lapsed' && approvedAt !== undefined ? { approvedAt } : {}
  const known = { approved: false, name: record.name, path: directoryOf(record), scope: record.root.scope, state }
  const settings = describeEntry(record, host.settings().entries)
  return { ...known, ...since, digest, changes, ...powers, settings }
}
