/** What the dashboard needs from the program that serves it. It knows neither MCP nor the command line, so both hand in their parts. */

import type { KnownSkills } from '../manager/known-skills.js'
import type { SkillManager } from '../manager/skill-manager.js'
import type { StartServer } from '../workspace/activation/server.js'
import type { MetricsEvent } from '../workspace/metrics/metrics.js'

export interface DashboardOptions {
  /** The skills that MCP clients of the same process get. */
  readonly known: KnownSkills
  readonly skillManager: SkillManager
  /** The token of the printed address. */
  readonly token: string
  readonly port: number
  /** The directory of the built pages. */
  readonly assets: string
  /** Adds the options that a command needs to find the same skills, such as `--root examples/skills`. */
  readonly completeCommand: (command: string) => string
  /** The address of the MCP endpoint of the same server. */
  readonly mcpUrl: string
  /** Calls back with each metrics event of MCP clients. Call the returned function to stop. */
  readonly onActivity?: (listener: (event: MetricsEvent) => void) => () => void
  /** The file that `metier stats` reads, and a function that writes pending events to it. */
  readonly metrics?: { readonly path: string; flush(): void }
  /** The names of the tools that the MCP endpoint of the same server offers. */
  readonly listServedTools?: () => Promise<readonly string[]>
  /** What the model of an MCP client sees before it calls a tool. */
  readonly viewClient?: (client: string) => Promise<ClientTexts>
  /** Starts the MCP servers of skills. */
  readonly startServer?: StartServer
  readonly onError?: (error: unknown) => void
}

/** The texts of a server as a client cuts them. */
interface ClientTexts {
  readonly instructions: string | undefined
  readonly tools: readonly { readonly name: string; readonly description: string | undefined }[]
}
