/** Puts together one server of the SDK: what it can, and what answers each request. Nothing is read from disk for it. */

import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import type { Conversations, RequestPlace } from './conversation.js'
import type { Offering } from './offering.js'
import { completeNames, getPrompt, listPrompts } from './prompts.js'
import { createSkillSource } from './skill-source.js'
import { createToolList } from './tool-list.js'

const INSTRUCTIONS =
  'Skills are instructions for special tasks. When a task matches the description of one, activate it and follow what comes back; `skills` finds and explains them. Tools that a skill brings appear once it is active, and `call_skill_tool` reaches them in any client.'

/** Where a request may name the conversation that it belongs to, beside a tool's own input. */
export const ACTIVATION_KEY = 'metier/activation'
export const SESSION_HEADER = 'metier-session'

export function buildServer(offering: Offering, conversations: Conversations, principal: string): McpServer {
  const { McpServer, SkillsExtension } = offering.sdk
  const mcp = new McpServer(
    { name: offering.info.name, title: 'Metier', version: offering.info.version },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true },
        completions: {},
        logging: {},
      },
      instructions: INSTRUCTIONS,
    },
  )
  const warn = (text: string) => void log(mcp, 'warning', text)
  const source = createSkillSource({
    skillManager: offering.skillManager,
    ready: offering.ready,
    sdk: offering.sdk,
    onLeftOut: (name, reason) => warn(`Skill '${name}' is not published: ${reason}`),
  })
  new SkillsExtension({ source, onWarning: ({ path, message }) => warn(`${path}: ${message}`) }).attach(mcp)
  answerTools(mcp, offering, conversations, principal)
  answerPrompts(mcp, offering)
  mcp.server.onerror = (error) => offering.reportError(error)
  return mcp
}

function answerTools(mcp: McpServer, offering: Offering, conversations: Conversations, principal: string): void {
  const { sdk, consent } = offering
  const tools = createToolList(offering, conversations)
  mcp.server.setRequestHandler('tools/list', async (_, context) => {
    await offering.ready()
    return { tools: [...(await tools.list(readPlace(context, principal)))] }
  })
  mcp.server.setRequestHandler('tools/call', async ({ params: { name, arguments: input = {} } }, context) => {
    await offering.ready()
    const place = readPlace(context, principal)
    return consent.run(context, canAsk(mcp), async () => {
      const result = await tools.call(name, input, place, context)
      if (result === undefined) throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`)
      offering.noticeChanges()
      if (result.isError) await log(mcp, 'info', `${name} was refused or failed`, context)
      return result
    })
  })
}

function answerPrompts(mcp: McpServer, { sdk, skillManager, ready }: Offering): void {
  mcp.server.setRequestHandler('prompts/list', async ({ params }) => {
    await ready()
    return { ...(await listPrompts(skillManager, params?.cursor)) }
  })
  mcp.server.setRequestHandler('prompts/get', async ({ params: { name, arguments: values = {} } }) => {
    await ready()
    const prompt = await getPrompt(skillManager, name, values)
    if (prompt === undefined) throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`)
    return prompt
  })
  mcp.server.setRequestHandler('completion/complete', async ({ params }) => {
    await ready()
    return completeNames(skillManager, params)
  })
}

/** Only what the client said of itself counts; a request without that is from one who cannot ask. */
function canAsk(mcp: McpServer): boolean {
  const asking = mcp.server.getClientCapabilities()?.elicitation
  return asking !== undefined && (asking.form !== undefined || asking.url === undefined)
}

function readPlace({ mcpReq, http }: ServerContext, principal: string): RequestPlace {
  const activation = mcpReq._meta?.[ACTIVATION_KEY]
  return {
    principal,
    activation: typeof activation === 'string' ? activation : undefined,
    session: http?.req?.headers.get(SESSION_HEADER) ?? undefined,
  }
}

type Level = 'info' | 'warning'

/** A client that hears nothing misses nothing that it asked for. */
async function log(mcp: McpServer, level: Level, text: string, context?: ServerContext): Promise<void> {
  try {
    if (context !== undefined) await context.mcpReq.log(level, text, 'metier')
    else if (mcp.isConnected()) await mcp.sendLoggingMessage({ level, data: text, logger: 'metier' })
  } catch {
    // It went away, or takes no messages.
  }
}
