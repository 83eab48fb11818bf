/** The user's decisions about skills and sources, as `SkillManager` and `--json` report them: enable, trust, approve. */

import { directoryOf, type SkillRecord } from '../registry/record/skill-record.js'
import type { Scope } from '../registry/root.js'
import type { Diagnostic } from '../skill/diagnostic.js'
import type { Failure } from '../skill/failure.js'
import type { Powers } from '../store/approvals/powers.js'
import type { SkillReview } from '../store/approvals/review.js'
import type { FileChange } from '../store/versions/tree-changes.js'
import { renderNotFound } from './skills.js'

/** Nothing was changed. */
export interface DecisionError {
  readonly error: string
  /** What to do about it; left out if there is nothing to suggest. */
  readonly hint?: string
}

/** What `enable` and `disable` return. */
export type SkillSwitchResult =
  | { readonly enabled: true; readonly name: string }
  | { readonly disabled: true; readonly name: string }
  | DecisionError

/** Why a skill was not enabled or disabled. */
export type SwitchRefusal =
  | { readonly code: 'skill_not_found'; readonly name: string }
  /** A qualified name was given; only `name` works, and it applies to every copy. */
  | { readonly code: 'name_qualified'; readonly name: string }
  /** The project's configuration disables it; the commands undo that. */
  | {
      readonly code: 'disabled_by_project'
      readonly name: string
      readonly file: string | undefined
      readonly commands: readonly string[]
    }
  | { readonly code: 'setting_unwritable'; readonly failure: Failure }

/** An enabled or disabled skill, or why nothing changed. */
export type SkillSwitchOutcome =
  | { readonly ok: true; readonly name: string; readonly isEnabled: boolean }
  | { readonly ok: false; readonly refusal: SwitchRefusal }

export function renderSwitch(outcome: SkillSwitchOutcome): SkillSwitchResult {
  if (!outcome.ok) return renderSwitchRefusal(outcome.refusal)
  const { name, isEnabled } = outcome
  return isEnabled ? { enabled: true, name } : { disabled: true, name }
}

export function renderSwitchRefusal(refusal: SwitchRefusal): DecisionError {
  switch (refusal.code) {
    case 'skill_not_found':
      return renderNotFound(refusal.name)
    case 'name_qualified':
      return { error: `Use the plain name '${refusal.name}', which applies to every copy of the skill` }
    case 'disabled_by_project':
      return {
        error: `'${refusal.name}' is disabled by the project: ${refusal.file}`,
        hint: `To change the project's configuration, run ${refusal.commands.join(' and ')}`,
      }
    case 'setting_unwritable':
      return renderFailure(refusal.failure, '. ')
  }
}

function renderFailure({ message, suggestions }: Failure, separator: string): DecisionError {
  return { error: message, ...(suggestions.length > 0 && { hint: suggestions.join(separator) }) }
}

/** What `trust` and `untrust` return. */
export type TrustResult =
  | {
      /** Whether the source is trusted now. */
      readonly trusted: boolean
      readonly source: string
      readonly trustedSources: readonly string[]
    }
  | TrustError

/** The trusted sources did not change. */
export interface TrustError extends DecisionError {
  /** The trusted sources, if the source to remove is not one of them. */
  readonly trustedSources?: readonly string[]
}

/** Why the trusted sources did not change. */
export type TrustRefusal =
  | { readonly code: 'source_not_trusted'; readonly source: string; readonly trustedSources: readonly string[] }
  | { readonly code: 'source_invalid' | 'setting_unwritable'; readonly failure: Failure }

/** The trusted sources, or why nothing changed. */
export type TrustOutcome =
  | {
      readonly ok: true
      readonly isTrusted: boolean
      readonly source: string
      readonly trustedSources: readonly string[]
    }
  | { readonly ok: false; readonly refusal: TrustRefusal }

export function renderTrust(outcome: TrustOutcome): TrustResult {
  if (outcome.ok) {
    const { isTrusted, source, trustedSources } = outcome
    return { trusted: isTrusted, source, trustedSources }
  }
  return renderTrustRefusal(outcome.refusal)
}

export function renderTrustRefusal(refusal: TrustRefusal): TrustError {
  if (refusal.code !== 'source_not_trusted') return renderFailure(refusal.failure, ' ')
  const { source, trustedSources } = refusal
  return { error: `'${source}' is not a trusted source`, trustedSources }
}

/** The settings that apply to a skill, without their values. */
export interface EntryDescription {
  /** The key below `skills.entries`. */
  readonly key: string
  /** Whether this entry exists. */
  readonly isGiven: boolean
  /** The environment variables that it sets. */
  readonly env: readonly string[]
  readonly hasApiKey: boolean
  /** The entry of the same name that does not apply, because it is for the user's own skill. */
  readonly withheld?: string
}

/** Everything that an approval of a skill allows, and what changed since the last one. */
export interface SkillApproval extends Powers {
  /** Whether exactly these files are approved. */
  readonly approved: boolean
  readonly name: string
  /** The skill's directory. */
  readonly path: string
  readonly scope: Scope
  readonly state: SkillReview['state']
  /** When the previous approval was given, if it no longer applies. */
  readonly approvedAt?: string
  /** The digest of the approved files. */
  readonly digest: string
  /** What changed since the last approval. */
  readonly changes: readonly FileChange[]
  readonly settings: EntryDescription
}

