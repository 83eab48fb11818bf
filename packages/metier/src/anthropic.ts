/** `metier/anthropic`: tools for Anthropic's messages. */

export type { AdaptableTool } from './adapters/adaptable-tool.js'
export type { AdapterCallOptions, AdapterOptions, InputCheck } from './adapters/adapter-options.js'
export {
  type AnthropicRunnableTool,
  type AnthropicTool,
  type AnthropicToolResult,
  type AnthropicToolUse,
  handleAnthropicToolUse,
  toAnthropicRunnableTools,
  toAnthropicTools,
} from './adapters/anthropic.js'
export type { Issue } from './adapters/check-value.js'
export type { ObjectSchema } from './adapters/object-schema.js'
