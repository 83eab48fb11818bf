/** OpenAI's Agents SDK, which asks each tool before each turn whether it is enabled. */

import {
  type AdaptableTool,
  descriptionOf,
  isOffered,
  nameOf,
  type ObjectSchema,
  objectSchemaOf,
  requireTools,
} from './adaptable-tool.js'
import type { AdapterOptions } from './adapter-options.js'
import { callTool } from './call-tool.js'
import { toStrictSchema } from './strict-schema.js'

/** The schema of an object with every field that the SDK expects. */
export interface OpenAIAgentsSchema {
  type: 'object'
  properties: Record<string, Record<string, unknown>>
  required: string[]
  additionalProperties: boolean
}

/** A tool for `new Agent({ tools })`. */
export interface OpenAIAgentsTool {
  readonly type: 'function'
  readonly name: string
  readonly description: string
  readonly parameters: OpenAIAgentsSchema
  readonly strict: boolean
  invoke(
    context: unknown,
    input: string,
    details?: {
      readonly signal?: AbortSignal | undefined
      readonly toolCall?: { readonly callId?: string | undefined } | undefined
    },
  ): Promise<string>
  readonly needsApproval: () => Promise<boolean>
  isEnabled(): Promise<boolean>
}

/** Options of `toOpenAIAgentsTools`. */
export interface OpenAIAgentsOptions extends AdapterOptions {
  /** Asks the model to follow the schema exactly. A tool whose schema does not allow it stays as it is. */
  readonly strict?: boolean | undefined
  /**
   * The SDK's own `tool` function. Without it, the SDK does not know that these tools never need approval, and ends the
   * run to ask for one when a model sends malformed arguments. With it, the model gets an error.
   */
  readonly tool?: ((options: never) => { readonly needsApproval: unknown }) | undefined
}

/**
 * Turns tools into tools of OpenAI's Agents SDK. All of them are listed: the SDK asks each before each turn whether it
 * is enabled, and a disabled tool refuses.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { toOpenAIAgentsTools } from 'metier/openai-agents'
 * import { createTools } from 'metier/tools'
 *
 * const tools = toOpenAIAgentsTools(createTools({ skillManager: await SkillManager.open() }))
 */
export function toOpenAIAgentsTools(
  tools: readonly AdaptableTool[],
  options: OpenAIAgentsOptions = {},
): OpenAIAgentsTool[] {
  requireTools(tools)
  const needsApproval = findApprovalPolicy(options) ?? (async () => false)
  return tools.map((tool) => toOpenAIAgentsTool(tool, { ...options, needsApproval }))
}

/** The SDK recognizes its own policies by identity, so all tools share one that never asks. */
function findApprovalPolicy({ tool }: OpenAIAgentsOptions): (() => Promise<boolean>) | undefined {
  const parameters = toAgentsSchema({ type: 'object' })
  const model = { name: 'never', description: '', parameters, strict: false, execute: async () => '' }
  return tool?.(model as never).needsApproval as (() => Promise<boolean>) | undefined
}

function toOpenAIAgentsTool(
  tool: AdaptableTool,
  options: OpenAIAgentsOptions & Pick<OpenAIAgentsTool, 'needsApproval'>,
): OpenAIAgentsTool {
  const name = nameOf(tool)
  const strictSchema = () => (options.strict === true ? toStrictSchema(objectSchemaOf(tool)) : undefined)
  return {
    type: 'function',
    name,
    get description() {
      return descriptionOf(tool)
    },
    get parameters() {
      return toAgentsSchema(strictSchema() ?? objectSchemaOf(tool))
    },
    get strict() {
      return strictSchema() !== undefined
    },
    invoke: async (_, input, { signal, toolCall } = {}) =>
      (await callTool([tool], { name, input, id: toolCall?.callId }, { ...options, signal })).text,
    needsApproval: options.needsApproval,
    isEnabled: async () => isOffered(tool, options),
  }
}

function toAgentsSchema(schema: ObjectSchema): OpenAIAgentsSchema {
  return { properties: {}, required: [], additionalProperties: true, ...schema }
}
