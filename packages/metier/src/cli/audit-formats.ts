/** An audit in the forms that machines other than ours read. */

import { join } from 'node:path'
import type { Finding, Severity } from '../gate/finding.js'
import { RULES } from '../gate/rules/list.js'
import { digest } from '../system/digest.js'
import type { Audit } from './audit-paths.js'
import { toWorkflowCommand } from './audit-workflow.js'
import { type SarifLevel, type SarifResult, toSarif } from './sarif.js'

const LEVELS: Readonly<Record<Severity, SarifLevel>> = { block: 'error', warn: 'warning', note: 'note' }

/** Critical, medium and low to a code host. */
const SCORES: Readonly<Record<Severity, number>> = { block: 9.5, warn: 5.5, note: 2 }

/** Findings that the user's configuration accepts are in it, too, marked as accepted with the reason. */
export function toAuditSarif(audit: Audit, base: string): object {
  const results = audit.skills.flatMap(({ path, findings, suppressed }) => [
    ...findings.map((finding) => toResult(finding, path, [])),
    ...suppressed.map(({ finding, reason }) => toResult(finding, path, [reason])),
  ])
  const used = new Set(results.map(({ rule }) => rule))
  const rules = RULES.filter(({ id }) => used.has(id)).map(({ id, pattern, severity, why, fix }) => ({
    id,
    summary: pattern,
    level: LEVELS[severity],
    why,
    fix,
    securitySeverity: SCORES[severity],
  }))
  return toSarif(rules, results, base)
}

export function toAuditGithub({ skills }: Audit, base: string): readonly string[] {
  return skills.flatMap(({ path, findings }) =>
    findings.map((finding) => toWorkflowCommand({ ...finding, file: locate(finding.file, path) }, base)),
  )
}

function toResult(finding: Finding, folder: string, acceptedFor: readonly string[]): SarifResult {
  const { rule, severity, message, file, line, column, related } = finding
  return {
    rule,
    level: LEVELS[severity],
    message,
    file: locate(file, folder),
    line,
    column,
    ...(related !== undefined && {
      related: related.map((place) => ({ ...place, file: locate(place.file, folder) })),
    }),
    fingerprints: { 'ruleEvidence/v1': fingerprintOf(finding) },
    acceptedFor,
  }
}

/** The same wherever the evidence moves to; what has no text, such as a link, is known by its path. */
function fingerprintOf({ rule, excerpt, file }: Finding): string {
  const evidence = excerpt.normalize('NFC').replace(/\s+/g, ' ').trim()
  return digest(`${rule}\n${evidence === '' ? file : evidence}`)
}

/** The absolute path of a skill's file; what lies in an archive stands at the archive. */
function locate(file: string, folder: string): string {
  return join(folder, file.split('!/', 1)[0] ?? '')
}
