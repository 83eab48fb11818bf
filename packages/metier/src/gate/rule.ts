/** A rule: one file that says what it looks for, why, what to write instead, and shows examples of both. */

import type { Evidence } from './evidence.js'
import type { Confidence, Severity } from './finding.js'
import type { Segment } from './text/segment.js'

/** A SKILL.md body, or the files of a small skill; bytes are numbers, links name their target. */
export type Example = string | Readonly<Record<string, string | readonly number[] | { readonly link: string }>>

export interface RelatedPlace {
  readonly segment: Segment
  readonly at: number
  readonly message: string
}

/** What a rule found: in a segment, or at an offset in a file. */
export type Observation = {
  readonly message: string
  readonly severity?: Severity
  readonly confidence?: Confidence
  readonly related?: readonly RelatedPlace[]
} & (
  | { readonly segment: Segment; readonly at: number }
  | {
      readonly file: number
      readonly offset: number /** For something without text, such as a link. */
      readonly path?: string
    }
)

/** Names in other catalogues: OWASP Agentic Skills Top 10, CWE, MITRE ATT&CK. */
type RuleTag = `AST${string}` | `CWE-${number}` | `T${string}`

export interface Rule {
  /** Never reused, renamed or renumbered. */
  readonly id: string
  /** A short name, as the gate prints it. */
  readonly pattern: string
  /** The default, unless an observation says otherwise. */
  readonly severity: Severity
  readonly tags?: readonly RuleTag[]
  readonly why: string
  /** What an honest author would write instead. */
  readonly fix: string
  /** What makes an observation more severe than the default; every finding that is says so. */
  readonly raisedWhen?: string
  /** Whether it counts in full even if presented as an example: for things that hide or start by themselves. */
  readonly ignoresContext?: boolean
  readonly examples: { readonly positive: readonly Example[]; readonly negative: readonly Example[] }
  readonly find: (evidence: Evidence) => readonly Observation[]
}
