/** The audit of one skill, as `SkillManager` and the `skills` tool report it. */

import type { ScanReport } from '../gate/scan.js'
import { directoryOf, type SkillRecord } from '../registry/record/skill-record.js'
import type { Failure } from '../skill/failure.js'
import { renderNotFound } from './skills.js'

/** The findings of a scan of one skill. */
export interface SkillAudit extends ScanReport {
  readonly name: string
  /** The skill's directory. */
  readonly path: string
  /** The digest of the scanned files. */
  readonly digest: string
}

/** No skill has that name, or its files cannot be read. */
export interface AuditError {
  readonly error: string
}

/** What `audit` returns. */
export type AuditResult = SkillAudit | AuditError

/** A scanned skill, or why it was not scanned. */
export type AuditOutcome =
  | { readonly ok: true; readonly record: SkillRecord; readonly report: ScanReport; readonly digest: string }
  | {
      readonly ok: false
      readonly refusal:
        | { readonly code: 'skill_not_found'; readonly name: string }
        | { readonly code: 'skill_unreadable'; readonly failure: Failure }
    }

export function renderAudit(outcome: AuditOutcome): AuditResult {
  if (!outcome.ok) {
    const { refusal } = outcome
    return refusal.code === 'skill_not_found' ? renderNotFound(refusal.name) : { error: refusal.failure.message }
  }
  const { record, report, digest } = outcome
  const { verdict, findings, suppressed, coverage, ruleSet } = report
  return { name: record.name, path: directoryOf(record), verdict, findings, suppressed, coverage, ruleSet, digest }
}