/** Nothing was approved. */
export interface ApprovalError {
  readonly approved?: false
  readonly error: string
  readonly hint?: string
  readonly name?: string
  /** The digest of the current files, if it is not the given one. */
  readonly digest?: string
  /** What is wrong with the skill's tools file. */
  readonly diagnostics?: readonly Diagnostic[]
}

/** What `review` returns: what an approval would allow. */
export type ReviewResult = SkillApproval | ApprovalError

/** What `approve` returns. */
export type ApproveResult = (SkillApproval & { readonly approved: true }) | ApprovalError

/** What `revoke` returns. */
export type RevokeResult = { readonly approved: false; readonly name: string } | DecisionError

/** Why a skill was not reviewed or approved. */
export type ApprovalRefusal =
  | { readonly code: 'skill_not_found'; readonly name: string }
  /** The skill comes from a provider, so there are no files to approve. */
  | { readonly code: 'skill_provided'; readonly name: string }
  | { readonly code: 'skill_unreviewable'; readonly failure: Failure }
  /** The tools file of the skill has mistakes. */
  | { readonly code: 'tools_invalid'; readonly name: string; readonly diagnostics: readonly Diagnostic[] }
  /** The given digest does not match the files, or is only the beginning of theirs. */
  | { readonly code: 'digest_mismatch'; readonly name: string; readonly digest: string; readonly isShortened: boolean }
  | { readonly code: 'approval_unwritable'; readonly failure: Failure }

/** A skill, and what an approval would allow. */
export interface ReviewedSkill {
  readonly record: SkillRecord
  readonly review: SkillReview
  readonly settings: EntryDescription
}

/** A review, or why it failed; after an approval, the review of the approved files. */
export type ReviewOutcome =
  | { readonly ok: true; readonly value: ReviewedSkill }
  | { readonly ok: false; readonly refusal: ApprovalRefusal }

/** A revoked approval, or why it was not revoked. */
export type RevokeOutcome =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly refusal: { readonly code: 'skill_not_found'; readonly name: string } }
  | { readonly ok: false; readonly refusal: { readonly code: 'approval_unwritable'; readonly failure: Failure } }

export function renderReview(outcome: ReviewOutcome): ReviewResult {
  return outcome.ok ? renderApproval(outcome.value) : renderApprovalRefusal(outcome.refusal)
}

export function renderApprove(outcome: ReviewOutcome): ApproveResult {
  return outcome.ok ? { ...renderApproval(outcome.value), approved: true } : renderApprovalRefusal(outcome.refusal)
}

export function renderRevoke(outcome: RevokeOutcome): RevokeResult {
  if (outcome.ok) return { approved: false, name: outcome.name }
  const { refusal } = outcome
  return refusal.code === 'skill_not_found'
    ? renderNotFound(refusal.name)
    : { error: refusal.failure.message, ...hintOf(refusal.failure) }
}

export function renderApproval({ record, review, settings }: ReviewedSkill): SkillApproval {
  const { state, approvedAt, digest, changes, powers } = review
  const since = state === 'lapsed' && approvedAt !== undefined ? { approvedAt } : {}
  const { name, root } = record
  const known = { approved: state === 'approved', name, path: directoryOf(record), scope: root.scope, state }
  return { ...known, ...since, digest, changes, ...powers, settings }
}

export function renderApprovalRefusal(refusal: ApprovalRefusal): ApprovalError {
  switch (refusal.code) {
    case 'skill_not_found':
      return renderNotFound(refusal.name)
    case 'skill_provided':
      return { error: `'${refusal.name}' has no files to approve` }
    case 'skill_unreviewable':
      return { approved: false, error: refusal.failure.message, hint: refusal.failure.suggestions.join(' ') }
    case 'tools_invalid': {
      const { name, diagnostics } = refusal
      const error = `'${name}' cannot be approved: ${summarizeMistakes(diagnostics)}`
      return { approved: false, error, hint: 'Fix the skill, then approve it again', name, diagnostics }
    }
    case 'digest_mismatch': {
      const { name, digest, isShortened } = refusal
      const error = isShortened
        ? 'The digest is shortened; pass all of its characters'
        : `The files of '${name}' do not match this digest`
      return { approved: false, error, name, digest }
    }
    case 'approval_unwritable':
      return { approved: false, error: refusal.failure.message, ...hintOf(refusal.failure) }
  }
}

function hintOf({ suggestions }: Failure): { readonly hint?: string } {
  return suggestions.length === 0 ? {} : { hint: suggestions.join(' ') }
}

/** The first mistake with its place, and the number of the others. */
function summarizeMistakes([first, ...others]: readonly Diagnostic[]): string {
  if (first === undefined) return 'its tools are invalid'
  const file = first.file?.split(/[/\\]/).at(-1) ?? 'tools.yaml'
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return `${file}:${first.line}:${first.column} ${first.message}${more}`
}
