/** The one form in which every tool can be handed to any host, whatever its own contract's shape. */

import type { JsonSchema } from '../skill/json-schema.js'

/** What a model is told of a tool. */
export interface ToolDefinition {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
}

/** What a call gave. */
export interface ToolAnswer {
  /** Exactly what the model is given. */
  readonly text: string
  readonly isError: boolean
  /** The contract's own result object. */
  readonly data: unknown
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

/** A tool that an adapter can hand to an agent library. The tools of the five contracts are all of this form as well. */
export interface AgentTool {
  /** Generated from what is known now; the same object until that changes. */
  readonly definition: ToolDefinition
  /** Never throws for a domain failure: the answer says so in the contract's words. */
  call(input: unknown, options?: CallOptions): Promise<ToolAnswer>
}

/** A tool that can be called at any time, but is offered only while it has a definition. */
export interface OfferableTool extends Omit<AgentTool, 'definition'> {
  readonly name: string
  /** Undefined while there is nothing it could do for a model. */
  readonly definition: ToolDefinition | undefined
}

/** The tools that a model is told of now. Ask again after skills have changed. */
export function offerTools<T extends OfferableTool>(tools: readonly T[]): readonly (T & AgentTool)[] {
  return tools.filter((tool): tool is T & AgentTool => tool.definition !== undefined)
}
