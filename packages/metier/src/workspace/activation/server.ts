/** What the workspace needs of a server that brings tools; starting one is handed in. */

import type { Result } from '../../skill/failure.js'
import type { JsonSchema } from '../../skill/json-schema.js'

export interface ServerRequest {
  /** As `tools.yaml` calls it. */
  readonly name: string
  /** The program and its arguments; left out for a server that is reached by URL. */
  readonly command?: readonly string[]
  /** The same as `tools.yaml` has it, for whoever is asked about it. */
  readonly written?: readonly string[]
  readonly url?: string
  /** Only these of its tools; all, where left out. */
  readonly tools?: readonly string[]
  readonly cwd: string
  /** Everything the program sees of the environment. */
  readonly environment: Readonly<Record<string, string>>
  /** Within which it must have listed its tools. */
  readonly startMilliseconds: number
  readonly callMilliseconds: number
}

export interface ServerTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
}

/** A server that has come up. */
export interface RunningServer {
  readonly tools: readonly ServerTool[]
  /** What the tool answered, or why it did not. */
  call(tool: string, params: unknown, signal: AbortSignal): Promise<Result<unknown>>
  /** The last lines that it wrote to stderr. */
  stderr(): string
  /** Resolves when it is gone, for whatever reason. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** Starts a server and lists its tools; a failure leaves nothing running. */
export type StartServer = (request: ServerRequest, signal?: AbortSignal) => Promise<Result<RunningServer>>
