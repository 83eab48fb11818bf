/** What a tool receives in addition to its parameters. */

import type { InvocableSkill } from '../../contracts/wave.js'
import type { AvailableSkill } from '../../contracts/wave-error.js'
import type { SkillRecord } from '../../registry/record/skill-record.js'
import type { Resolution } from '../../registry/resolve-skill.js'
import type { Result } from '../../skill/failure.js'
import type { ToolClient } from './tool-client.js'

/** The manager that a tool is given. `SkillManager` has all of it; a manager of your own needs only the first two methods. */
export interface WaveSkillManager {
  getAvailableSkills(): readonly AvailableSkill[]
  loadSkill(name: string): Promise<InvocableSkill | null>
  /** Called before each use: discovers the skills, unless that has happened. */
  ready?(): Promise<void>
  resolve?(name: string): Resolution
  readContent?(record: SkillRecord): Promise<Result<string>>
  readonly registry?: object
  /** The project's directory. */
  readonly workdir?: string
  /** Creates the manager for calls from another project. Without it, this manager answers them too. */
  forWorkdir?(workdir: string): WaveSkillManager
  reload?(): Promise<unknown>
  close?(): Promise<void>
}

/** A skill manager under the name that hosts of the Wave contract have for it; `SkillManager` is one. */
export interface ISkillManager extends WaveSkillManager {
  /** Discovers the skills. */
  initialize(): Promise<void>
}

/** A host's own manager for background processes. Metier's tools do not use it. */
export type BackgroundBashManager = object

/** The context that a host passes to a tool with each call. */
export interface ToolContext {
  /** Aborted when the caller gives up. */
  readonly abortSignal?: AbortSignal | undefined
  /** The host's manager for background processes. */
  readonly backgroundBashManager?: BackgroundBashManager | undefined
  /** The directory that the conversation is about: the project's skills are those of this directory. */
  readonly workdir: string
  /** The skills that the tool uses, in place of the manager it was created with and of `workdir`. */
  readonly skillManager?: WaveSkillManager | undefined
}

/** The context of a call in a workspace. `abortSignal`, `workdir` and `skillManager` are always set. */
export interface ToolCallContext extends ToolContext {
  readonly toolName: string
  /** The skill under whose activation the tool runs, if it is a skill's tool. */
  readonly skillName?: string | undefined
  /** Aborted when the caller gives up or the skill is deactivated; the same signal as `abortSignal`. */
  readonly signal: AbortSignal
  /** The client that the call comes from, if the tool can talk to it while it runs. */
  readonly client?: ToolClient | undefined
}
