/** The one form in which every tool can be handed to any host, whatever its contract's own shape. */

import type { JsonSchema } from '../skill/json-schema.js'
import type { ServerAnswer } from '../workspace/tools/server-answer.js'
import type { ToolClient } from '../workspace/tools/tool-client.js'

/** What a model sees of a tool. */
export interface ToolDefinition {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
}

/** The answer of a call. */
export interface ToolAnswer {
  /** The text for the model. */
  readonly text: string
  /** Whether the call failed. */
  readonly isError: boolean
  /** The contract's own result object. */
  readonly data: unknown
  /** The whole answer of a skill's MCP server, if it was called; for hosts that pass on more than text. */
  readonly answer?: ServerAnswer | undefined
}

/** Options of a call. */
export interface CallOptions {
  /** Gives up on the call when it is aborted. */
  readonly signal?: AbortSignal | undefined
  /** The client that calls, if the tools and servers of skills can talk to it. */
  readonly client?: ToolClient | undefined
}

/** A tool that an adapter can hand to an agent library. */
export interface AgentTool {
  /** What a model sees now. It is the same object until something changes. */
  readonly definition: ToolDefinition
  /** Calls the tool. Never throws for a refusal: the answer says so in the contract's words. */
  call(input: unknown, options?: CallOptions): Promise<ToolAnswer>
}

/** A tool that can be called at any time, but is offered to a model only while it has a definition. */
export interface OfferableTool extends Omit<AgentTool, 'definition'> {
  readonly name: string
  /** Undefined while the tool can do nothing for a model. */
  readonly definition: ToolDefinition | undefined
}

/**
 * The tools to offer to a model now. Call it again after skills have changed.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { createTools, offerTools } from 'metier/tools'
 *
 * const tools = createTools({ skillManager: await SkillManager.open() })
 * const names = offerTools(tools).map((tool) => tool.definition.name)
 */
export function offerTools<T extends OfferableTool>(tools: readonly T[]): readonly (T & AgentTool)[] {
  return tools.filter((tool): tool is T & AgentTool => tool.definition !== undefined)
}
