/** An audit in the forms that machines other than ours read. */

import { join } from 'node:path'
import type { Finding, Severity } from '../gate/finding.js'
import { RULES } from '../gate/rules/list.js'
import type { Audit } from './audit-paths.js'
import { toWorkflowCommand } from './audit-workflow.js'
import { type SarifLevel, toSarif } from './sarif.js'

const LEVELS: Readonly<Record<Severity, SarifLevel>> = { block: 'error', warn: 'warning', note: 'note' }

export function toAuditSarif(audit: Audit, base: string): object {
  const found = located(audit)
  const used = new Set(found.map(({ rule }) => rule))
  const rules = RULES.filter(({ id }) => used.has(id)).map(({ id, pattern, severity }) => ({
    id,
    summary: pattern,
    level: LEVELS[severity],
  }))
  const results = found.map(({ rule, severity, message, file, line, column }) => ({
    rule,
    level: LEVELS[severity],
    message,
    file,
    line,
    column,
  }))
  return toSarif(rules, results, base)
}

export function toAuditGithub(audit: Audit, base: string): readonly string[] {
  return located(audit).map((finding) => toWorkflowCommand(finding, base))
}

/** Every finding with the absolute path of its file; what lies in an archive stands at the archive. */
function located({ skills }: Audit): readonly Finding[] {
  return skills.flatMap(({ path, findings }) =>
    findings.map((finding) => ({ ...finding, file: join(path, finding.file.split('!/', 1)[0] ?? '') })),
  )
}
