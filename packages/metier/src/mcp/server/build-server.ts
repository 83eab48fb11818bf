/**
 * Builds one server of the SDK: its capabilities, and the handlers of its requests, which are loaded with the first
 * request.
 */

import type { ClientCapabilities, LoggingLevel, McpServer, ServerContext } from '@modelcontextprotocol/server'
import type { SkillSource } from '@modelcontextprotocol/server/ext/skills'
import { type ClientName, limitsOf } from '../../agents/client-limits.js'
import type { BuiltInTool } from '../../tools/built-in-tool.js'
import type { ToolLogMessage } from '../../workspace/tools/tool-client.js'
import type { Sdk } from '../sdk.js'
import type { Answers, RequestCaller } from './answers.js'
import { answerResources } from './brought/answer-resources.js'
import { isWanted, type LogLevel } from './calls/log-level.js'
import type { McpServerOptions } from './options.js'
import { toolsOf, USUAL_PROFILE } from './profiles.js'

/** How a server introduces itself, and where it reports errors. */
export interface Introduction {
  readonly sdk: Sdk
  readonly name: string
  readonly version: string
  /** The tools that are always offered. */
  readonly tools: readonly BuiltInTool[]
  readonly reportError: (error: unknown) => void
}

/** The options that the introduction is made from. */
export type IntroductionOptions = Pick<McpServerOptions, 'name' | 'version' | 'profile' | 'onError'>

/** Composes the introduction of a server. */
export function introduce(sdk: Sdk, options: IntroductionOptions): Introduction {
  const { name = 'metier', version = '0.0.0', profile = USUAL_PROFILE, onError } = options
  return {
    sdk,
    name,
    version,
    tools: toolsOf(profile),
    reportError: (error) => onError?.(error instanceof Error ? error : new Error(String(error))),
  }
}

const CAPABILITIES = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
  logging: {},
} as const

/** Builds a server with instructions for the model. Its requests are answered by what `open` gives. */
export function buildServer(
  { sdk, name, version, reportError }: Introduction,
  instructions: string,
  open: () => Promise<Answers>,
): McpServer {
  const mcp = new sdk.McpServer({ name, title: 'Metier', version }, { capabilities: CAPABILITIES, instructions })
  const onWarning = ({ path, message }: { readonly path: string; readonly message: string }) =>
    void log(mcp, { level: 'warning', data: `${path}: ${message}`, logger: OWN_LOGGER })
  const source = openSource(open, mcp)
  new sdk.SkillsExtension({ source, onWarning }).attach(mcp)
  const { server } = mcp
  const least = answerLogLevel(mcp, open)
  const callerOf = (context: ServerContext) => readCaller(sdk, mcp, context, least)
  server.setRequestHandler('tools/list', async (_, context) =>
    (await open()).listTools(context, readClient(sdk, mcp, context)),
  )
  server.setRequestHandler('tools/call', async ({ params }, context) =>
    (await open()).callTool(params, context, callerOf(context)),
  )
  server.setRequestHandler('prompts/list', async ({ params }, context) =>
    (await open()).listPrompts(params?.cursor, context),
  )
  server.setRequestHandler('prompts/get', async ({ params }, context) =>
    (await open()).getPrompt(params, context, callerOf(context)),
  )
  server.setRequestHandler('completion/complete', async ({ params }, context) =>
    (await open()).complete(params, context, callerOf(context)),
  )
  answerResources({ sdk, mcp, source, open, callerOf })
  server.onerror = reportError
  return mcp
}

function readCaller(
  sdk: Sdk,
  mcp: McpServer,
  context: ServerContext,
  least: () => LogLevel | undefined,
): RequestCaller {
  const capabilities = readCapabilities(sdk, mcp, context)
  // A client that fails at questions is never asked any.
  const asked = failsAtQuestions(sdk, mcp, context) ? {} : { ...capabilities }
  return {
    client: readClient(sdk, mcp, context),
    capabilities: { elicitation: asked.elicitation, sampling: asked.sampling, roots: asked.roots },
    canSample: capabilities?.sampling !== undefined,
    log: async (text) => {
      if (isWanted('info', least())) await log(mcp, { level: 'info', data: text, logger: OWN_LOGGER }, context)
    },
    logLevel: least,
    logLater: (message) => {
      if (isWanted(message.level, least())) void log(mcp, message)
    },
  }
}

/** Keeps the level that a client of 2025 sets, and passes it on. In place of the SDK's own answer, which keeps it to itself. */
function answerLogLevel(mcp: McpServer, open: () => Promise<Answers>): () => LogLevel | undefined {
  let least: LogLevel | undefined
  mcp.server.setRequestHandler('logging/setLevel', async ({ params }, context) => {
    least = params.level
    await (await open()).setLogLevel(params.level, context)
    return {}
  })
  return () => least
}

function openSource(open: () => Promise<Answers>, mcp: McpServer): SkillSource {
  const source = async () =>
    (await open()).createSource((name, reason) => {
      void log(mcp, { level: 'warning', data: `Skill '${name}' is not published: ${reason}`, logger: OWN_LOGGER })
    })
  return {
    list: async (params, context) => (await source()).list(params, context),
    get: async (uri, context) => (await source()).get(uri, context),
    read: async (uri, context) => (await source()).read(uri, context),
    readDirectory: async (uri, params, context) => (await source()).readDirectory?.(uri, params, context),
    listResources: async (context) => (await (await source()).listResources?.(context)) ?? [],
  }
}

/** The client's name comes with each request, or with the initialization. */
function readClient(sdk: Sdk, mcp: McpServer, { mcpReq }: ServerContext): ClientName | undefined {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
  return (envelope?.[sdk.CLIENT_INFO_META_KEY] as ClientName | undefined) ?? mcp.server.getClientVersion()
}

/** The capabilities come with each request, or with the initialization. */
function readCapabilities(sdk: Sdk, mcp: McpServer, { mcpReq }: ServerContext): ClientCapabilities | undefined {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
  const told = envelope?.[sdk.CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined
  return told ?? mcp.server.getClientCapabilities()
}

/** Requests have an envelope since the revision in which a question is the answer to a call. */
function failsAtQuestions(sdk: Sdk, mcp: McpServer, context: ServerContext): boolean {
  const { envelope } = context.mcpReq
  return envelope !== undefined && limitsOf(readClient(sdk, mcp, context)).failsAtQuestions === true
}

const OWN_LOGGER = 'metier'

/** Log messages are optional, so a failure to send one is ignored. */
async function log(mcp: McpServer, { level, data, logger }: ToolLogMessage, context?: ServerContext): Promise<void> {
  try {
    const known = level as LoggingLevel
    if (context !== undefined) await context.mcpReq.log(known, data, logger)
    else if (mcp.isConnected())
      await mcp.sendLoggingMessage({ level: known, data, ...(logger !== undefined && { logger }) })
  } catch {
    // The client disconnected or does not accept log messages.
  }
}
