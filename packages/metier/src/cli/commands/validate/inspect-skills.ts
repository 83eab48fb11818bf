/** Reads whole skills with their tools files and collects all diagnostics, a few skills at a time. */

import { dirname } from 'node:path'
import { ContentCache } from '../../../manager/content/content.js'
import { type Inspection, inspectSkill } from '../../../registry/inspect.js'
import type { SkillRecord } from '../../../registry/record/skill-record.js'
import { DIAGNOSTICS, type DiagnosticCode, levelBroken } from '../../../skill/diagnostic.js'
import type { Failure } from '../../../skill/failure.js'
import { captureEnvironment } from '../../../system/environment.js'
import { runSliced } from '../../../system/files/slices.js'
import { explainAbsent, explainPlaceholders, reviewTools } from '../../../system/skill-files/review-tools.js'
import { findUnreadable } from '../../../system/skill-files/unreadable-entries.js'
import { explainUnstartable } from '../../../system/skill-files/unstartable-scripts.js'

/** One inspection per record, in the same order. */
export async function inspectSkills(
  records: readonly SkillRecord[],
  signal: AbortSignal,
): Promise<readonly Inspection[]> {
  const { hasBinary } = captureEnvironment()
  const inspections: Inspection[] = []
  for (const inspection of await runSliced(inspectEach(records), signal)) {
    signal.throwIfAborted()
    const review = await reviewTools(dirname(inspection.path))
    const diagnostics = [
      ...review.diagnostics,
      ...explainPlaceholders(review),
      ...explainAbsent(review, hasBinary),
      ...explainUnstartable(review),
      ...findUnreadable(dirname(inspection.path), inspection.path),
    ]
    inspections.push(
      diagnostics.length === 0
        ? inspection
        : { ...inspection, diagnostics: [...inspection.diagnostics, ...diagnostics] },
    )
  }
  return inspections
}

function* inspectEach(records: readonly SkillRecord[]): Generator<void, readonly Inspection[]> {
  const contents = new ContentCache(0)
  const inspections: Inspection[] = []
  for (const record of records) {
    const text = contents.read(record)
    inspections.push(
      text.ok ? inspectSkill(record, text.value) : explainFailure(inspectSkill(record, undefined), text.failure),
    )
    yield
  }
  return inspections
}

/** Discovery only reads the head of a file, so an unreadable body is found here. */
function explainFailure(inspection: Inspection, { code, message }: Failure): Inspection {
  if (inspection.diagnostics.some((diagnostic) => levelBroken(diagnostic.code) === 'safe')) return inspection
  const meant: DiagnosticCode =
    code === 'skill_malformed' ? 'encoding_invalid' : code === 'limit_exceeded' ? 'file_too_large' : 'file_unreadable'
  const { severity } = DIAGNOSTICS[meant]
  const diagnostic = { code: meant, severity, message, file: inspection.path, line: 1, column: 1 }
  return { ...inspection, diagnostics: [...inspection.diagnostics, diagnostic] }
}
