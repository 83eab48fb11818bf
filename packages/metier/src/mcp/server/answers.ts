/** What a server answers over any transport: tools, prompts, completions and the files of skills. */

import type {
  CallToolRequest,
  CallToolResult,
  CompleteRequest,
  CompleteResult,
  GetPromptRequest,
  GetPromptResult,
  InputRequiredResult,
  ListPromptsResult,
  ListToolsResult,
  Prompt,
  ServerContext,
  Tool,
} from '@modelcontextprotocol/server'
import type { SkillSource } from '@modelcontextprotocol/server/ext/skills'
import { type ClientName, limitsOf } from '../../agents/client-limits.js'
import { isRecord } from '../../skill/unknown-value.js'
import type { ServerMethod } from '../../workspace/activation/server.js'
import type { ToolClientCapabilities, ToolLogMessage } from '../../workspace/tools/tool-client.js'
import { supportsForms } from './activation/consent.js'
import { createServerAnswers } from './brought/server-answers.js'
import type { BroughtKind } from './brought/server-lists.js'
import type { LogLevel } from './calls/log-level.js'
import type { Conversations, RequestPlace } from './conversation.js'
import type { ServerOffer } from './offering.js'
import { completeNames, getPrompt, listPrompts } from './prompts.js'
import { createSkillSource, type SkillSourceOptions } from './resources/skill-source.js'
import { createToolList } from './tool-list.js'

/** The client that sends a request. */
export interface RequestCaller {
  readonly client: ClientName | undefined
  /** What the client can be asked for. */
  readonly capabilities: ToolClientCapabilities
  /** Whether the client lets its model answer questions. */
  readonly canSample: boolean
  log(text: string): Promise<void>
  /** The least important log messages that it wants, if it said so for all requests. */
  logLevel(): LogLevel | undefined
  /** Sends a log message after the request has been answered. */
  logLater(message: ToolLogMessage): void
}

/** Answers the requests of one client. */
export interface Answers {
  listTools(context: ServerContext, client: ClientName | undefined): Promise<ListToolsResult>
  callTool(
    params: CallToolRequest['params'],
    context: ServerContext,
    caller: RequestCaller,
  ): Promise<CallToolResult | InputRequiredResult>
  listPrompts(cursor: string | undefined, context: ServerContext): Promise<ListPromptsResult>
  getPrompt(
    params: GetPromptRequest['params'],
    context: ServerContext,
    caller: RequestCaller,
  ): Promise<GetPromptResult | InputRequiredResult>
  complete(params: CompleteRequest['params'], context: ServerContext, caller: RequestCaller): Promise<CompleteResult>
  /** The resources or templates of servers of active skills. */
  listBrought(kind: BroughtKind, context: ServerContext): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Reads a resource of such a server, or changes a subscription to it; undefined if no server can have it. */
  askResource(
    method: ServerMethod,
    params: { readonly uri: string },
    context: ServerContext,
    caller: RequestCaller,
  ): Promise<object | undefined>
  /** Tells the servers of active skills which log messages the client wants. */
  setLogLevel(level: LogLevel, context: ServerContext): Promise<void>
  createSource(onLeftOut: SkillSourceOptions['onLeftOut']): SkillSource
}

/** The key in a request's `_meta` that names its conversation. */
export const ACTIVATION_KEY = 'metier/activation'
/** The HTTP header that names the conversation of a request. */
export const SESSION_HEADER = 'metier-session'

/** Creates the answers for one client, or for the clients of one principal. Waits until skills have been discovered. */
export async function createAnswers(
  offering: ServerOffer,
  conversations: Conversations,
  principal: string,
): Promise<Answers> {
  await offering.ready()
  const { sdk, skillManager, consent, calls, sampling, progress } = offering
  const tools = createToolList(offering, conversations)
  const findConversation = async (context: ServerContext) => conversations.find(readPlace(context, principal))
  const servers = createServerAnswers({ offering, principal, findConversation })
  const unknown = (what: string) => new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, what)
  return {
    listTools: async (context, client) => {
      const listed = await tools.list(readPlace(context, principal), limitsOf(client))
      return { tools: listed.map((tool) => fitTool(tool, context)) }
    },
    callTool: ({ name, arguments: input = {} }, context, { client, canSample, log, ...caller }) =>
      calls.run<CallToolResult>({ context, principal, ...caller }, (running) =>
        consent.run(context, supportsForms(caller.capabilities.elicitation), async () => {
          const place = readPlace(context, principal)
          const call = () => tools.call(name, input, place, { limits: limitsOf(client), ...running })
          const result = await sampling.run(context, { client, canSample }, () => progress.run(context, call))
          if (result === undefined) throw unknown(`Unknown tool: ${name}`)
          if (sdk.isInputRequiredResult(result)) return result
          offering.noticeChanges()
          if (result.isError === true) await log(`${name} was refused or failed`)
          return fitResult(result, context)
        }),
      ),
    listPrompts: async (cursor, context) => {
      const page = await listPrompts(skillManager, cursor)
      const brought = page.nextCursor === undefined ? await servers.list('prompts', context) : []
      return { ...page, prompts: [...page.prompts, ...(brought as unknown as Prompt[])] }
    },
    getPrompt: async (params, context, caller) => {
      const own = await getPrompt(skillManager, params.name, params.arguments ?? {})
      const prompt = own ?? (await servers.getPrompt(params, context, caller))
      if (prompt === undefined) throw unknown(`Unknown prompt: ${params.name}`)
      return prompt
    },
    complete: async (params, context, caller) =>
      (await servers.complete(params, context, caller)) ?? completeNames(skillManager, params),
    listBrought: servers.list,
    askResource: servers.askResource,
    setLogLevel: servers.setLogLevel,
    createSource: (onLeftOut) => createSkillSource({ skillManager, sdk, onLeftOut }),
  }
}

/** Before 2026 structured content was an object; a client of 2025 would reject the whole list or the whole answer. */
function fitTool({ outputSchema, ...tool }: Tool, { mcpReq }: ServerContext): Tool {
  const isFitting = mcpReq.envelope !== undefined || outputSchema?.type === 'object'
  return isFitting && outputSchema !== undefined ? { ...tool, outputSchema } : tool
}

function fitResult({ structuredContent, ...result }: CallToolResult, { mcpReq }: ServerContext): CallToolResult {
  if (structuredContent === undefined) return result
  return mcpReq.envelope !== undefined || isRecord(structuredContent) ? { ...result, structuredContent } : result
}

function readPlace({ mcpReq, http }: ServerContext, principal: string): RequestPlace {
  const activation = mcpReq._meta?.[ACTIVATION_KEY]
  return {
    principal,
    activation: typeof activation === 'string' ? activation : undefined,
    session: http?.req?.headers.get(SESSION_HEADER) ?? undefined,
  }
}
