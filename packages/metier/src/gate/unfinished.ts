/** The report for a skill whose scan did not finish: its content is unknown, so it is blocked. */

import type { Finding } from './finding.js'
import { RULE_SET } from './rule-set.js'
import { rule } from './rules/structure.js'
import type { ScanReport } from './scan.js'

export interface UnfinishedScan {
  /** What ended it: `timed out after 10 s`. */
  readonly because: string
  /** The file it was reading. */
  readonly at?: string | undefined
  /** All files of the skill. */
  readonly paths: readonly string[]
}

/** A report that blocks, built outside the scan so that no suppression can remove it. */
export function reportUnfinished({ because, at, paths }: UnfinishedScan): ScanReport {
  const finding: Finding = {
    rule: rule.id,
    pattern: rule.pattern,
    severity: 'block',
    confidence: 'high',
    file: at ?? paths.find((path) => /^skill\.md$/i.test(path)) ?? paths[0] ?? '',
    line: 1,
    column: 1,
    excerpt: '',
    message: `The scan did not finish (${because}), so nothing is known about this skill`,
    advice: rule.fix,
  }
  const coverage = { read: 0, partial: 0, unread: paths.length }
  return { verdict: 'block', findings: [finding], suppressed: [], coverage, ruleSet: RULE_SET }
}
