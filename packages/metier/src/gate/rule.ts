/** What a rule is: one file that says what it looks for, why, what to write instead, and shows both sides by example. */

import type { Evidence } from './evidence.js'
import type { Confidence, Severity } from './finding.js'
import type { Segment } from './text/segment.js'

/** A SKILL.md body, or the files of a small skill; bytes are written as numbers, links by where they lead. */
export type Example = string | Readonly<Record<string, string | readonly number[] | { readonly link: string }>>

export interface RelatedPlace {
  readonly segment: Segment
  readonly at: number
  readonly message: string
}

/** What a rule saw, and where: in a segment, or at an offset of a file. */
export type Observation = {
  readonly message: string
  readonly severity?: Severity
  readonly confidence?: Confidence
  readonly related?: readonly RelatedPlace[]
} & (
  | { readonly segment: Segment; readonly at: number }
  | {
      readonly file: number
      readonly offset: number /** What has no text of its own, such as a link. */
      readonly path?: string
    }
)

/** What others call it: OWASP Agentic Skills Top 10, CWE, MITRE ATT&CK. */
type RuleTag = `AST${string}` | `CWE-${number}` | `T${string}`

export interface Rule {
  /** Never reused, renamed or renumbered. */
  readonly id: string
  /** Short words, as the gate prints them (C-25). */
  readonly pattern: string
  /** What it comes to unless an observation says otherwise. */
  readonly severity: Severity
  readonly tags?: readonly RuleTag[]
  readonly why: string
  /** What an honest author would write instead. */
  readonly fix: string
  /** What hides or starts by itself is never less for being presented as an example. */
  readonly ignoresContext?: boolean
  readonly examples: { readonly positive: readonly Example[]; readonly negative: readonly Example[] }
  readonly find: (evidence: Evidence) => readonly Observation[]
}
