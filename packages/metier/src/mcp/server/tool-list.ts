/** The tools as MCP clients list and call them, whichever conversation they are asked in. */

import type { CallToolResult, Tool as McpTool, ServerContext } from '@modelcontextprotocol/server'
import type { CallOptions, ToolAnswer, ToolDefinition } from '../../tools/agent-tool.js'
import { isToolName, jsonSchemaOf, type Tool } from '../../workspace/tools/tool.js'
import { type ConversationTool, callInWorkspace, createActivationTools } from './activation/activation-tools.js'
import type { Conversation, Conversations, RequestPlace } from './conversation.js'
import type { ServerOffer } from './offering.js'
import { annotationsOf, TOOL_TRAITS } from './tool-traits.js'

export interface ToolList {
  list(place: RequestPlace): Promise<readonly McpTool[]>
  /** Undefined where there is no such tool. */
  call(name: string, input: unknown, place: RequestPlace, context: ServerContext): Promise<CallToolResult | undefined>
}

export function createToolList(offering: ServerOffer, conversations: Conversations): ToolList {
  const { skillManager, toolNames, tools, defineActivation } = offering
  const changing = createActivationTools({ skillManager, conversations, defineActivation })
  const byName = new Map<string, ConversationTool>(changing.map((tool) => [tool.name, tool]))
  const isOwn = (name: string) => toolNames.includes(name)
  const callAny = async (name: string, input: unknown, place: RequestPlace, options: CallOptions) => {
    const shared = isOwn(name) ? tools.get(name) : undefined
    if (shared !== undefined) return shared.call(input, options)
    const own = isOwn(name) ? byName.get(name) : undefined
    if (own !== undefined) return own.call(input, place, options)
    return callBrought(offering, conversations.find(place), name, input, options)
  }
  return {
    list: async (place) => {
      const own = toolNames.map((name) => toOwnTool(tools.get(name)?.definition ?? byName.get(name)?.define()))
      const brought = await listBrought(offering, conversations.find(place))
      const listed = brought.filter(({ toolName }) => isToolName(toolName) && !isOwn(toolName))
      return [...own.filter((tool) => tool !== undefined), ...listed.map(toSkillTool)]
    },
    call: async (name, input, place, context) => {
      const answer = await callAny(name, input, place, { signal: context.mcpReq.signal })
      return answer && toResult(answer)
    },
  }
}

/** The tools of skills that are listed; through `call_skill_tool` they are reached in any case. */
async function listBrought({ delivery, findPotentialTools }: ServerOffer, conversation: Conversation | undefined) {
  if (delivery === 'dispatch' || (delivery === 'toggle' && conversation === undefined)) return []
  const active = conversation?.workspace.getAvailableTools() ?? []
  if (delivery === 'toggle') return active
  const names = new Set(active.map(({ toolName }) => toolName))
  // A conversation knows the tools of servers that it has had.
  const had = conversation?.workspace.potentialTools.values() ?? []
  const others = [...(await findPotentialTools()).values(), ...had].map(({ tool }) => [tool.toolName, tool] as const)
  // In one order whatever is active: the list of a client that never looks again stays the same.
  const all = [...active, ...new Map(others.filter(([name]) => !names.has(name))).values()]
  return all.sort((a, b) => (a.toolName < b.toolName ? -1 : 1))
}

/** Undefined where nobody has or would bring such a tool: that is an error of the protocol, in every conversation and before one. */
async function callBrought(
  { findPotentialTools }: ServerOffer,
  conversation: Conversation | undefined,
  name: string,
  input: unknown,
  options: CallOptions,
): Promise<ToolAnswer | undefined> {
  // One that an active skill forbids is there too, and the workspace says why it is not to be used.
  if (conversation?.workspace.findTool(name)) return callInWorkspace(conversation, name, input, options)
  const potential = (await findPotentialTools()).get(name) ?? conversation?.workspace.potentialTools.get(name)
  if (potential === undefined) return undefined
  const { skill } = potential
  const error = `'${name}' is not available now: it belongs to skill '${skill}', which is not active`
  const suggestions = [`Activate skill '${skill}' first`]
  return { text: [error, ...suggestions].join('\n- '), isError: true, data: { error, suggestions } }
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
