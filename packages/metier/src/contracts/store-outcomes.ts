/** The facts that the writing part of a manager returns. The renderers and the command line turn them into messages. */

import type { NeedsObject } from '../eligibility/assess.js'
import type { Fix } from '../eligibility/fixes.js'
import type { Finding } from '../gate/finding.js'
import type { Review } from '../gate/reviewer/review.js'
import type { Scope } from '../registry/root.js'
import type { Diagnostic } from '../skill/diagnostic.js'
import type { Failure } from '../skill/failure.js'
import type { LinkedSkill } from '../store/links/change-links.js'
import type { LinkOutcome } from '../store/links/settle-links.js'
import type { LockEntry } from '../store/lock.js'
import type { OutdatedSkill } from '../store/outdated.js'
import type { InstalledPlace, Refusal } from '../store/refusal.js'
import type { RemovedSkill } from '../store/remove.js'
import type { RestoredSkill } from '../store/restore.js'
import type { SignatureState } from '../store/signatures/signature-policy.js'
import type { VerifiedSkill } from '../store/verify.js'
import type { FileChange } from '../store/versions/tree-changes.js'
import type { KeptVersion } from '../store/versions/versions.js'

/** A refusal, with the skill, source and root if they are known. */
export interface StoreRefusal extends Refusal {
  /** As requested, with or without a version. */
  readonly skill?: string
  /** As requested, without passwords. */
  readonly source?: string
  readonly root?: string
}

/** The result for one skill, or for one operation. */
export type StoreOutcome<T> = { readonly ok: true; readonly value: T } | StoreRefusal

/** The skills of several roots, and the lockfiles that could not be read. */
export interface StoreListing<T> {
  readonly skills: readonly T[]
  readonly failures: readonly Failure[]
}

/** The root that a skill is in. */
export interface SkillLocation {
  readonly root: string
  readonly scope: Scope
}

/** A skill that is in place, and whether it can be used here. */
export interface PlacedSkill {
  readonly name: string
  /** Its SKILL.md. */
  readonly path: string
  readonly folder: string
  readonly eligible: boolean
  readonly missing: NeedsObject
  /** Why it cannot be used here, in words. */
  readonly reasons: readonly string[]
  /** Commands that install missing programs; those that can run here come first. */
  readonly fixes: readonly Fix[]
  readonly findings: readonly Finding[]
  readonly digest: string
  /** The number of files, and their size in bytes. */
  readonly content: { readonly files: number; readonly size: number }
  /** Who signed it, and whether the user trusts the signer; left out if it is not signed. */
  readonly signature?: SignatureState
  /** Set if parts of it have no effect until they are approved. */
  readonly unapproved?: UnapprovedPowers
  /** The links in the directories of agents, and the agents that need none. */
  readonly links: Omit<LinkedSkill, 'name'>
  /** What the user has to know about files that were replaced or restored. */
  readonly notices: readonly string[]
}

/** The links of one installed skill. */
export type SkillLinks = LinkedSkill & SkillLocation

/** The parts of a skill that have no effect until it is approved, and the name to approve it by. */
export interface UnapprovedPowers {
  readonly name: string
  readonly brings: readonly ('tools' | 'servers' | 'allowed tools')[]
  /** Mistakes in its tools file, with which it cannot be approved; left out if there are none. */
  readonly mistakes?: readonly Diagnostic[]
}

/** Problems that did not stop an installation. */
export interface InstallOddities {
  /** From its SKILL.md and its source. */
  readonly messages: readonly string[]
  /** Files that were not installed. */
  readonly leftOut: readonly string[]
  /** The SKILL.md that is used instead, because it has the same name. */
  readonly shadowedBy?: string
  /** False if the registry does not load it. */
  readonly isLoaded: boolean
  /** Set if a model reviewed it. */
  readonly review?: Review
}

/** A skill that was installed. */
export interface SkillInstallation extends PlacedSkill {
  readonly oddities: InstallOddities
}

