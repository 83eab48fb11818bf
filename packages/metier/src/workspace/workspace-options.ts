import type { SkillManager } from '../manager/skill-manager.js'
import type { StartServer } from './activation/server.js'
import type { SkillDefinition } from './define-skill.js'
import type { MetricsEvent } from './metrics/metrics.js'
import type { AskPermission } from './permission/permission.js'
import type { Policy } from './permission/policy.js'

/** What a workspace can be told; everything may be left out. */
export interface VirtualWorkspaceOptions {
  /** What stands at the head of `render()`. */
  readonly name?: string
  /** Skills in TypeScript. */
  readonly skills?: readonly SkillDefinition[]
  /** Where skills that are files come from. */
  readonly skillManager?: SkillManager
  /** `single`, the default, has at most one active skill; `multi` keeps several. */
  readonly mode?: 'single' | 'multi'
  /** What may be called without asking. */
  readonly policy?: Policy
  /** Asks the user; without it, what has to be asked for is refused. */
  readonly approve?: AskPermission
  /** Starts the servers of skills; without it, skills that bring servers cannot be activated. */
  readonly startServer?: StartServer
  /** The folder that the conversation is about. */
  readonly workdir?: string
  /** How long a hook of a skill may take before it has failed; 30 seconds, if left out. */
  readonly hookMilliseconds?: number
  /** Told of everything that is counted: `createMetricsFile` makes one that keeps it. What it throws or rejects with is dropped. */
  readonly onMetrics?: (event: MetricsEvent) => unknown
}
