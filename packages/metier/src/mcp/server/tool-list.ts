/** The tools as MCP clients list and call them, in any conversation. */

import type { CallToolResult, Tool as McpTool } from '@modelcontextprotocol/server'
import type { TextLimits } from '../../agents/client-limits.js'
import type { CallOptions, ToolAnswer, ToolDefinition } from '../../tools/agent-tool.js'
import { type CallHints, READS, RUNS, type ToolTraits } from '../../tools/built-in-tool.js'
import { describeInactive } from '../../workspace/skill-tools/declared-tool.js'
import { createImitationCheck } from '../../workspace/tools/imitation.js'
import { type Category, isToolName, type Tool } from '../../workspace/tools/tool.js'
import { jsonSchemaOf } from '../../workspace/tools/tool-schema.js'
import {
  type ConversationTool,
  callInWorkspace,
  createActivationTools,
  explainDeclared,
  toRefusal,
} from './activation/activation-tools.js'
import type { Conversation, Conversations, RequestPlace } from './conversation.js'
import { fitName, fitTool } from './fit-tool.js'
import type { ServerOffer } from './offering.js'

/** The tools of a server. */
export interface ToolList {
  /** The tools with names and descriptions that the client passes on whole. */
  list(place: RequestPlace, limits: TextLimits): Promise<readonly McpTool[]>
  /** Calls a tool by the name that the client was given; undefined if there is no such tool. */
  call(name: string, input: unknown, place: RequestPlace, caller: ToolCaller): Promise<CallToolResult | undefined>
}

/** Who calls a tool. */
interface ToolCaller extends CallOptions {
  readonly limits: TextLimits
}

/** Creates the list over the tools that are always offered and those of conversations. */
export function createToolList(offering: ServerOffer, conversations: Conversations): ToolList {
  const { skillManager, builtInTools, sharedTools, defineActivation } = offering
  const changing = createActivationTools({ skillManager, conversations, defineActivation })
  const conversationTools = new Map<string, ConversationTool>(Object.entries(changing))
  const isOwn = (name: string) => builtInTools.some((tool) => tool.name === name)
  const isImitation = createImitationCheck(builtInTools.map(({ name }) => name))
  const callAny = async (name: string, input: unknown, place: RequestPlace, options: CallOptions) => {
    const shared = sharedTools.get(name)
    if (shared !== undefined) return shared.call(input, options)
    const own = isOwn(name) ? conversationTools.get(name) : undefined
    if (own !== undefined) return own.call(input, place, options)
    return callBrought(offering, await conversations.find(place), name, input, options)
  }
  return {
    list: async (place, limits) => {
      const hasHandles = conversations.givesHandles(limits)
      const own = builtInTools.map(({ name, traits }) => {
        const conversational = conversationTools.get(name)
        return toOwnTool(
          sharedTools.get(name)?.definition ?? conversational?.define(limits.description, hasHandles),
          traits,
        )
      })
      const brought = await listBrought(offering, await conversations.find(place))
      const listed = brought.filter(({ toolName }) => isToolName(toolName) && !isImitation(toolName))
      const tools = [...own.filter((tool) => tool !== undefined), ...listed.map(toSkillTool)]
      return tools.map((tool) => fitTool(tool, limits))
    },
    call: async (name, input, from, { limits, ...options }) => {
      const place = { ...from, takesHandle: conversations.givesHandles(limits) }
      const answer =
        (await callAny(name, input, place, options)) ??
        (await callAny(
          await findWholeName(name, limits, offering, await conversations.find(place)),
          input,
          place,
          options,
        )) ??
        (await explainDeclared(name, skillManager))
      return answer && toResult(answer, offering)
    },
  }
}

/** The whole name of a skill's tool that the client knows by a shorter one. */
async function findWholeName(
  shortened: string,
  limits: TextLimits,
  { findPotentialTools }: ServerOffer,
  conversation: Conversation | undefined,
): Promise<string> {
  const active = conversation?.workspace.getAvailableTools().map(({ toolName }) => toolName) ?? []
  const names = [...active, ...(await findPotentialTools()).keys()]
  return names.find((name) => fitName(name, limits) === shortened) ?? shortened
}

