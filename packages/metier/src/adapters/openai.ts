/** OpenAI's two interfaces for function calling: Chat Completions and Responses. */

import {
  type AdaptableTool,
  descriptionOf,
  nameOf,
  type ObjectSchema,
  objectSchemaOf,
  selectOffered,
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

/** Options of `toOpenAITools`. */
export interface OpenAIOptions<Api extends 'chat' | 'responses' = 'chat' | 'responses'> extends AdapterOptions {
  /** Which interface the tools are for; `chat` if left out. */
  readonly api?: Api | undefined
  /** Asks the model to follow the schema exactly. A tool whose schema does not allow it stays as it is. */
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

/** The message that answers a call of Chat Completions. */
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

/** The answer to a call, in the form of the interface that the call came from. */
export type OpenAIAnswer<Call> = Call extends OpenAIResponsesCall ? OpenAIToolOutput : OpenAIToolMessage

/**
 * Turns tools into tools for OpenAI, without those that are not active. Call it again before each request.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { toOpenAITools } from 'metier/openai'
 * import { createTools } from 'metier/tools'
 *
 * const tools = createTools({ skillManager: await SkillManager.open() })
 * const request = { model: 'gpt-5', input: 'Read report.pdf', tools: toOpenAITools(tools, { api: 'responses' }) }
 */
export function toOpenAITools<Api extends 'chat' | 'responses' = 'chat'>(
  tools: readonly AdaptableTool[],
  options: OpenAIOptions<Api> = {},
): (Api extends 'responses' ? OpenAIResponsesTool : OpenAIChatTool)[] {
  const compose = options.api === 'responses' ? toResponsesTool : toChatTool
  const offered = selectOffered(tools, options)
  return offered.map((tool) => compose(tool, options.strict === true)) as ReturnType<typeof toOpenAITools<Api>>
}

/**
 * Turns tools into tools for OpenAI's own loop, `client.chat.completions.runTools`. The list stays the same for the
 * whole run.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { toOpenAIRunnableTools } from 'metier/openai'
 * import { createTools } from 'metier/tools'
 *
 * const tools = createTools({ skillManager: await SkillManager.open() })
 * const settings = { model: 'gpt-5', tools: toOpenAIRunnableTools(tools) }
 */
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
 * Runs one call and returns the message or the input item that answers it. Never throws: a tool that is unknown,
 * inactive or failing, and arguments that are not JSON, give an error for the model.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { handleOpenAICall } from 'metier/openai'
 * import { createTools } from 'metier/tools'
 *
 * const tools = createTools({ skillManager: await SkillManager.open() })
 * const call = { type: 'function_call', call_id: 'call_1', name: 'skill', arguments: '{"skill":"pdf"}' } as const
 * const { output } = await handleOpenAICall(call, tools)
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
  const id = 'call_id' in toolCall ? toolCall.call_id : toolCall.id
  const { text } = await callTool(tools, { ...request, id }, options)
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
  const schema = objectSchemaOf(tool)
  const strictSchema = strict ? toStrictSchema(schema) : undefined
  const definition = { name: nameOf(tool), description: describe(tool), parameters: strictSchema ?? schema }
  return { type: 'function', function: strictSchema === undefined ? definition : { ...definition, strict: true } }
}

/** Uses the description that a tool's contract fixes for OpenAI, if there is one. */
function describe(tool: AdaptableTool): string {
  const { config } = tool as { readonly config?: { readonly function?: { readonly description?: unknown } } }
  const fixed = config?.function?.description
  return typeof fixed === 'string' ? fixed : descriptionOf(tool)
}

function toResponsesTool(tool: AdaptableTool, strict: boolean): OpenAIResponsesTool {
  const { strict: isStrict = false, ...definition } = toChatTool(tool, strict).function
  // Always set, because Responses treats a missing `strict` as true.
  return { type: 'function', ...definition, strict: isStrict }
}
