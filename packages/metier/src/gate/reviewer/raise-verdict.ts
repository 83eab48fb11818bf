/** Adds a model's review to a report. Findings are only ever added, so a verdict can rise and never fall. */

import type { BundleFile, GateTools } from '../bundle.js'
import { type Finding, verdictOf } from '../finding.js'
import { byWeight, type ScanReport } from '../scan.js'
import { type Suppression, suppress } from '../suppression.js'
import type { Review } from './review.js'

/** The report with the opinions that the user's configuration does not accept. */
export function raiseVerdict(
  report: ScanReport,
  opinions: readonly Finding[],
  review: Omit<Review, 'rulesVerdict'>,
  files: readonly BundleFile[],
  { suppressions, tools }: { readonly suppressions: readonly Suppression[]; readonly tools: GateTools },
): ScanReport {
  const { kept, suppressed } = suppress(opinions, files, suppressions, tools)
  const findings = [...report.findings, ...kept].toSorted(byWeight)
  return {
    ...report,
    findings,
    suppressed: [...report.suppressed, ...suppressed],
    verdict: verdictOf(findings),
    review: { ...review, rulesVerdict: report.verdict },
  }
}