/** The skills' tools to list. `call_skill_tool` reaches all of them. */
async function listBrought({ delivery, findPotentialTools }: ServerOffer, conversation: Conversation | undefined) {
  if (delivery === 'dispatch' || (delivery === 'toggle' && conversation === undefined)) return []
  const active = conversation?.workspace.getAvailableTools() ?? []
  if (delivery === 'toggle') return active
  const names = new Set(active.map(({ toolName }) => toolName))
  // A conversation remembers the tools of servers that it has started.
  const had = conversation?.workspace.potentialTools.values() ?? []
  const others = [...(await findPotentialTools()).values(), ...had].map(({ tool }) => [tool.toolName, tool] as const)
  // The order does not depend on what is active, so the list stays the same for a client that never reloads it.
  const all = [...active, ...new Map(others.filter(([name]) => !names.has(name))).values()]
  return all.sort((a, b) => (a.toolName < b.toolName ? -1 : 1))
}

/** Undefined if no skill has this tool, active or not: the protocol treats that as an error. */
async function callBrought(
  { findPotentialTools }: ServerOffer,
  conversation: Conversation | undefined,
  name: string,
  input: unknown,
  options: CallOptions,
): Promise<ToolAnswer | undefined> {
  // A tool that an active skill forbids is found too; the workspace explains why it cannot be used.
  if (conversation?.workspace.findTool(name)) return callInWorkspace(conversation, name, input, options)
  const potential = (await findPotentialTools()).get(name) ?? conversation?.workspace.potentialTools.get(name)
  if (potential === undefined) return undefined
  return toRefusal(describeInactive(name, potential.skill))
}

function toOwnTool(definition: ToolDefinition | undefined, traits: ToolTraits): McpTool | undefined {
  if (definition === undefined) return undefined
  const { name, description, inputSchema } = definition
  const { title, annotations, outputSchema, isAlwaysShown } = traits
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as McpTool['inputSchema'],
    ...(outputSchema !== undefined && { outputSchema: outputSchema as NonNullable<McpTool['outputSchema']> }),
    annotations,
    ...(isAlwaysShown && { _meta: { [ALWAYS_LOAD]: true } }),
  }
}

/** Keeps a tool in the first prompt of a client that otherwise lets the model search for tools. Other clients ignore it. */
const ALWAYS_LOAD = 'anthropic/alwaysLoad'

/** A tool of a skill's server keeps what its server says about it. */
function toSkillTool(tool: Tool): McpTool {
  const schema = jsonSchemaOf(tool)
  const hints = tool.category === undefined ? RUNS : HINTS[tool.category]
  return {
    ...(tool.listing as Partial<McpTool>),
    name: tool.toolName,
    description: tool.desc,
    // MCP requires an object at the root, and a schema may leave that out.
    inputSchema: { ...schema, type: 'object' } as McpTool['inputSchema'],
    annotations: (tool.listing?.annotations as McpTool['annotations']) ?? hints,
  }
}

/** What a tool of a skill may do, by its category; one without a category may do anything. */
const HINTS: Readonly<Record<Category, CallHints>> = {
  read: READS,
  write: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  network: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  execute: RUNS,
}

/** What a skill's server answered passes as it is. */
function toResult({ text, isError, data, answer }: ToolAnswer, { sdk }: ServerOffer): CallToolResult {
  const { outcome } = answer ?? {}
  if (outcome !== undefined && 'error' in outcome) {
    const { code, message, data: details } = outcome.error
    throw new sdk.ProtocolError(code, message, details)
  }
  if (outcome !== undefined) return outcome.result as CallToolResult
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data)
  return {
    content: [{ type: 'text', text }],
    ...(isObject && { structuredContent: data as Record<string, unknown> }),
    ...(isError && { isError }),
  }
}
