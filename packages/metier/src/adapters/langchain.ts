/** LangChain: tools for its agents and models, and the middleware that switches them. */

import { isRecord } from '../skill/unknown-value.js'
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
import { findInvalidArguments, restoreInvalidCalls } from './langchain-calls.js'

/**
 * A tool for `createAgent({ tools })` and `model.bindTools(tools)`. It is a type alias, since LangChain does not take
 * an interface for a record.
 */
export type LangChainTool = {
  /** Tells LangChain that it runs the tool itself, and not the provider. */
  readonly lc_runnable: true
  /** Tells LangChain that `schema` belongs to a tool. */
  readonly lc_namespace: string[]
  readonly name: string
  readonly description: string
  readonly schema: ObjectSchema
  /** Takes a tool call or bare arguments and returns the text for the model. */
  invoke(input: unknown, config?: { readonly signal?: AbortSignal | undefined }): Promise<string>
}

/** What the middleware reads of a request to the model. */
interface ModelRequest {
  readonly tools: readonly unknown[]
}

/** What the middleware reads of a request to a tool. */
interface ToolCallRequest {
  readonly toolCall: { readonly id?: string | undefined; readonly name: string; readonly args: unknown }
  readonly state: { readonly messages: readonly unknown[] }
  readonly runtime?: { readonly signal?: AbortSignal | undefined } | undefined
}

/** A middleware for `createAgent({ middleware })`. */
export interface SkillsMiddleware {
  name: string
  tools: LangChainTool[]
  wrapModelCall<Request extends ModelRequest, Answer>(
    request: Request,
    handler: (request: Request) => Answer | Promise<Answer>,
  ): Promise<Answer>
  wrapToolCall<Request extends ToolCallRequest, Answer>(
    request: Request,
    handler: (request: Request) => Answer | Promise<Answer>,
  ): Promise<Answer>
}

/**
 * Turns tools into LangChain tools. All of them are listed, and an inactive one refuses. To show only active ones at
 * each step, use `skillsMiddleware`.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { toLangChainTools } from 'metier/langchain'
 * import { createTools } from 'metier/tools'
 *
 * const tools = toLangChainTools(createTools({ skillManager: await SkillManager.open() }))
 */
export function toLangChainTools(tools: readonly AdaptableTool[], options: AdapterOptions = {}): LangChainTool[] {
  requireTools(tools)
  return tools.map((tool) => toLangChainTool(tool, options))
}

/**
 * Creates a middleware that adds the tools and shows the model those that are active at each step. A failed call is
 * marked as an error, and the contract's own result object is the message's `artifact`.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { skillsMiddleware } from 'metier/langchain'
 * import { createTools } from 'metier/tools'
 *
 * const tools = createTools({ skillManager: await SkillManager.open() })
 * const settings = { model: 'openai:gpt-5', middleware: [skillsMiddleware(tools)] }
 */
export function skillsMiddleware(tools: readonly AdaptableTool[], options: AdapterOptions = {}): SkillsMiddleware {
  const own = new Map(tools.map((tool) => [nameOf(tool), tool]))
  const isShown = (entry: unknown): boolean => {
    const tool = isRecord(entry) ? own.get(String(entry.name)) : undefined
    return tool === undefined || isOffered(tool, options)
  }
  return {
    name: 'metier-skills',
    tools: toLangChainTools(tools, options),
    wrapModelCall: async (request, handler) => {
      const message = await handler({ ...request, tools: request.tools.filter(isShown) })
      restoreInvalidCalls(message, (name) => own.has(name))
      return message
    },
    wrapToolCall: async (request, handler) => {
      const { toolCall, state, runtime } = request
      if (!own.has(toolCall.name)) return handler(request)
      const input = findInvalidArguments(state.messages, toolCall.id) ?? toolCall.args
      const asked = { name: toolCall.name, input, id: toolCall.id }
      const { text, isError, data } = await callTool(tools, asked, { ...options, signal: runtime?.signal })
      // LangChain creates the message, since only it has the class. The answer itself is already known.
      const message = await handler({ ...request, tool: { name: toolCall.name, invoke: async () => text } })
      if (isRecord(message) && 'tool_call_id' in message)
        Object.assign(message, { artifact: data, ...(isError && { status: 'error' }) })
      return message
    },
  }
}

function toLangChainTool(tool: AdaptableTool, options: AdapterOptions): LangChainTool {
  const name = nameOf(tool)
  return {
    lc_runnable: true,
    lc_namespace: ['metier', 'tools'],
    name,
    get description() {
      return descriptionOf(tool)
    },
    get schema() {
      return objectSchemaOf(tool)
    },
    invoke: async (input, { signal } = {}) => {
      const request = { name, input: isToolCall(input) ? input.args : input }
      return (await callTool([tool], request, { ...options, signal })).text
    },
  }
}

function isToolCall(input: unknown): input is Readonly<Record<string, unknown>> {
  return isRecord(input) && input.type === 'tool_call' && 'args' in input
}
