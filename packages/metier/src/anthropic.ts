/** `metier/anthropic`: tools for Anthropic's messages. */

export type { AdaptableTool, ObjectSchema } from './adapters/adaptable-tool.js'
export type { AdapterCallOptions, AdapterOptions } from './adapters/adapter-options.js'
export {
  type AnthropicRunnableTool,
  type AnthropicTool,
  type AnthropicToolResult,
  type AnthropicToolUse,
  handleAnthropicToolUse,
  toAnthropicRunnableTools,
  toAnthropicTools,
} from './adapters/anthropic.js'
export type { InputCheck, Issue } from './adapters/check-value.js'
