/** Tools that are not always worth offering: with no skill to activate, a model is not told that it could. */

import type { AgentTool, ToolDefinition } from './agent-tool.js'

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
