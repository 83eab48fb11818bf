/** OpenAI's Agents SDK, which asks each tool before each turn whether it is enabled. */

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
import type { AdapterOptions } from './adapter-options.js'
import { callTool } from './call-tool.js'
import { toStrictSchema } from './strict-schema.js'

/** The schema of an object with all that this library wants to find in it. */
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
  invoke(context: unknown, input: string, details?: { readonly signal?: AbortSignal | undefined }): Promise<string>
  readonly needsApproval: () => Promise<boolean>
  isEnabled(): Promise<boolean>
}

/** What the tools for OpenAI's Agents SDK can be told. */
export interface OpenAIAgentsOptions extends AdapterOptions {
  /** Asks the model to keep to the schema exactly. Tools whose schema cannot be put that way stay as they are. */
  readonly strict?: boolean | undefined
  /**
   * The SDK's own `tool` function. Without it the SDK cannot know that our tools never ask for approval, and where a model
   * sends malformed arguments it ends the run to ask for one; with it, the model is told.
   */
  readonly tool?: ((options: never) => { readonly needsApproval: unknown }) | undefined
}

/** The tools, all of them: each says before each turn whether it is enabled, and one that is not refuses. */
export function toOpenAIAgentsTools(
  tools: readonly AdaptableTool[],
  options: OpenAIAgentsOptions = {},
): OpenAIAgentsTool[] {
  requireDistinctNames(tools)
  const needsApproval = findApprovalPolicy(options) ?? (async () => false)
  return tools.map((tool) => toOpenAIAgentsTool(tool, { ...options, needsApproval }))
}

/** The SDK knows by identity the policies that it made itself: one that says never serves for all tools. */
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
  const strictSchema = () => (options.strict === true ? toStrictSchema(copySchema(schemaOf(tool))) : undefined)
  return {
    type: 'function',
    name,
    get description() {
      return descriptionOf(tool)
    },
    get parameters() {
      return toAgentsSchema(strictSchema() ?? copySchema(schemaOf(tool)))
    },
    get strict() {
      return strictSchema() !== undefined
    },
    invoke: async (_, input, { signal } = {}) => (await callTool([tool], { name, input }, { ...options, signal })).text,
    needsApproval: options.needsApproval,
    isEnabled: async () => isOffered(tool, options),
  }
}

function toAgentsSchema(schema: ObjectSchema): OpenAIAgentsSchema {
  return { properties: {}, required: [], additionalProperties: true, ...schema }
}
