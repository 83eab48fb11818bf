/** `metier/openai-agents`: tools for OpenAI's Agents SDK. */

export type { AdaptableTool } from './adapters/adaptable-tool.js'
export type { AdapterOptions } from './adapters/adapter-options.js'
export type { InputCheck, Issue } from './adapters/check-value.js'
export {
  type OpenAIAgentsOptions,
  type OpenAIAgentsSchema,
  type OpenAIAgentsTool,
  toOpenAIAgentsTools,
} from './adapters/openai-agents.js'
