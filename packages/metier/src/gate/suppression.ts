/** Findings the user has reviewed and accepted: one rule in one file with fixed content, with a reason. */

import type { BundleFile, GateTools } from './bundle.js'
import type { Finding } from './finding.js'

export interface Suppression {
  readonly rule: string
  /** SHA-256 of the file; changed content needs another review. */
  readonly digest: string
  readonly reason: string
}

export interface SuppressedFinding {
  readonly finding: Finding
  readonly reason: string
}

/** Anything shorter is not a reason. */
const REASON_LENGTH = 10

/** Whether a configuration value says what is accepted, where, and why. */
export function isSuppression(value: unknown): value is Suppression {
  const { rule, digest, reason } = (value ?? {}) as Readonly<Record<string, unknown>>
  return (
    typeof rule === 'string' &&
    typeof digest === 'string' &&
    /^[0-9a-f]{64}$/.test(digest) &&
    typeof reason === 'string' &&
    reason.trim().length >= REASON_LENGTH
  )
}

/** Moves accepted findings out of the list; they stay in the report, with their reasons. */
export function suppress(
  findings: readonly Finding[],
  files: readonly BundleFile[],
  suppressions: readonly Suppression[],
  tools: GateTools,
): { readonly kept: readonly Finding[]; readonly suppressed: readonly SuppressedFinding[] } {
  if (suppressions.length === 0) return { kept: findings, suppressed: [] }
  const digests = new Map(files.map(({ path, bytes }) => [path, tools.sha256(bytes)]))
  const kept: Finding[] = []
  const suppressed: SuppressedFinding[] = []
  for (const finding of findings) {
    // A file inside an archive is covered by the archive's content.
    const digest = digests.get(finding.file.split('!/', 1)[0] ?? '')
    const accepted = suppressions.find(
      ({ rule, digest: meant, reason }) =>
        rule === finding.rule && meant === digest && reason.trim().length >= REASON_LENGTH,
    )
    if (accepted === undefined) kept.push(finding)
    else suppressed.push({ finding, reason: accepted.reason })
  }
  return { kept, suppressed }
}
