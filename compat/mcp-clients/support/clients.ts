/** Agent libraries as MCP clients: each calls a tool of the server by the way that its agents do. */
import { createMCPClient } from '@ai-sdk/mcp'
import { createMcpClient } from '@genkit-ai/mcp'
import { type MCPConnectionParams, MCPToolset } from '@google/adk'
import { mcp } from '@llamaindex/tools'
import { MCPClient } from '@mastra/mcp'
import { MCPServerStdio, MCPServerStreamableHttp } from '@openai/agents'
import { McpClient } from '@strands-agents/sdk'
import { genkit } from 'genkit'
import type { Launch, Machine } from './machine.js'

export interface OpenedClient {
  /** The answer as the library gives it to its agent, as JSON. */
  call(name: string, input: object): Promise<string>
  close(): Promise<void>
}

/** A new client with each call. */
export type OpenClient = (machine: Machine) => Promise<OpenedClient>

const authorized = ({ token }: Machine) => ({ authorization: `Bearer ${token}` })

async function openAdk(parameters: MCPConnectionParams): Promise<OpenedClient> {
  const toolset = new MCPToolset(parameters)
  const tools = await toolset.getTools()
  return {
    call: async (name, args) => {
      const tool = tools.find((one) => one.name === name)
      const request = { args, toolContext: {} } as unknown as Parameters<NonNullable<typeof tool>['runAsync']>[0]
      return JSON.stringify(await tool?.runAsync(request))
    },
    close: () => toolset.close(),
  }
}

export const HTTP: Readonly<Record<string, OpenClient>> = {
  'Google ADK': (machine) =>
    openAdk({
      type: 'StreamableHTTPConnectionParams',
      url: machine.url,
      transportOptions: { requestInit: { headers: authorized(machine) } },
    }),
  'AI SDK': async (machine) => {
    const transport = { type: 'http' as const, url: machine.url, headers: authorized(machine) }
    const client = await createMCPClient({ transport })
    const tools = await client.tools()
    return {
      call: async (name, input) => {
        const options = { toolCallId: 'call', messages: [], context: {} }
        return JSON.stringify(await tools[name]?.execute(input, options as never))
      },
      close: () => client.close(),
    }
  },
  Mastra: async (machine) => {
    const requestInit = { headers: authorized(machine) }
    const client = new MCPClient({
      id: crypto.randomUUID(),
      servers: { metier: { url: new URL(machine.url), requestInit } },
    })
    const tools = await client.listTools()
    return {
      call: async (name, input) => JSON.stringify(await tools[`metier_${name}`]?.execute?.(input, {} as never)),
      close: () => client.disconnect(),
    }
  },
  'OpenAI Agents': async (machine) => {
    const requestInit = { headers: authorized(machine) }
    const server = new MCPServerStreamableHttp({ url: machine.url, name: 'metier', requestInit })
    await server.connect()
    return {
      call: async (name, input) => JSON.stringify(await server.callTool(name, { ...input })),
      close: () => server.close(),
    }
  },
  Strands: async (machine) => {
    const client = new McpClient({ url: machine.url, headers: authorized(machine) })
    const tools = await client.listTools()
    return {
      call: async (name, input) => {
        const tool = tools.find((one) => one.name === name)
        return tool === undefined ? '' : JSON.stringify(await client.callTool(tool, input as never))
      },
      close: () => client.disconnect(),
    }
  },
  Genkit: async (machine) => {
    const mcpServer = { url: machine.url, requestInit: { headers: authorized(machine) } }
    const client = createMcpClient({ name: 'metier', mcpServer })
    const tools = await client.getActiveTools(genkit({}))
    return {
      call: async (name, input) => {
        const tool = tools.find((one) => one.__action.name.endsWith(name))
        return JSON.stringify((await tool?.run(input))?.result)
      },
      close: () => client.disable(),
    }
  },
  LlamaIndex: async (machine) => {
    const client = mcp({ url: machine.url, requestInit: { headers: authorized(machine) } } as never)
    const tools = await client.tools()
    return {
      call: async (name, input) => {
        const tool = tools.find(({ metadata }) => metadata.name === name)
        return JSON.stringify(await tool?.call(input as never))
      },
      close: () => client.cleanup(),
    }
  },
}

export const STDIO: Readonly<Record<string, (launch: Launch) => Promise<OpenedClient>>> = {
  'Google ADK': (serverParams) => openAdk({ type: 'StdioConnectionParams', serverParams }),
  'OpenAI Agents': async ({ command, args, env, cwd }) => {
    const server = new MCPServerStdio({ command, args, env, cwd, name: 'metier' })
    await server.connect()
    return {
      call: async (name, input) => JSON.stringify(await server.callTool(name, { ...input })),
      close: () => server.close(),
    }
  },
}
