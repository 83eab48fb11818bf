/** Agent libraries as MCP clients: each lists and calls the tools of the server by the way that its agents do. */
import { createMCPClient } from '@ai-sdk/mcp'
import { createMcpClient } from '@genkit-ai/mcp'
import { type MCPConnectionParams, MCPToolset } from '@google/adk'
import { mcp } from '@llamaindex/tools'
import { MCPClient } from '@mastra/mcp'
import { MCPServerStdio, MCPServerStreamableHttp } from '@openai/agents'
import { McpClient } from '@strands-agents/sdk'
import { genkit } from 'genkit'
import type { Launch, Machine } from './machine.js'

/** The tools of one list, by the name that the server gave them. */
export interface ListedTools {
  readonly names: readonly string[]
  /** The answer as the library gives it to its agent, as JSON. */
  call(name: string, input: object): Promise<string>
}

export interface OpenedClient extends ListedTools {
  /** The tools as the library lists them now; `names` and `call` stay with the first list. */
  list(): Promise<ListedTools>
  close(): Promise<void>
}

/** A new client with each call. */
export type OpenClient = (machine: Machine) => Promise<OpenedClient>

const authorized = ({ token }: Machine) => ({ authorization: `Bearer ${token}` })

/** A library that gives its tools as values. */
async function open<T>(
  list: () => Promise<readonly T[]>,
  nameOf: (tool: T) => string,
  call: (tool: T, input: object) => Promise<unknown>,
  close: () => Promise<unknown>,
): Promise<OpenedClient> {
  const listTools = async (): Promise<ListedTools> => {
    const tools = await list()
    return {
      names: tools.map(nameOf),
      call: async (name, input) => {
        const tool = tools.find((one) => nameOf(one) === name)
        if (tool === undefined) throw new Error(`${name} is not in the list`)
        return JSON.stringify(await call(tool, input))
      },
    }
  }
  return {
    ...(await listTools()),
    list: listTools,
    close: async () => {
      await close()
    },
  }
}

function openAdk(parameters: MCPConnectionParams): Promise<OpenedClient> {
  const toolset = new MCPToolset(parameters)
  type AdkTool = Awaited<ReturnType<typeof toolset.getTools>>[number]
  return open<AdkTool>(
    () => toolset.getTools(),
    ({ name }) => name,
    (tool, args) => tool.runAsync({ args, toolContext: {} } as unknown as Parameters<AdkTool['runAsync']>[0]),
    () => toolset.close(),
  )
}

async function openOpenAIAgents(server: MCPServerStdio | MCPServerStreamableHttp): Promise<OpenedClient> {
  await server.connect()
  return open(
    () => server.listTools(),
    ({ name }) => name,
    ({ name }, input) => server.callTool(name, { ...input }),
    () => server.close(),
  )
}

async function openAiSdk(transport: Parameters<typeof createMCPClient>[0]['transport']): Promise<OpenedClient> {
  const client = await createMCPClient({ transport })
  const options = { toolCallId: 'call', messages: [], context: {} }
  return open(
    async () => Object.entries(await client.tools()),
    ([name]) => name,
    async ([, tool], input) => tool.execute(input, options as never),
    () => client.close(),
  )
}

type MastraServer = ConstructorParameters<typeof MCPClient>[0]['servers'][string]

function openMastra(metier: MastraServer): Promise<OpenedClient> {
  const client = new MCPClient({ id: crypto.randomUUID(), servers: { metier } })
  return open(
    async () => Object.entries(await client.listTools()),
    ([name]) => name.replace('metier_', ''),
    async ([, tool], input) => tool.execute?.(input, {} as never),
    () => client.disconnect(),
  )
}

function openGenkit(mcpServer: Parameters<typeof createMcpClient>[0]['mcpServer']): Promise<OpenedClient> {
  const client = createMcpClient({ name: 'metier', mcpServer })
  return open(
    () => client.getActiveTools(genkit({})),
    (tool) => tool.__action.name.split('/').at(-1) ?? '',
    async (tool, input) => (await tool.run(input)).result,
    () => client.disable(),
  )
}

function openLlamaIndex(server: object): Promise<OpenedClient> {
  const client = mcp(server as never)
  return open(
    () => client.tools(),
    ({ metadata }) => metadata.name,
    async (tool, input) => tool.call(input as never),
    () => client.cleanup(),
  )
}

function openStrands(client: McpClient): Promise<OpenedClient> {
  return open(
    () => client.listTools(),
    ({ name }) => name,
    (tool, input) => client.callTool(tool, input as never),
    () => client.disconnect(),
  )
}

export const HTTP: Readonly<Record<string, OpenClient>> = {
  'Google ADK': (machine) =>
    openAdk({
      type: 'StreamableHTTPConnectionParams',
      url: machine.url,
      transportOptions: { requestInit: { headers: authorized(machine) } },
    }),
  'AI SDK': (machine) => openAiSdk({ type: 'http', url: machine.url, headers: authorized(machine) }),
  Mastra: (machine) => openMastra({ url: new URL(machine.url), requestInit: { headers: authorized(machine) } }),
  'OpenAI Agents': (machine) => {
    const requestInit = { headers: authorized(machine) }
    return openOpenAIAgents(new MCPServerStreamableHttp({ url: machine.url, name: 'metier', requestInit }))
  },
  Strands: (machine) => openStrands(new McpClient({ url: machine.url, headers: authorized(machine) })),
  Genkit: (machine) => openGenkit({ url: machine.url, requestInit: { headers: authorized(machine) } }),
  LlamaIndex: (machine) => openLlamaIndex({ url: machine.url, requestInit: { headers: authorized(machine) } }),
}

export const STDIO: Readonly<Record<string, (launch: Launch) => Promise<OpenedClient>>> = {
  'Google ADK': (serverParams) => openAdk({ type: 'StdioConnectionParams', serverParams }),
  'OpenAI Agents': (launch) => openOpenAIAgents(new MCPServerStdio({ ...launch, name: 'metier' })),
  'AI SDK': async (launch) => {
    const { Experimental_StdioMCPTransport: Stdio } = await import('@ai-sdk/mcp/mcp-stdio')
    return openAiSdk(new Stdio(launch))
  },
  Mastra: openMastra,
  Genkit: openGenkit,
  LlamaIndex: openLlamaIndex,
  Strands: async (launch) => {
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js')
    return openStrands(new McpClient({ transport: new StdioClientTransport(launch) }))
  },
}
