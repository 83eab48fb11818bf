/**
 * Starts a skill's MCP server and lists its tools with the official client, which is loaded on first
 * use.
 */

import type { Client, JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { messageOf } from '../../skill/unknown-value.js'
import { type LineProcess, startLineProcess } from '../../system/process/line-process.js'
import type { RunningServer, ServerRequest, ServerTool, StartServer } from '../../workspace/activation/server.js'

/** The most pages of a tool list to read; more than a model could use. */
const MOST_PAGES = 20
const LINE_CHARACTERS = 16 * 1024 * 1024

/**
 * Starts an MCP server over stdio, or connects to one by URL. If it does not list its tools in time, nothing is left
 * running.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { startServer, VirtualWorkspace } from 'metier/workspace'
 *
 * const workspace = new VirtualWorkspace({ skillManager: await SkillManager.open(), startServer })
 */
export const startServer: StartServer = async (request, signal) => {
  const sdk = await import('@modelcontextprotocol/client')
  const connection = request.url === undefined ? openProcess(request) : openUrl(request.url, sdk)
  const client = new sdk.Client({ name: 'metier', version: '1.0.0' })
  const timeout = request.startMilliseconds
  const deadline = AbortSignal.timeout(timeout)
  const giveUp = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
  try {
    const tools = await Promise.race([
      connect(client, connection, { timeout, signal: giveUp }),
      failWhenOver(giveUp, connection),
    ])
    return succeed(toRunningServer(client, connection, tools, request))
  } catch (error) {
    await Promise.allSettled([client.close(), connection.stop()])
    return refuse(
      request.name,
      deadline.aborted ? `it did not start within ${timeout / 1000} seconds` : messageOf(error),
      connection,
    )
  }
}

interface Connection {
  readonly transport: Transport
  readonly ended: Promise<string | undefined>
  stderr(): string
  stop(): Promise<void>
}

function openProcess({ command = [], cwd, environment }: ServerRequest): Connection {
  const child = startLineProcess({ command, cwd, environment, lineCharacters: LINE_CHARACTERS })
  return { transport: toTransport(child), ended: child.ended, stderr: child.stderr, stop: child.stop }
}

/** Our own transport, so that a server is stopped together with everything it started. */
function toTransport(child: LineProcess): Transport {
  const transport: Transport = {
    start: async () => {
      child.onLine = (line) => {
        const message = readMessage(line)
        if (message !== undefined) transport.onmessage?.(message)
        else transport.onerror?.(new Error(`invalid message: ${line.slice(0, 200)}`))
      }
      void child.ended.then(() => transport.onclose?.())
    },
    send: async (message) => child.send(JSON.stringify(message)),
    close: () => child.stop(),
  }
  return transport
}

function readMessage(line: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as JSONRPCMessage) : undefined
  } catch {
    return undefined
  }
}

function openUrl(url: string, sdk: typeof import('@modelcontextprotocol/client')): Connection {
  const transport = new sdk.StreamableHTTPClientTransport(new URL(url))
  let end: (reason: undefined) => void = () => undefined
  const ended = new Promise<undefined>((resolve) => {
    end = resolve
  })
  return {
    transport,
    ended,
    stderr: () => '',
    stop: async () => {
      await transport.close()
      end(undefined)
    },
  }
}

interface Waiting {
  readonly timeout: number
  readonly signal: AbortSignal
}

async function connect(client: Client, { transport }: Connection, waiting: Waiting): Promise<readonly ServerTool[]> {
  await client.connect(transport, waiting)
  const tools: ServerTool[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const listed = await client.listTools(cursor === undefined ? {} : { cursor }, waiting)
    tools.push(...listed.tools.map(({ name, description = '', inputSchema }) => ({ name, description, inputSchema })))
    cursor = listed.nextCursor
    if (cursor === undefined) break
  }
  return tools
}

async function failWhenOver(signal: AbortSignal, { ended }: Connection): Promise<never> {
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(new Error('the start was aborted'))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
  const gone = ended.then((reason) => {
    throw new Error(reason ?? 'it exited before it listed its tools')
  })
  return Promise.race([aborted, gone])
}

function toRunningServer(
  client: Client,
  connection: Connection,
  tools: readonly ServerTool[],
  { name, callMilliseconds }: ServerRequest,
): RunningServer {
  return {
    tools,
    ended: connection.ended.then(() => undefined),
    stderr: connection.stderr,
    stop: async () => {
      await Promise.allSettled([client.close(), connection.stop()])
    },
    call: async (tool, params, signal) => {
      try {
        const parameters = { name: tool, arguments: (params ?? {}) as Record<string, unknown> }
        return readAnswer(tool, await client.callTool(parameters, { signal, timeout: callMilliseconds }))
      } catch (error) {
        return fail('system_error', `Server '${name}' did not answer the call to '${tool}': ${messageOf(error)}`)
      }
    },
  }
}

interface Answer {
  readonly content?: readonly { readonly type: string; readonly text?: unknown }[]
  readonly structuredContent?: unknown
  readonly isError?: boolean | undefined
}

/** Structured content if present, text if there is only text, otherwise the whole content. */
function readAnswer(tool: string, { content = [], structuredContent, isError }: Answer): Result<unknown> {
  const text = content.map((part) => (part.type === 'text' ? String(part.text) : '')).join('\n')
  if (isError === true) return fail('system_error', text === '' ? `'${tool}' failed` : text)
  if (structuredContent !== undefined) return succeed(structuredContent)
  return succeed(content.every(({ type }) => type === 'text') ? text : content)
}

function refuse(name: string, reason: string, { stderr }: Connection): Result<RunningServer> {
  const said = stderr().trim().slice(-2_000)
  return fail('system_error', `Server '${name}' did not start: ${reason}${said === '' ? '' : `; its output: ${said}`}`)
}
