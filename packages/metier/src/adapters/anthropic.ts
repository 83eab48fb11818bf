/** Anthropic's tool use. */

import {
  type AdaptableTool,
  descriptionOf,
  nameOf,
  type ObjectSchema,
  objectSchemaOf,
  selectOffered,
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

/** The block that answers it, for the user's next message. */
export interface AnthropicToolResult {
  type: 'tool_result'
  tool_use_id: string
  content: string
  is_error: boolean
}

/**
 * Turns tools into tools for Anthropic's messages, without those that are not active. Call it again before each
 * request.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { toAnthropicTools } from 'metier/anthropic'
 * import { createTools } from 'metier/tools'
 *
 * const tools = createTools({ skillManager: await SkillManager.open() })
 * const request = { model: 'claude-sonnet-5-5', max_tokens: 1024, tools: toAnthropicTools(tools) }
 */
export function toAnthropicTools(tools: readonly AdaptableTool[], options: AdapterOptions = {}): AnthropicTool[] {
  return selectOffered(tools, options).map((tool) => ({
    name: nameOf(tool),
    description: descriptionOf(tool),
    input_schema: objectSchemaOf(tool),
  }))
}

/**
 * Turns tools into tools for Anthropic's own loop, `client.beta.messages.toolRunner`. A failed call throws: the runner
 * marks only exceptions as errors, and prefixes them with `Error: `.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { toAnthropicRunnableTools } from 'metier/anthropic'
 * import { createTools } from 'metier/tools'
 *
 * const tools = createTools({ skillManager: await SkillManager.open() })
 * const settings = { model: 'claude-sonnet-5-5', max_tokens: 1024, tools: toAnthropicRunnableTools(tools) }
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
 * Runs one call and returns the block that answers it. Never throws: a tool that is unknown, inactive or failing gives
 * an error for the model.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { handleAnthropicToolUse } from 'metier/anthropic'
 * import { createTools } from 'metier/tools'
 *
 * const tools = createTools({ skillManager: await SkillManager.open() })
 * const block = { type: 'tool_use', id: 'toolu_1', name: 'skill', input: { skill: 'pdf' } } as const
 * const result = await handleAnthropicToolUse(block, tools)
 */
export async function handleAnthropicToolUse(
  block: AnthropicToolUse,
  tools: readonly AdaptableTool[],
  options: AdapterCallOptions = {},
): Promise<AnthropicToolResult> {
  const { text, isError } = await callTool(tools, block, options)
  return { type: 'tool_result', tool_use_id: block.id, content: text, is_error: isError }
}
