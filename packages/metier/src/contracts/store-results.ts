/** The results of the store as `SkillManager`, the `skills` tool and `--json` return them. */

import type { NeedsObject } from '../eligibility/assess.js'
import type { Confidence, Finding, Severity } from '../gate/finding.js'
import type { FailureCode } from '../skill/failure.js'
import type { LinkOutcome } from '../store/links/settle-links.js'
import type { LockEntry } from '../store/lock.js'
import type { RefusalDetails } from '../store/refusal.js'
import type { SignatureState } from '../store/signatures/signature-policy.js'
import type { FileChange } from '../store/versions/tree-changes.js'
import type {
  ComparedSkill,
  DatedSkill,
  SkillLinks,
  SkillLocation,
  SkillVersion,
  UnapprovedPowers,
} from './store-outcomes.js'

// Aliases, not interfaces: only an alias is assignable to the record that a tool returns.

/** Whether a skill can be used here, and which commands install what is missing. */
type Readiness = {
  readonly eligible: boolean
  /** Only the kinds that are not empty. */
  readonly missing: Partial<NeedsObject>
  readonly install_hints: readonly { readonly kind: string; readonly command: string }[]
}

/** The content of a skill, and the parts that have no effect until they are approved. */
type Content = {
  /** The number of files, and their size in bytes. */
  readonly content: { readonly files: number; readonly size: number }
  /** Who signed it, and whether the user trusts the signer; left out if it is not signed. */
  readonly signature?: SignatureState
  readonly unapproved?: UnapprovedPowers
  /** Links in the directories of agents; left out if there are none. */
  readonly links?: readonly LinkOutcome[]
}

/** The source is not trusted. */
type UntrustedReport = {
  readonly error: 'untrusted source'
  readonly source?: string
  readonly hint: string
  /** Set if the named source is trusted, but leads to one that is not, or if it cannot be a source. */
  readonly reason?: string
}

/** A skill of that name is already installed. */
type ConflictReport = { readonly error: 'skill exists'; readonly name: string; readonly hint: string }

/** The scan found something. Pattern, line and file describe the worst finding. */
type DangerReport = {
  readonly error: 'dangerous pattern detected'
  readonly pattern: string
  readonly line: number
  readonly file: string
  readonly rule: string
  readonly severity: Severity
  readonly confidence: Confidence
  readonly hint: string
  readonly findings: readonly Finding[]
  /** Of the files that were refused. */
  readonly digest?: string
  /** The changes that were refused. */
  readonly changes?: readonly FileChange[]
}

/** Any other failure, with its code. */
type FailureReport = {
  readonly error: string
  readonly code: FailureCode
  readonly name?: string
  readonly file?: string
  readonly line?: number
  readonly hint?: string
  /** Of the files that were refused. */
  readonly digest?: string
  readonly changes?: readonly FileChange[]
  /** Set if local changes or a missing directory are the reason. */
  readonly local?: NonNullable<RefusalDetails['local']>
  /** Set if the signature is the reason. */
  readonly signature?: NonNullable<RefusalDetails['signature']>
  /** Set if several installed skills have the name. */
  readonly places?: NonNullable<RefusalDetails['places']>
}

/** Why an operation on one skill was refused. */
export type RefusalReport = UntrustedReport | DangerReport | FailureReport

/** Why nothing was installed. If no source was named, there is only `error`. */
type InstallRefusalReport = { readonly installed: false } & (
  | RefusalReport
  | ConflictReport
  | { readonly error: string }
)

type InstalledReport = Readiness &
  Content & {
    readonly installed: true
    readonly name: string
    /** Its SKILL.md. */
    readonly path: string
    readonly warnings: readonly string[]
    readonly findings: readonly Finding[]
    readonly digest: string
  }

/**
 * The result of `install`. Narrow it with `result.installed` or `'error' in result`.
 *
 * @example
 * import { SkillManager } from 'metier'
 *
 * const skills = await SkillManager.open()
 * const result = await skills.install({ skill: 'pdf', from: 'clawhub' })
 * console.log('error' in result ? result.error : result.path)
 */
export type InstallResult = InstalledReport | RefusedInstallReport

/** The scan found something: the worst pattern, and its line. `installSeveral` and `audit` have all findings. */
type PatternReport = { readonly error: 'dangerous pattern detected'; readonly pattern: string; readonly line: number }

type RefusedInstallReport = { readonly installed: false } & (
  | UntrustedReport
  | PatternReport
  | FailureReport
  | ConflictReport
  | { readonly error: string }
)

/** One skill of `installSeveral`. `unchanged`: it was installed before, with the same files of the same source. */
type SeveralRow = { readonly name: string } & (
  | InstalledReport
  | { readonly installed: false; readonly unchanged: true }
  | InstallRefusalReport
)

/** The result of `installSeveral`: the number of installed skills and a row for each skill, or why the source could not be listed. */
export type InstallSeveralResult =
  | { readonly installed: number; readonly skills: readonly SeveralRow[] }
  | { readonly installed: number; readonly error: string; readonly skills: readonly SeveralRow[] }
  | InstallRefusalReport

type FrozenRow = SkillLocation &
  (
    | { readonly name: string; readonly status: 'unchanged' }
    | {
        readonly name: string
        readonly status: 'restored'
        /** About files that were not restored, or are not kept; left out if there are none. */
        readonly warnings?: readonly string[]
      }
    | ({ readonly name: string; readonly status: 'failed' } & InstallRefusalReport)
  )

