import type { Situation } from '../../registry/situation.js'
import type { ResolvedOptions, SkillManagerOptions } from '../options.js'
import type { Settings } from '../settings/settings.js'

/** What the operations of the store see of the object that a host holds. */
export interface StoreHost {
  readonly options: SkillManagerOptions
  readonly place: ResolvedOptions
  /** As they were when everything was last looked at. */
  readonly settings: () => Settings
  /** As they are now. */
  readonly readSettings: () => Settings
  readonly situation: () => Situation
  /** Runs an action when those asked for before have ended. */
  readonly inTurn: <T>(action: () => T | Promise<T>) => Promise<T>
  /** Looks at everything again; only in turn. */
  readonly look: (signal: AbortSignal | undefined) => Promise<void>
  /** What was trusted or no longer trusted since, where there is no file to keep it in. */
  readonly trusted: Map<string, boolean>
}
