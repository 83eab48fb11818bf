/** The page of one skill. The parts that take time have requests of their own, so that the first one is quick. */

import type { Finding } from '../../gate/finding.js'
import type { AuditState, CutList, DiagnosticView, FileChangeView, FixView, SkillId, SkillState } from './common.js'
import type { SightCell } from './overview.js'

/** `GET /api/skill`: what the registry and the lockfile know. Reads no file of the skill beyond these. */
export interface SkillView {
  readonly id: SkillId
  readonly name: string
  readonly qualifiedName: string
  readonly description: string
  readonly emoji: string | null
  readonly scope: 'project' | 'personal' | 'admin' | 'bundled'
  readonly state: SkillState
  readonly audit: AuditState
  /** Its directory, and the name of its main file. */
  readonly directory: string
  readonly mainFile: string
  /** Why it cannot be used; empty if it can. */
  readonly reasons: readonly string[]
  readonly requirements: readonly RequirementView[]
  /** Commands that would make it usable, best first. */
  readonly fixes: readonly FixView[]
  /** The command that looks again whether it can be used. */
  readonly recheck: string
  readonly tags: readonly string[]
  readonly sets: readonly string[]
  /** The skill that shadows it, and the ones that it shadows. */
  readonly shadowedBy: SkillId | null
  readonly shadows: readonly SkillId[]
  readonly tokens: { readonly catalogue: number; readonly body: number | null }
  /** How many tools and servers it brings. */
  readonly toolCount: number
  /** Null if it was not installed from a source. */
  readonly origin: OriginView | null
  readonly diagnostics: readonly DiagnosticView[]
  readonly seenBy: readonly SightView[]
  /** The actions that make sense now, each with the command that does the same. */
  readonly actions: Readonly<Partial<Record<SkillAction, string>>>
}

/** An action is offered if `actions` has it. `POST /api/skill/<action>` does it. */
export type SkillAction =
  | 'enable'
  | 'disable'
  | 'approve'
  | 'revoke'
  | 'update'
  | 'rollback'
  | 'remove'
  | 'pin'
  | 'unpin'
  | 'link'
  | 'unlink'

/** One line of the checklist. */
export interface RequirementView {
  readonly kind: 'bin' | 'any_bin' | 'env' | 'config' | 'os' | 'arch' | 'tool' | 'skill' | 'unreadable'
  /** The program, variable, setting …; several for `any_bin`, `os` and `arch`, of which one is enough. */
  readonly names: readonly string[]
  readonly isMet: boolean
}

export interface OriginView {
  readonly source: string
  readonly version: string | null
  readonly commit: string | null
  readonly path: string | null
  readonly plugin: string | null
  readonly installedAt: string
  /** The digest that was installed. */
  readonly digest: string
  readonly isPinned: boolean
  /** Whether its files have local edits, which an update replaces only if it is forced. */
  readonly isEdited: boolean
  readonly verdict: 'block' | 'warn' | 'pass'
  /** The signer that was trusted at the installation; null if there was none. */
  readonly signedBy: string | null
  /** When and for which rules warnings were accepted; null if there were none. */
  readonly consent: { readonly time: string; readonly rules: readonly string[] } | null
  readonly lockFile: string
}

export interface SightView {
  readonly agent: string
  readonly title: string
  readonly how: SightCell
  /** The directory through which the agent sees it; null if it does not. */
  readonly folder: string | null
}

/** `GET /api/skill/source`: the SKILL.md, as data. The page renders it through a sanitiser. */
export interface SourceView {
  readonly path: string
  /** The whole text, at most 4 MiB; terminal control characters are as in the file. */
  readonly text: string
  /** The line on which the body starts, from 1. */
  readonly bodyLine: number
  readonly tokens: number
}

/** `GET /api/skill/files`. */
export interface FilesView {
  readonly files: CutList<FileRow>
  /** The sum of the sizes. */
  readonly bytes: number
  /** The digest of the files on disk; null if one cannot be read. */
  readonly digest: string | null
  /** Whether the lockfile has this digest; null if the skill was not installed. */
  readonly isUnchanged: boolean | null
}

export interface FileRow {
  readonly path: string
  readonly size: number
  readonly isExecutable: boolean
}

/** `GET /api/skill/file`: one file, as data. */
export type FileView =
  | { readonly kind: 'text'; readonly path: string; readonly text: string }
  | { readonly kind: 'binary'; readonly path: string; readonly size: number | null; readonly message: string }

