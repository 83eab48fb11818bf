/** The tools as MCP clients list and call them, whichever conversation they are asked in. */

import type { CallToolResult, ServerContext, Tool as McpTool } from '@modelcontextprotocol/server'
import type { ToolAnswer, ToolDefinition } from '../tools/agent-tool.js'
import { isToolName, jsonSchemaOf, type Tool } from '../workspace/tool.js'
import { callInWorkspace, type ConversationTool, createActivationTools } from './activation-tools.js'
import type { Conversation, Conversations, RequestPlace } from './conversation.js'
import type { Offering } from './offering.js'
import { annotationsOf, TOOL_TRAITS } from './tool-traits.js'

export interface ToolList {
  list(place: RequestPlace): Promise<readonly McpTool[]>
  /** Undefined where there is no such tool. */
  call(name: string, input: unknown, place: RequestPlace, context: ServerContext): Promise<CallToolResult | undefined>
}

export function createToolList(offering: Offering, conversations: Conversations): ToolList {
  const { skillManager, toolNames, tools, defineActivation, delivery } = offering
  const changing = createActivationTools({ skillManager, conversations, defineActivation })
  const byName = new Map<string, ConversationTool>(changing.map((tool) => [tool.name, tool]))
  const defineOwn = () =>
    toolNames.flatMap((name) => toOwnTool(tools.get(name)?.definition ?? byName.get(name)?.define()) ?? [])
  const isOwn = (name: string) => toolNames.includes(name)
  return {
    list: async (place) => {
      const listed = DELIVERED[delivery](conversations.find(place))
      return [...defineOwn(), ...listed.filter(({ toolName }) => isToolName(toolName) && !isOwn(toolName)).map(toSkillTool)]
    },
    call: async (name, input, place, context) => {
      const { signal } = context.mcpReq
      const answer = await callAny(name, input, place, { signal })
      return answer && toResult(answer)
    },
  }

  async function callAny(name: string, input: unknown, place: RequestPlace, options: { readonly signal: AbortSignal }) {
    const shared = isOwn(name) ? tools.get(name) : undefined
    if (shared !== undefined) return shared.call(input, options)
    const own = isOwn(name) ? byName.get(name) : undefined
    if (own !== undefined) return own.call(input, place, options)
    const conversation = conversations.find(place)
    return conversation && callInWorkspace(conversation, name, input, options)
  }
}

type Deliver = (conversation: Conversation | undefined) => readonly Tool[]

/** Which tools of skills are listed; through `call_skill_tool` they are reached in any case. */
const DELIVERED: Readonly<Record<Offering['delivery'], Deliver>> = {
  toggle: (conversation) => conversation?.workspace.getAvailableTools() ?? [],
  static: (conversation) => conversation?.workspace.getAvailableTools() ?? [],
  dispatch: () => [],
}

function toOwnTool(definition: ToolDefinition | undefined): McpTool | undefined {
  if (definition === undefined) return undefined
  const { name, description, inputSchema } = definition
  const { title, annotations, outputSchema } = TOOL_TRAITS[name] ?? {}
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema: inputSchema as McpTool['inputSchema'],
    ...(outputSchema !== undefined && { outputSchema: outputSchema as NonNullable<McpTool['outputSchema']> }),
    ...(annotations !== undefined && { annotations }),
  }
}

function toSkillTool(tool: Tool): McpTool {
  const schema = jsonSchemaOf(tool)
  return {
    name: tool.toolName,
    description: tool.desc,
    // MCP wants an object at the root, whatever else the schema says.
    inputSchema: (schema.type === 'object' ? schema : { type: 'object' }) as McpTool['inputSchema'],
    annotations: annotationsOf(tool.category),
  }
}

function toResult({ text, isError, data }: ToolAnswer): CallToolResult {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data)
  return {
    content: [{ type: 'text', text }],
    ...(isObject && { structuredContent: data as Record<string, unknown> }),
    ...(isError && { isError }),
  }
}
