/** What several pages of the dashboard share. Paths are shown with `~` for the home directory, never absolute below it. */

/** How a page names a skill: its name, or the qualified name or path of one that is shadowed. */
export type SkillId = string

/**
 * Whether a skill can be used here, and if not, which decision or fact stands in the way first. `withheld`: not approved in a
 * project that requires it. `refused`: its files cannot be loaded.
 */
export type SkillState = 'eligible' | 'ineligible' | 'disabled' | 'withheld' | 'shadowed' | 'refused'

/** The worst finding of a skill's last scan; `unknown` until it was scanned. */
export type AuditState = 'block' | 'warn' | 'note' | 'clean' | 'unknown'

/** Why a request failed. Every answer with a status of 400 or more has this form. */
export interface ProblemView {
  readonly error: {
    readonly code: ProblemCode
    /** What happened. */
    readonly message: string
    /** What to do next. */
    readonly suggestions: readonly string[]
    /** A place in a skill, if that is where the problem is. */
    readonly file?: string
    readonly line?: number
  }
}

/** Why a request failed: a failure of an operation, or one of the request itself. */
export type ProblemCode =
  | 'request_invalid'
  | 'request_too_large'
  | 'session_missing'
  | 'request_forbidden'
  | 'not_found'
  | 'busy'
  | 'internal_error'
  | 'skill_not_found'
  | 'skill_invalid'
  | 'skill_inaccessible'
  | 'skill_malformed'
  | 'skill_ineligible'
  | 'skill_disabled'
  | 'source_untrusted'
  | 'scan_blocked'
  | 'skill_exists'
  | 'skill_ambiguous'
  | 'integrity_mismatch'
  | 'signature_invalid'
  | 'key_invalid'
  | 'source_unavailable'
  | 'limit_exceeded'
  | 'system_error'

/** What an action did, and the commands that do and undo the same. */
export interface ActionView {
  /** One sentence about what changed. */
  readonly message: string
  /** The command that does the same. */
  readonly command: string
  /** The command that undoes it; left out if nothing has to be undone. */
  readonly undo?: string
  /** Sentences about what did not go as wished, although the action succeeded. */
  readonly warnings: readonly string[]
}

/** A command to copy. */
export interface FixView {
  readonly command: string
  /** What it does, or why it is only a guess; left out if the command says it all. */
  readonly remark?: string
  /**
   * The missing programs, variables or settings that it provides. Commands that provide the same are alternatives, others are steps
   * that are all needed. Left out if it is not about something missing.
   */
  readonly provides?: readonly string[]
}

/** A problem of a skill, a root or a configuration file. */
export interface DiagnosticView {
  readonly code: string
  readonly severity: 'error' | 'warning' | 'notice'
  readonly message: string
  readonly suggestion?: string
  readonly file?: string
  readonly line: number
  readonly column: number
}

/** A file that differs between two versions. */
export interface FileChangeView {
  readonly path: string
  readonly change: 'added' | 'removed' | 'changed'
  /** A unified diff; left out if one of the two is not text or too long. */
  readonly diff?: string
}

/** A list that has an end: how many further entries were left out. */
export interface CutList<T> {
  readonly entries: readonly T[]
  readonly left: number
}
