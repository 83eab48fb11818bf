/** What a scan found, and the resulting verdict. */

/** How serious a finding is: `block` prevents an installation, `warn` needs consent, `note` is only reported. */
export type Severity = 'block' | 'warn' | 'note'

export type Confidence = 'high' | 'medium' | 'low'

/** One thing a rule found in one file of a skill. */
export interface Finding {
  /** Never changes: `SK-EX001`. */
  readonly rule: string
  /** A short name: `env exfiltration`. */
  readonly pattern: string
  readonly severity: Severity
  /** The usual level of the rule, if the context raised or lowered it here; the message says why. */
  readonly ruleSeverity?: Severity
  readonly confidence: Confidence
  /** Relative to the skill's directory, with forward slashes. */
  readonly file: string
  /** From 1, in the file on disk. */
  readonly line: number
  readonly column: number
  /** From 0, in UTF-16 code units without the byte order mark; omitted if there is no text. */
  readonly offset?: number
  /** From there to the end of the line. */
  readonly length?: number
  /** The text there, with invisible characters made visible and secrets removed. */
  readonly excerpt: string
  /** Why it matters here. */
  readonly message: string
  /** What an honest author would write instead. */
  readonly advice?: string
  /** Other places in the same flow. */
  readonly related?: readonly { readonly file: string; readonly line: number; readonly message: string }[]
  /** Set if it is the opinion of a model, not of a rule: the model's name and the version of the rubric. */
  readonly opinion?: { readonly model: string; readonly rubric: string }
}

/** The result of a scan, decided by its worst finding. */
export type Verdict = 'block' | 'warn' | 'pass'

/** The worst finding decides; there is no score. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some(({ severity }) => severity === 'block')) return 'block'
  return findings.some(({ severity }) => severity === 'warn') ? 'warn' : 'pass'
}
