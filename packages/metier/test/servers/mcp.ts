/** MCP servers of others, in this process and over HTTP: of the 2025 protocol with sessions, or of 2026-07-28 alone. */

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type CallToolResult,
  createMcpHandler,
  McpServer,
  type ServerCapabilities,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { onTestFinished } from 'vitest'
import { readBody, sendWebResponse, toWebRequest } from '../../src/mcp/server/http/bridge.js'

export type ServerEra = '2025' | '2026'

/** Answers calls; what it gives goes out as it is. */
export type AnswerCall = (
  params: { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> | undefined },
  context: ServerContext,
) => Promise<object> | object

export interface SpokenServer {
  /** Tools as they are listed; one named `act` where left out. */
  readonly tools?: readonly object[]
  readonly answer: AnswerCall
  /** What it offers besides tools and log messages. */
  readonly capabilities?: ServerCapabilities
  /** Sets further handlers. */
  readonly prepare?: (server: McpServer['server']) => void
}

export interface SpeakingServer {
  readonly url: string
  /** Every request that came, with its headers. */
  readonly requests: { readonly method: string; readonly headers: IncomingMessage['headers'] }[]
  /** Breaks every connection off. */
  kill(): void
  /** Says that a list, or a resource, has changed. */
  announce(change: 'tools' | 'prompts' | 'resources' | { readonly uri: string }): Promise<void>
}

/** Starts a server. It ends with the test. */
export async function speakMcp(era: ServerEra, spoken: SpokenServer): Promise<SpeakingServer> {
  const { handle, announce } = era === '2025' ? withSessions(spoken) : withoutSessions(spoken)
  const requests: SpeakingServer['requests'] = []
  const server = createServer(async (request, response) => {
    const gone = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) gone.abort()
    })
    const body = await readBody(request, { bytes: 2 ** 24, milliseconds: 5_000 })
    const bytes = body.ok ? body.bytes : undefined
    requests.push({ method: methodOf(bytes), headers: request.headers })
    await sendWebResponse(await handle(toWebRequest(request, bytes, gone.signal)), response)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  const kill = () => server.closeAllConnections()
  onTestFinished(() => {
    kill()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, requests, kill, announce }
}

function methodOf(bytes: Uint8Array | undefined): string {
  if (bytes === undefined || bytes.length === 0) return ''
  return (JSON.parse(Buffer.from(bytes).toString()) as { method?: string }).method ?? ''
}

function build(spoken: SpokenServer): McpServer {
  const { answer, capabilities, prepare } = spoken
  const mcp = new McpServer(
    { name: 'spoken', version: '1.0.0' },
    { capabilities: { tools: {}, logging: {}, ...capabilities } },
  )
  mcp.server.setRequestHandler('tools/list', () => ({ tools: [...(spoken.tools ?? [ACT])] }) as never)
  prepare?.(mcp.server)
  mcp.server.setRequestHandler('tools/call', async ({ params }, context) => {
    return (await answer(params, context)) as CallToolResult
  })
  return mcp
}

const ACT = { name: 'act', description: 'Acts', inputSchema: { type: 'object' } }

interface SpokenHandler {
  readonly handle: (request: Request) => Promise<Response>
  readonly announce: SpeakingServer['announce']
}

function withSessions(spoken: SpokenServer): SpokenHandler {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()
  const servers: McpServer[] = []
  const handle = async (request: Request): Promise<Response> => {
    const known = sessions.get(request.headers.get('mcp-session-id') ?? '')
    if (known !== undefined) return known.handleRequest(request)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    })
    const mcp = build(spoken)
    servers.push(mcp)
    await mcp.connect(transport)
    return transport.handleRequest(request)
  }
  const tell = ({ server }: McpServer, change: Parameters<SpeakingServer['announce']>[0]) => {
    if (typeof change === 'object') return server.sendResourceUpdated(change)
    if (change === 'tools') return server.sendToolListChanged()
    return change === 'prompts' ? server.sendPromptListChanged() : server.sendResourceListChanged()
  }
  return {
    handle,
    announce: async (change) => {
      await Promise.all(servers.map((mcp) => tell(mcp, change).catch(() => undefined)))
    },
  }
}

function withoutSessions(spoken: SpokenServer): SpokenHandler {
  const handler = createMcpHandler(() => build(spoken), { legacy: 'reject' })
  const { notify } = handler
  return {
    handle: (request) => handler.fetch(request),
    announce: async (change) => {
      if (typeof change === 'object') notify.resourceUpdated(change.uri)
      else if (change === 'tools') notify.toolsChanged()
      else if (change === 'prompts') notify.promptsChanged()
      else notify.resourcesChanged()
    },
  }
}
