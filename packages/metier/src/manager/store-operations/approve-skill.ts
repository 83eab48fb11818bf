/** Approves a skill's files. Any change to them ends the approval. */

import { realpath } from 'node:fs/promises'
import type { ApprovalRefusal, ReviewOutcome, RevokeOutcome } from '../../contracts/decisions.js'
import { directoryOf, type SkillRecord } from '../../registry/record/skill-record.js'
import { findSkill } from '../../registry/snapshot.js'
import { succeed } from '../../skill/failure.js'
import {
  type ApprovalStatus,
  findApproval,
  findApprovedTree,
  recordApproval,
  reviewSkill,
} from '../../store/approvals/review.js'
import { guardFiles } from '../../store/guard.js'
import type { SkillTree } from '../../system/skill-files/skill-tree.js'
import { describeEntry } from '../settings/skill-entry.js'
import { approvalsOf } from './store-context.js'
import type { StoreHost } from './store-host.js'

/** Options of `SkillManager.approve`. */
export interface ApproveOptions {
  /** Approve only files with this digest: they may have changed since the review. */
  readonly digest?: string | undefined
}

/** Reviews what an approval would allow, and what changed since the last one. Approves nothing. */
export async function reviewApproval(host: StoreHost, name: string): Promise<ReviewOutcome> {
  const record = findSkill(host.situation().snapshot, name)
  if (record === undefined) return refuse({ code: 'skill_not_found', name })
  if (isProvided(host, record)) return refuse({ code: 'skill_provided', name })
  const reviewed = await reviewSkill(approvalsOf(host), directoryOf(record), record.fileName)
  if (!reviewed.ok) return refuse({ code: 'skill_unreviewable', failure: reviewed.failure })
  const { mistakes } = reviewed.value
  if (mistakes.length > 0) return refuse({ code: 'tools_invalid', name, diagnostics: mistakes })
  return {
    ok: true,
    value: { record, review: reviewed.value, settings: describeEntry(record, host.settings().entries) },
  }
}

/** Approves the current files of a skill, or only the reviewed ones. */
export async function approveSkill(host: StoreHost, name: string, { digest }: ApproveOptions): Promise<ReviewOutcome> {
  const reviewed = await reviewApproval(host, name)
  if (!reviewed.ok) return reviewed
  const { record, review } = reviewed.value
  if (digest !== undefined && digest !== review.digest) {
    // `…` is how people and this project's own texts shorten one.
    const isShortened = review.digest.startsWith(digest.replace(/…$/, ''))
    return refuse({ code: 'digest_mismatch', name: record.name, digest: review.digest, isShortened })
  }
  const recorded = await recordApproval(approvalsOf(host), review, new Date().toISOString())
  if (!recorded.ok) return refuse({ code: 'approval_unwritable', failure: recorded.failure })
  return { ok: true, value: { ...reviewed.value, review: { ...review, state: 'approved' } } }
}

function refuse(refusal: ApprovalRefusal): ReviewOutcome {
  return { ok: false, refusal }
}

/** Revokes an approval. */
export async function revokeApproval(host: StoreHost, name: string): Promise<RevokeOutcome> {
  const record = findSkill(host.situation().snapshot, name)
  if (record === undefined) return { ok: false, refusal: { code: 'skill_not_found', name } }
  // An approval can be revoked whatever the files are now.
  const folder = await guardFiles(`Reading ${directoryOf(record)}`, async () =>
    succeed(await realpath(directoryOf(record))),
  )
  const revoked = folder.ok ? await approvalsOf(host).revoke(folder.value) : folder
  if (!revoked.ok) return { ok: false, refusal: { code: 'approval_unwritable', failure: revoked.failure } }
  return { ok: true, name: record.name }
}

/** Whether the current files of a skill are approved, and these files. */
export interface ApprovedFiles {
  readonly status: ApprovalStatus
  /** Undefined if the skill has no files, or they cannot be read. */
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

export async function approvalOf(host: StoreHost, record: SkillRecord): Promise<ApprovalStatus> {
  const found = await findApproval(approvalsOf(host), directoryOf(record))
  return found.ok ? found.value : NONE.status
}

function isProvided({ options }: StoreHost, { root }: SkillRecord): boolean {
  return options.providers?.some(({ id }) => id === root.path) ?? false
}
