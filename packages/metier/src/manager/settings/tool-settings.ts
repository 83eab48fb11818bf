import type { EntrySettings, SandboxMode } from './configuration.js'

/** What applies to the tools of skills: the user's settings, and the directories that no program of a skill may see. */
export interface ToolSettings {
  readonly policy: unknown
  /** The settings of one skill. */
  readonly entry: EntrySettings | undefined
  readonly sandbox: SandboxMode
  readonly private: PrivatePlaces
}

/** Directories and files that the programs of skills never see. */
export interface PrivatePlaces {
  /** The home directory of the user, and the one that the host named. */
  readonly homes: readonly string[]
  /** Where the user's approvals and the private homes of servers are; undefined without a home directory. */
  readonly data: string | undefined
  /** Where data is kept that can be rebuilt. */
  readonly cache: string | undefined
  /** The user's configuration file. */
  readonly configuration: string | undefined
  /** The roots, which have other skills. */
  readonly roots: readonly string[]
  /** The directories of all skills below a directory. */
  skillsIn(folder: string): readonly string[]
}