/** `GET /api/skill/audit`: the scan of the files on disk. */
export interface AuditView {
  readonly verdict: 'block' | 'warn' | 'pass'
  /** Worst first; `file`, `line` and `column` say where to show each, `message` why, `advice` what an honest author would write. */
  readonly findings: CutList<Finding>
  /** Findings that the user's configuration accepts. */
  readonly suppressed: readonly SuppressionView[]
  /** How many files were read, read in part, and not read. */
  readonly coverage: { readonly read: number; readonly partial: number; readonly unread: number }
  readonly digest: string
  readonly ruleSet: string
  readonly command: string
}

export interface SuppressionView {
  readonly rule: string
  readonly file: string
  readonly line: number
  readonly reason: string
}

/** `GET /api/skill/tools`: what the skill brings beyond its text, and whether that was approved. */
export interface SkillToolsView {
  /** Null if there is nothing to approve, or if it cannot be reviewed. */
  readonly approval: ApprovalView | null
  readonly tools: readonly SkillToolView[]
  readonly servers: readonly SkillServerView[]
  /** Tools of the host that it may use without asking. */
  readonly allowedTools: readonly string[]
  /** Tools that remain while it is active; null for all. */
  readonly restrictsTo: readonly string[] | null
  /** Variables that its programs get. */
  readonly variables: readonly string[]
  /** What is wrong with its tools file. */
  readonly problems: readonly string[]
}

export interface ApprovalView {
  readonly state: 'approved' | 'unapproved' | 'lapsed'
  readonly approvedAt: string | null
  /** Send it back with `POST /api/skill/approve`: exactly these files are approved. */
  readonly digest: string
  /** What changed since the last approval. */
  readonly changes: readonly FileChangeView[]
  readonly command: string
}

export interface SkillToolView {
  readonly name: string
  readonly description: string
  /** What permission asks about. */
  readonly category: string
  /** What the skill declares, which the sandbox follows. */
  readonly declared: string
  readonly run: readonly string[]
  readonly schema: Readonly<Record<string, unknown>> | null
  readonly sandbox: SandboxView
}

export interface SkillServerView {
  readonly name: string
  readonly command: readonly string[]
  readonly url: string | null
  /** Null if it brings all of its tools. */
  readonly tools: readonly string[] | null
  /** Null if it runs elsewhere. */
  readonly sandbox: SandboxView | null
}

/** What a program may reach. */
export interface SandboxView {
  /** `open`: it runs without a sandbox here. `refused`: it is not started, because a sandbox is required. */
  readonly kind: 'enclosed' | 'open' | 'refused'
  /** Why there is no sandbox; null if there is one. */
  readonly reason: string | null
  readonly workdir: 'read' | 'write'
  readonly network: boolean
  readonly home: 'none' | 'lasting'
}

/** `GET /api/skill/versions`: the installed version first, then the kept ones, latest first. */
export interface VersionsView {
  readonly versions: readonly VersionView[]
}

export interface VersionView {
  readonly digest: string
  readonly version: string | null
  readonly commit: string | null
  /** When it was installed, or for a kept one when it was replaced. */
  readonly time: string
  readonly isCurrent: boolean
  /** Whether its files were edited after the installation. */
  readonly isEdited: boolean
  /** The command that restores it; null for the installed one. */
  readonly command: string | null
}

/** `GET /api/skill/diff`: what changes from one version to the other. */
export interface DiffView {
  readonly from: string
  readonly to: string
  readonly changes: readonly FileChangeView[]
}

/** `GET /api/skill/overlaps`: skills that it would be confused with, and its copies. */
export interface OverlapsView {
  /** True while the skills are still compared; an `overlaps` event follows. */
  readonly isComputing: boolean
  readonly pairs: readonly OverlapView[]
  readonly copies: readonly { readonly skill: SkillId; readonly kind: string; readonly score: number }[]
  readonly command: string
}

export interface OverlapView {
  readonly skill: SkillId
  readonly score: number
  readonly verdict: 'overlap' | 'maybe' | 'unlikely'
  /** Trigger words of both, and words that only one of the two has. */
  readonly shared: readonly string[]
  readonly only: readonly string[]
  readonly theirs: readonly string[]
  /** Sentences of this skill's description, and the skill that each finds first; null for neither. */
  readonly sentences: readonly { readonly text: string; readonly goesTo: SkillId | null }[]
  /** A sentence for its description that would draw the boundary. */
  readonly boundary: string
}