/** The result of `installFrozen`. `skills` is set if the lockfiles could be read. */
export type FrozenResult =
  | { readonly installed: true; readonly frozen: true; readonly skills: readonly FrozenRow[] }
  | {
      readonly installed: false
      readonly error: string
      readonly frozen: true
      readonly skills: readonly FrozenRow[]
    }
  | (InstallRefusalReport & { readonly frozen?: true })

type UpdatedReport = Readiness &
  Content & {
    readonly updated: true
    readonly name: string
    /** Its SKILL.md. */
    readonly path: string
    readonly from: SkillVersion
    readonly to: SkillVersion
    readonly changes: readonly FileChange[]
    readonly warnings: readonly string[]
    readonly findings: readonly Finding[]
    readonly digest: string
  }

/** Why a skill was not updated, although nothing failed. */
type LeftReport = {
  readonly updated: false
  readonly name: string
  readonly reason: 'up to date' | 'pinned' | 'its source has an older version only' | 'only shown' | 'no source'
  readonly current: string
  readonly latest?: string
  /** Set if the changes were only shown. */
  readonly changes?: readonly FileChange[]
}

type UpdateRefusalReport = { readonly updated: false } & RefusalReport

/** The result of `update`. Check `'error' in result` first; then `result.updated` narrows it further. */
export type UpdateResult =
  | ((UpdatedReport | LeftReport) & { readonly root: string })
  | (UpdateRefusalReport & {
      /** Not set if no root was found. */
      readonly root?: string
    })

type UpdateRow = SkillLocation & { readonly name: string } & (UpdatedReport | LeftReport | UpdateRefusalReport)

/** The result of `updateAll`: the number of updated skills and a row for each skill. `error` says how many failed. */
export type UpdateAllResult =
  | { readonly updated: number; readonly skills: readonly UpdateRow[] }
  | {
      readonly updated: number
      readonly error: string
      /** Messages about lockfiles that could not be read. */
      readonly errors?: readonly string[]
      readonly hint?: string
      readonly skills: readonly UpdateRow[]
    }

/** The result of `remove`. Narrow it with `result.removed` or `'error' in result`. */
export type RemoveResult =
  | {
      readonly removed: true
      readonly name: string
      readonly path: string
      readonly digest: string
      /** What happened to the links of agents; left out if there were none. */
      readonly links?: readonly LinkOutcome[]
      /** About files that are not kept for a rollback; left out if there are none. */
      readonly warnings?: readonly string[]
    }
  | ({ readonly removed: false } & RefusalReport)

/** The result of `rollback`. Narrow it with `result.rolledBack` or `'error' in result`. */
export type RollbackResult =
  | (Readiness &
      Content & {
        readonly rolledBack: true
        readonly name: string
        /** Its SKILL.md. */
        readonly path: string
        readonly to: SkillVersion & { readonly keptAt: string }
        readonly changes: readonly FileChange[]
        readonly findings: readonly Finding[]
        readonly digest: string
        /** Set if that version has local edits. */
        readonly edited?: true
        /** Set if its files are as they were, but not a skill that can be used. */
        readonly problem?: string
        /** About files that were not restored, or are not kept; left out if there are none. */
        readonly warnings?: readonly string[]
      })
  | ({ readonly rolledBack: false } & RefusalReport)

/** Messages about lockfiles that could not be read, and what to do about them. */
type UnreadLocks = { readonly errors?: readonly string[]; readonly hint?: string }

/** The result of `verify`. `ok` is true if every file matches its lockfile, and no source has withdrawn a version or warns of it. */
export type VerifyResult = UnreadLocks & {
  readonly ok: boolean
  /** Each with its root. */
  readonly skills: readonly ComparedSkill[]
}

/** The result of `outdated`. */
export type OutdatedResult = UnreadLocks & {
  /** How many skills have a newer version. */
  readonly outdated: number
  /** Each with its root. */
  readonly skills: readonly DatedSkill[]
}

type LockedRow = Omit<LockEntry, 'files'> &
  SkillLocation & {
    readonly name: string
    readonly files: number
    /** Versions that `rollback` can restore, latest first. */
    readonly kept: readonly KeptReport[]
    /** The lockfile. */
    readonly lock: string
  }

type KeptReport = Pick<LockEntry, 'version' | 'commit' | 'digest'> & {
  readonly keptAt: string
  readonly isChanged: boolean
}

/** The result of `locked`. `error` is set if a lockfile could not be read. */
export type LockedResult =
  | { readonly skills: readonly LockedRow[] }
  | { readonly error: string; readonly skills: readonly LockedRow[]; readonly errors: readonly string[] }

/** The result of `pin`: whether the skill is pinned now, and whether that changed. */
export type PinResult =
  | { readonly pinned: boolean; readonly name: string; readonly digest: string; readonly changed: boolean }
  | ({ readonly pinned: false } & RefusalReport)

/** The result of `link` and `unlink`: `ok` is true if every requested link is as requested. */
export type LinkResult =
  | { readonly ok: boolean; readonly skills: readonly SkillLinks[] }
  | ({ readonly ok: false } & RefusalReport)
