/** What a host may say to an MCP server, and what holds where it says nothing. */

import type { SkillManager } from '../../manager/skill-manager.js'
import type { Delivery } from '../../tools/workspace-tools.js'
import type { StartServer } from '../../workspace/activation/server.js'
import type { SkillDefinition } from '../../workspace/define-skill.js'
import type { MetricsEvent } from '../../workspace/metrics/metrics.js'
import type { Policy } from '../../workspace/permission/policy.js'
import type { ToolProfile } from './profiles.js'

export interface McpServerOptions {
  /** Need not have looked around yet: that is done when the first client asks for something. */
  readonly skillManager: SkillManager
  /** Which of the tool contracts are offered; `registry` where it is left out. */
  readonly profile?: ToolProfile
  /** How the tools of active skills reach clients; `toggle` where it is left out. */
  readonly delivery?: Delivery
  /** Skills in TypeScript, beside those that the manager finds. */
  readonly skills?: readonly SkillDefinition[]
  /** What tools of skills may do without asking. */
  readonly policy?: Policy
  /** Starts the servers of skills, in the place of the usual way. */
  readonly startServer?: StartServer
  /** Told of what is counted in every conversation: `createMetricsFile` makes one that keeps it. */
  readonly onMetrics?: (event: MetricsEvent) => unknown
  /** The folder that conversations are about. */
  readonly workdir?: string
  /** How the server calls itself. */
  readonly name?: string
  readonly version?: string
  /** Told of what went wrong beside any request. */
  readonly onError?: (error: Error) => void
  /** Looks for changes on disk and tells clients of them; true where it is left out. */
  readonly watch?: boolean
}
