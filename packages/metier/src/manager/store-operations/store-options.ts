/** The options of each operation of the store, in addition to the common ones. */

import type { FoundPlugin } from '../../sources/plugins/plugin.js'
import type { BundleReview } from '../../store/admit.js'
import type { BlockingEntry } from '../../store/links/replaceable-entries.js'
import type { VersionStep } from '../../store/update.js'
import type { FileChange } from '../../store/versions/tree-changes.js'
import type { OperationOptions } from './store-context.js'

/** Decisions about warnings and blocks that a user makes in advance; a model never does. */
export interface DecisionOptions extends OperationOptions {
  /** The digest whose warnings the user has read and accepts. */
  readonly accept?: string | undefined
  /** Blocking rules that do not apply to one digest. */
  readonly allow?: { readonly rules: readonly string[]; readonly digest: string } | undefined
}

/** Options of `SkillManager.install`. */
export interface InstallOptions extends DecisionOptions {
  /** The name of the skill. */
  readonly skill: string
  /** `clawhub`, a repository, `local:/path` or an https address. */
  readonly from: string
  /** Replaces an installed skill of the same name. The source must still be trusted, and the scan still runs. */
  readonly force?: boolean
  /** Also installs agent settings, editor tasks and CI files. */
  readonly keepsSettings?: boolean
  /** The ids of agents that get a link if they do not read the root; `skills.agents` of the configuration by default. */
  readonly agents?: readonly string[] | undefined
}

/** Options of `SkillWriter.install`: a page also shows the files before the user agrees. */
export interface ReviewedInstallOptions extends InstallOptions {
  readonly bundleReview?: BundleReview
}

/** Options of `SkillManager.installSeveral`. */
export interface InstallSeveralOptions extends Omit<InstallOptions, 'skill'> {
  /** The skills to install; every skill of the source by default. */
  readonly skills?: readonly string[] | undefined
  /** Installs only skills of this plugin: those that are named, or all. */
  readonly plugin?: string | undefined
  /** If no skills are named, installs those anywhere in the source, even below a SKILL.md at its root. */
  readonly isFullDepth?: boolean
}

/** Options of `SkillWriter.listOffered`. */
export interface ListOfferedOptions extends OperationOptions {
  /** As in `InstallOptions`. */
  readonly from: string
  /** Lists only the skills of this plugin. */
  readonly plugin?: string | undefined
  /** Whether a marketplace whose plugins all come from other sources is an empty list, not a failure. */
  readonly mayBeEmpty?: boolean
  /** Called with each plugin of the source. */
  readonly onPlugin?: ((plugin: FoundPlugin) => void) | undefined
  /** Lists skills anywhere in the source, even below a SKILL.md at its root. */
  readonly isFullDepth?: boolean
}

/** Options of `SkillManager.verify`. */
export interface VerifyOptions extends OperationOptions {
  /** Asks the sources whether they have withdrawn the installed versions, or warn of them. Without it, shows what they said last. */
  readonly asksSources?: boolean
}

/** Options of `SkillManager.installFrozen`. */
export interface FrozenOptions extends DecisionOptions {
  /** The skills to restore; every skill in the lockfiles by default. */
  readonly skills?: readonly string[] | undefined
}

/** Options of `SkillManager.update` and `SkillManager.updateAll`. */
export interface UpdateOptions extends DecisionOptions {
  /** Replaces local changes, and updates a pinned skill. */
  readonly force?: boolean
  /** Called with the changes before they are made; the skill is updated only if it resolves to true. */
  readonly review?: ((name: string, changes: readonly FileChange[], step: VersionStep) => Promise<boolean>) | undefined
}

/** Options of `SkillWriter.update`: a page also shows the files before the user agrees. */
export interface ReviewedUpdateOptions extends UpdateOptions {
  readonly bundleReview?: BundleReview
}

/** Options of `SkillManager.rollback`. */
export interface RollbackOptions extends DecisionOptions {
  /** A version, or the beginning of a commit or digest; the latest other version by default. */
  readonly to?: string | undefined
}

/** Options of `SkillManager.unlink`. */
export interface UnlinkOptions extends OperationOptions {
  /** The ids of agents; `all` means every agent that Metier knows. */
  readonly agents: readonly string[]
}

/** Options of `SkillManager.link`. */
export interface LinkOptions extends OperationOptions {
  /** The ids of agents; `all` means every agent found on this machine. */
  readonly agents: readonly string[]
  /** Replaces entries that are not ours. They are kept, and `unlink` restores them. */
  readonly force?: boolean
  /** Asked about each such entry without `force`; it is replaced only if this resolves to true. */
  readonly review?: ((entry: BlockingEntry) => Promise<boolean>) | undefined
}

/** Options of `SkillManager.pin`. */
export interface PinOptions extends OperationOptions {
  /** False unpins the skill. */
  readonly isPinned?: boolean
}
