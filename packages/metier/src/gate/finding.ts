/** What a scan saw, and what it comes to. */

export type Severity = 'block' | 'warn' | 'note'

export type Confidence = 'high' | 'medium' | 'low'

/** One thing that a rule saw in one file of a skill. */
export interface Finding {
  /** Stable for ever: `SK-EX001`. */
  readonly rule: string
  /** The short words of C-25: `env exfiltration`. */
  readonly pattern: string
  readonly severity: Severity
  readonly confidence: Confidence
  /** Relative to the skill's folder, with slashes. */
  readonly file: string
  /** From 1, in the file as it stands on disk. */
  readonly line: number
  readonly column: number
  /** From 0, in UTF-16 code units of the text without its byte order mark; left out where there is no text. */
  readonly offset?: number
  /** From there to the end of the line. */
  readonly length?: number
  /** What stands there, with invisible characters made visible and secrets left out. */
  readonly excerpt: string
  /** Why it matters here. */
  readonly message: string
  /** What an honest author would write instead. */
  readonly advice?: string
  /** Where else the same flow passes. */
  readonly related?: readonly { readonly file: string; readonly line: number; readonly message: string }[]
}

export type Verdict = 'block' | 'warn' | 'pass'

/** The worst finding decides; points are never added up. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some(({ severity }) => severity === 'block')) return 'block'
  return findings.some(({ severity }) => severity === 'warn') ? 'warn' : 'pass'
}
