/** An audit as SARIF and as GitHub annotations. */

import { join } from 'node:path'
import type { Finding, Severity } from '../../../gate/finding.js'
import { CONCERNS } from '../../../gate/reviewer/rubric.js'
import { RULES } from '../../../gate/rules/list.js'
import { digest } from '../../../system/files/digest.js'
import { type SarifLevel, type SarifResult, toSarif } from '../../reports/sarif.js'
import type { Audit } from './paths.js'
import { toWorkflowCommand } from './workflow.js'

const LEVELS: Readonly<Record<Severity, SarifLevel>> = { block: 'error', warn: 'warning', note: 'note' }

/** Critical, medium and low to a code host. */
const SCORES: Readonly<Record<Severity, number>> = { block: 9.5, warn: 5.5, note: 2 }

/** The audit as SARIF. Findings that the user's configuration accepts are included and marked with the reason. */
export function toAuditSarif(audit: Audit, base: string): object {
  const results = audit.skills.flatMap(({ path, findings, suppressed }) => [
    ...findings.map((finding) => toResult(finding, path, [])),
    ...suppressed.map(({ finding, reason }) => toResult(finding, path, [reason])),
  ])
  const used = new Set(results.map(({ rule }) => rule))
  const rules = RULES.filter(({ id }) => used.has(id)).map(({ id, pattern, severity, why, fix, tags }) => ({
    id,
    summary: pattern,
    level: LEVELS[severity],
    why,
    fix,
    securitySeverity: SCORES[severity],
    ...(tags !== undefined && { tags }),
  }))
  const concerns = CONCERNS.filter(({ id }) => used.has(id)).map(({ id, pattern, why, fix }) => ({
    id,
    summary: pattern,
    level: LEVELS.warn,
    why,
    fix,
    securitySeverity: SCORES.warn,
  }))
  return toSarif([...rules, ...concerns], results, base)
}

export function toAuditGithub(audit: Audit, base: string): readonly string[] {
  return locatedFindings(audit).map((finding) => toWorkflowCommand(finding, base))
}

function toResult(finding: Finding, folder: string, acceptedFor: readonly string[]): SarifResult {
  const { rule, severity, file, line, column, offset, length, related } = finding
  const isInside = file.includes('!/')
  return {
    rule,
    level: LEVELS[severity],
    message: describe(finding),
    file: locate(file, folder),
    line,
    column,
    offset,
    length,
    ...(isInside && { inside: file }),
    ...(related !== undefined && {
      related: related.map((place) => ({
        ...place,
        file: locate(place.file, folder),
        line: place.file.includes('!/') ? 1 : place.line,
      })),
    }),
    fingerprints: { 'ruleEvidence/v1': fingerprintOf(finding) },
    acceptedFor,
  }
}

/** All findings, each at a file that exists. */
export function locatedFindings({ skills }: Audit): readonly Finding[] {
  return skills.flatMap(({ path, findings }) => findings.map((finding) => placeOutside(finding, path)))
}

/** A finding inside an archive is reported at line 1 of the archive; its message names the inner file. */
function placeOutside(finding: Finding, folder: string): Finding {
  const file = locate(finding.file, folder)
  if (!finding.file.includes('!/')) return { ...finding, file }
  return { ...finding, file, line: 1, column: 1, message: describe(finding) }
}

function describe({ file, line, message }: Finding): string {
  return file.includes('!/') ? `${message} (${file}:${line})` : message
}

/** Stays the same when the evidence moves. A finding without text, such as a link, is identified by its path. */
function fingerprintOf({ rule, excerpt, file }: Finding): string {
  const evidence = excerpt.normalize('NFC').replace(/\s+/g, ' ').trim()
  return digest(`${rule}\n${evidence === '' ? file : evidence}`)
}

/** The absolute path of a skill's file, or of the archive that contains it. */
function locate(file: string, folder: string): string {
  return join(folder, file.split('!/', 1)[0] ?? '')
}
