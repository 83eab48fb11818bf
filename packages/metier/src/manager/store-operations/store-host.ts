import type { Situation } from '../../registry/situation.js'
import type { ResolvedOptions, SkillManagerOptions } from '../options.js'
import type { Settings } from '../settings/settings.js'

/** The parts of a manager that the operations of the store use. */
export interface StoreHost {
  readonly options: SkillManagerOptions
  readonly place: ResolvedOptions
  /** The settings as of the last load, which is now if there was none. */
  readonly settings: () => Settings
  /** The current settings. */
  readonly readSettings: () => Settings
  /** What is known now. Discovers the skills if nothing has yet, without waiting. */
  readonly situation: () => Situation
  /** Resolves when the skills have been discovered. */
  readonly ready: () => Promise<void>
  /** Runs an action after all earlier ones have ended. */
  readonly inTurn: <T>(action: () => T | Promise<T>) => Promise<T>
  /** Loads everything again. Call it only in turn. */
  readonly look: (signal: AbortSignal | undefined) => Promise<void>
  /** Sources that were trusted or untrusted since the last load, if there is no file to keep them in. */
  readonly trusted: Map<string, boolean>
}
