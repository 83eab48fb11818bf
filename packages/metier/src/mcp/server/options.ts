/** The options of an MCP server and their defaults. */

import type { SkillManager } from '../../manager/skill-manager.js'
import type { Delivery } from '../../tools/workspace-tools.js'
import type { StartServer } from '../../workspace/activation/server.js'
import type { SkillDefinition } from '../../workspace/define-skill.js'
import type { MetricsEvent } from '../../workspace/metrics/metrics.js'
import type { Policy } from '../../workspace/permission/policy.js'
import type { ToolProfile } from './profiles.js'

/** Options of an MCP server. */
export interface McpServerOptions {
  /** The manager whose skills are served. Skills are discovered when the first client asks for something. */
  readonly skillManager: SkillManager
  /** Which tools are offered; `registry` if left out. */
  readonly profile?: ToolProfile
  /** How the tools of active skills reach clients; `toggle` if left out. */
  readonly delivery?: Delivery
  /** Skills written in TypeScript, in addition to those that the manager finds. */
  readonly skills?: readonly SkillDefinition[]
  /** Rules for what tools of skills may do without asking. Those of the user's configuration apply too. */
  readonly policy?: Policy
  /** Starts the servers of skills; `startServer` from `metier/workspace` if left out. */
  readonly startServer?: StartServer
  /** Called with every event that is counted in any conversation. `createMetricsFile` creates such a function. */
  readonly onMetrics?: (event: MetricsEvent) => unknown
  /** How often each skill was activated, by name. If not all skills fit into a client's list, the most used are listed first. */
  readonly countUses?: () => ReadonlyMap<string, number>
  /**
   * The directory in which `serveMcpOverStdio` keeps what is active for clients that start a process per call, for 30 minutes. If left out,
   * an activation ends with its process.
   */
  readonly activationsFolder?: string
  /** The directory that conversations are about; the current directory if left out. */
  readonly workdir?: string
  /** The name of the server; `metier` if left out. */
  readonly name?: string
  /** The version of the server; `0.0.0` if left out. */
  readonly version?: string
  /** Called with errors that belong to no request. */
  readonly onError?: (error: Error) => void
  /** Whether to watch the disk and notify clients of changes; true if left out. */
  readonly watch?: boolean
}