/** One skill of a request for several. */
export interface RequestedInstallation {
  readonly skill: string
  readonly outcome: StoreOutcome<SkillInstallation>
}

/** The version if there is one, otherwise the commit or digest; and the digest. */
export interface SkillVersion {
  readonly version: string
  readonly digest: string
}

/** The result of updating one skill. */
export type SkillUpdate =
  | (SkillInstallation & {
      readonly status: 'updated'
      readonly from: SkillVersion
      readonly to: SkillVersion
      readonly changes: readonly FileChange[]
      readonly root: string
    })
  | {
      /** `sourceless`: the skill is hand-made. */
      readonly status: 'current' | 'pinned' | 'older' | 'sourceless'
      readonly name: string
      readonly current: string
      readonly latest?: string
      /** Set if its files have local edits, and the source has nothing newer. */
      readonly edited?: true
      readonly root: string
    }
  | {
      /** The changes were shown, and not accepted. */
      readonly status: 'reviewed'
      readonly name: string
      readonly current: string
      readonly latest: string
      readonly changes: readonly FileChange[]
      readonly root: string
    }

/** A skill of a lockfile that was restored, or why it was not. */
export type RestoredRow = RestoredSkill & SkillLocation

/** One skill of an update of all. */
export interface ListedUpdate extends SkillLocation {
  readonly name: string
  readonly outcome: StoreOutcome<SkillUpdate>
}

/** A skill that its plugin no longer has. Only an unedited one is removed. */
export type GoneSkill =
  /** `reviewed`: the removal was shown, and not accepted. */
  | { readonly name: string; readonly status: 'edited' | 'pinned' | 'reviewed' }
  | { readonly name: string; readonly status: 'removed'; readonly links: readonly LinkOutcome[] }
  | { readonly name: string; readonly status: 'failed'; readonly outcome: StoreRefusal }

/** The result of updating a plugin: each of its skills, and what the plugin lost and gained. */
export interface PluginUpdate extends SkillLocation {
  readonly plugin: string
  /** Left out if the plugin has no version. */
  readonly from?: string
  readonly to?: string
  readonly updates: readonly ListedUpdate[]
  readonly gone: readonly GoneSkill[]
  /** Skills of the plugin that are not installed, and the source to install them from. */
  readonly added: readonly string[]
  readonly source: string
}

/** The result of removing a plugin. */
export interface PluginRemoval extends SkillLocation {
  readonly plugin: string
  readonly removals: readonly { readonly name: string; readonly outcome: StoreOutcome<RemovedSkill> }[]
}

/** A skill that was rolled back. */
export interface SkillRollback extends PlacedSkill, SkillLocation {
  readonly to: SkillVersion & { readonly keptAt: string }
  readonly changes: readonly FileChange[]
  /** Whether that version has local edits. */
  readonly isEdited: boolean
  /** Whether no version was installed before. */
  readonly wasRemoved: boolean
  /** The places that its name means now, if the name alone means several. */
  readonly rivals: readonly InstalledPlace[]
  /** Why its files, which are as they were, are not a skill that can be used. */
  readonly problem?: string
}

/** A skill that was removed. */
export interface SkillRemoval extends RemovedSkill, SkillLocation {
  /** The places that its name means now, if a rollback by name alone is refused. */
  readonly rivals: readonly InstalledPlace[]
}

/** Whether a skill is pinned. */
export interface SkillPin {
  readonly name: string
  readonly isPinned: boolean
  /** Whether that is new. */
  readonly isChanged: boolean
  readonly digest: string
}

/** A skill as its lockfile describes it, with its kept versions. */
export interface LockedSkill extends SkillLocation {
  readonly name: string
  readonly entry: LockEntry
  readonly kept: readonly KeptVersion[]
  readonly lockFile: string
}

/** An installed skill compared with its lock. */
export type ComparedSkill = VerifiedSkill & SkillLocation

/** An installed skill compared with its source. */
export type DatedSkill = OutdatedSkill & SkillLocation
