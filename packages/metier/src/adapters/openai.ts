/** OpenAI's two interfaces for function calling: Chat Completions and Responses. */

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
import { callTool, type ToolRequest } from './call-tool.js'
import { toStrictSchema } from './strict-schema.js'

/** A tool for `chat.completions.create({ tools })`. */
export interface OpenAIChatTool {
  type: 'function'
  function: { name: string; description: string; parameters: ObjectSchema; strict?: boolean }
}

/** A tool for `responses.create({ tools })`. */
export interface OpenAIResponsesTool {
  type: 'function'
  name: string
  description: string
  parameters: ObjectSchema
  strict: boolean
}

/** A tool for `chat.completions.runTools({ tools })`. */
export interface OpenAIRunnableTool {
  type: 'function'
  function: OpenAIChatTool['function'] & { function: (input: string) => Promise<string> }
}

/** What the tools for OpenAI can be told. */
export interface OpenAIOptions<Api extends 'chat' | 'responses' = 'chat' | 'responses'> extends AdapterOptions {
  /** Which of the two interfaces: `chat` unless you say otherwise. */
  readonly api?: Api | undefined
  /** Asks the model to keep to the schema exactly. Tools whose schema cannot be put that way stay as they are. */
  readonly strict?: boolean | undefined
}

/** A call in a Chat Completions message. Servers that only resemble OpenAI leave out the type. */
export type OpenAIChatCall =
  | { readonly id: string; readonly type?: 'function'; readonly function: { name: string; arguments: string } }
  | { readonly id: string; readonly type: 'custom'; readonly custom: { name: string; input: string } }

/** A call among the output items of a response. */
export interface OpenAIResponsesCall {
  readonly type: 'function_call'
  readonly call_id: string
  readonly name: string
  readonly arguments: string
}

/** The message that answers a call of Chat Completions (G-6). */
export interface OpenAIToolMessage {
  role: 'tool'
  tool_call_id: string
  name: string
  content: string
}

/** The input item that answers a call of Responses. */
export interface OpenAIToolOutput {
  type: 'function_call_output'
  call_id: string
  output: string
}

/** What answers a call is of the interface that the call came from. */
export type OpenAIAnswer<Call> = Call extends OpenAIResponsesCall ? OpenAIToolOutput : OpenAIToolMessage

/**
 * The tools as OpenAI takes them; those that are not active are left out. Ask again before each request.
 *
 * @example
 * await client.responses.create({ model, input, tools: toOpenAITools(tools, { api: 'responses' }) })
 */
export function toOpenAITools<Api extends 'chat' | 'responses' = 'chat'>(
  tools: readonly AdaptableTool[],
  options: OpenAIOptions<Api> = {},
): (Api extends 'responses' ? OpenAIResponsesTool : OpenAIChatTool)[] {
  requireDistinctNames(tools)
  const compose = options.api === 'responses' ? toResponsesTool : toChatTool
  const offered = tools.filter((tool) => isOffered(tool, options))
  return offered.map((tool) => compose(tool, options.strict === true)) as ReturnType<typeof toOpenAITools<Api>>
}

/** The tools for OpenAI's own loop, `client.chat.completions.runTools`; the list stays as it is for the whole run. */
export function toOpenAIRunnableTools(
  tools: readonly AdaptableTool[],
  options: OpenAIOptions<'chat'> & AdapterCallOptions = {},
): OpenAIRunnableTool[] {
  return toOpenAITools(tools, options).map((tool) => {
    const { name } = tool.function
    const run = async (input: string) => (await callTool(tools, { name, input }, options)).text
    return { type: 'function', function: { ...tool.function, function: run } }
  })
}

/**
 * Runs one call and gives the message, or the input item, that answers it with the same id. Never throws: a tool that is
 * unknown, not active or failing, and arguments that are no JSON, are told to the model.
 */
export async function handleOpenAICall<Call extends OpenAIChatCall | OpenAIResponsesCall>(
  toolCall: Call,
  tools: readonly AdaptableTool[],
  options: AdapterCallOptions = {},
): Promise<OpenAIAnswer<Call>> {
  return (await answer(toolCall, tools, options)) as OpenAIAnswer<Call>
}

async function answer(
  toolCall: OpenAIChatCall | OpenAIResponsesCall,
  tools: readonly AdaptableTool[],
  options: AdapterCallOptions,
): Promise<OpenAIToolMessage | OpenAIToolOutput> {
  const request = toRequest(toolCall)
  const { text } = await callTool(tools, request, options)
  return 'call_id' in toolCall
    ? { type: 'function_call_output', call_id: toolCall.call_id, output: text }
    : { role: 'tool', tool_call_id: toolCall.id, name: request.name, content: text }
}

function toRequest(toolCall: OpenAIChatCall | OpenAIResponsesCall): ToolRequest {
  if ('custom' in toolCall) return toolCall.custom
  const { name, arguments: input } = 'function' in toolCall ? toolCall.function : toolCall
  return { name, input }
}

function toChatTool(tool: AdaptableTool, strict: boolean): OpenAIChatTool {
  const schema = copySchema(schemaOf(tool))
  const strictSchema = strict ? toStrictSchema(schema) : undefined
  const definition = { name: nameOf(tool), description: describe(tool), parameters: strictSchema ?? schema }
  return { type: 'function', function: strictSchema === undefined ? definition : { ...definition, strict: true } }
}

/** A tool whose contract fixes its form for this very library is described in the contract's words (W-3, W-4). */
function describe(tool: AdaptableTool): string {
  const { config } = tool as { readonly config?: { readonly function?: { readonly description?: unknown } } }
  const fixed = config?.function?.description
  return typeof fixed === 'string' ? fixed : descriptionOf(tool)
}

function toResponsesTool(tool: AdaptableTool, strict: boolean): OpenAIResponsesTool {
  const { strict: isStrict = false, ...definition } = toChatTool(tool, strict).function
  // Said in any case: Responses takes a missing `strict` for true.
  return { type: 'function', ...definition, strict: isStrict }
}
