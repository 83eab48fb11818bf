/** Anthropic's tool use. */

import {
  type AdaptableTool,
  copySchema,
  descriptionOf,
  isOffered,
  nameOf,
  type ObjectSchema,
  requireDistinctNames,
  schemaOf,
} from './adaptable-tool.js'
import type { AdapterCallOptions, AdapterOptions } from './adapter-options.js'
import { callTool } from './call-tool.js'

/** A tool for `messages.create({ tools })`. */
export interface AnthropicTool {
  name: string
  description: string
  input_schema: ObjectSchema
}

/** A tool for `beta.messages.toolRunner({ tools })`. */
export interface AnthropicRunnableTool extends AnthropicTool {
  run: (input: unknown, context?: { readonly signal?: AbortSignal | null | undefined }) => Promise<string>
  parse: (input: unknown) => unknown
}

/** A `tool_use` block of a message. */
export interface AnthropicToolUse {
  readonly type: 'tool_use'
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** The block that answers it, for the next message of the user. */
export interface AnthropicToolResult {
  type: 'tool_result'
  tool_use_id: string
  content: string
  is_error: boolean
}

/** The tools as Anthropic takes them; those that are not active are left out. Ask again before each request. */
export function toAnthropicTools(tools: readonly AdaptableTool[], options: AdapterOptions = {}): AnthropicTool[] {
  requireDistinctNames(tools)
  const offered = tools.filter((tool) => isOffered(tool, options))
  return offered.map((tool) => ({
    name: nameOf(tool),
    description: descriptionOf(tool),
    input_schema: copySchema(schemaOf(tool)),
  }))
}

/**
 * The tools for Anthropic's own loop, `client.beta.messages.toolRunner`. The runner marks as an error only what is
 * thrown, and puts `Error: ` before it.
 */
export function toAnthropicRunnableTools(
  tools: readonly AdaptableTool[],
  options: AdapterOptions = {},
): AnthropicRunnableTool[] {
  return toAnthropicTools(tools, options).map((tool) => ({
    ...tool,
    parse: (input) => input,
    run: async (input, { signal } = {}) => {
      const request = { name: tool.name, input }
      const { text, isError } = await callTool(tools, request, { ...options, signal: signal ?? undefined })
      if (isError) throw new Error(text)
      return text
    },
  }))
}

/**
 * Runs one call and gives the block that answers it with the same id. Never throws: a tool that is unknown, not active
 * or failing is told to the model as an error.
 */
export async function handleAnthropicToolUse(
  block: AnthropicToolUse,
  tools: readonly AdaptableTool[],
  options: AdapterCallOptions = {},
): Promise<AnthropicToolResult> {
  const { text, isError } = await callTool(tools, block, options)
  return { type: 'tool_result', tool_use_id: block.id, content: text, is_error: isError }
}
