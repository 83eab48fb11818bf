/**
 * Starts a skill's MCP server and lists its tools with the official client, which is loaded on first
 * use.
 */

import type { Client, ClientCapabilities, LoggingLevel, Tool } from '@modelcontextprotocol/client'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { messageOf } from '../../skill/unknown-value.js'
import type { RunningServer, ServerRequest, ServerTool, StartServer } from '../../workspace/activation/server.js'
import { type CalledServer, callServer } from './call-server.js'
import { openProcess, openUrl, type ServerConnection } from './server-connection.js'
import { openContents } from './server-contents.js'
import { linkServer } from './server-link.js'
import { openKeptSignIn, takesSignIn } from './sign-in/kept-sign-in.js'
import { SignInNeededError } from './sign-in/sign-in-provider.js'

/** The most pages of a tool list to read; more than a model could use. */
const MOST_PAGES = 20
/** The most tools of one server; more than any client takes. */
const MOST_TOOLS = 1_000

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
  const { url } = request
  const absent = findAbsentSignIn(request)
  if (absent !== undefined) return refuseSignIn(absent)
  const connection = url === undefined ? openProcess(request) : openUrl({ ...request, url }, sdk)
  const timeout = request.startMilliseconds
  const client = new sdk.Client(
    { name: 'metier', version: '1.0.0' },
    {
      capabilities: { ...request.client?.capabilities } as ClientCapabilities,
      // Older servers answer the first question with an error, or not at all.
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: Math.min(PROBE_MILLISECONDS, timeout / 2) } },
      inputRequired: { autoFulfill: false },
      listMaxPages: MOST_PAGES,
    },
  )
  const link = linkServer(client, sdk, request.client)
  const deadline = AbortSignal.timeout(timeout)
  const giveUp = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
  try {
    const tools = await Promise.race([
      connect(client, connection, request.client?.logLevel, { timeout, signal: giveUp }),
      failWhenOver(giveUp, connection),
    ])
    let reason: string | undefined
    void connection.ended.then((why) => {
      reason = why
    })
    const known = new Map(tools.map((tool) => [tool.name, withoutOutput(tool)]))
    return succeed(
      toRunningServer(connection, tools, { sdk, client, link, request, tools: known, endReason: () => reason }),
    )
  } catch (error) {
    await Promise.allSettled([client.close(), connection.stop()])
    if (error instanceof SignInNeededError) return refuseSignIn(error)
    return refuse(
      request.name,
      deadline.aborted ? `it did not start within ${timeout / 1000} seconds` : messageOf(error),
      connection,
    )
  }
}

/** Without a sign-in that is kept, not even the server is asked. */
function findAbsentSignIn(request: ServerRequest): SignInNeededError | undefined {
  if (!takesSignIn(request) || openKeptSignIn(request).read() !== undefined) return undefined
  return new SignInNeededError(request.name, request.signIn)
}

function refuseSignIn({ message, suggestions }: SignInNeededError): Result<RunningServer> {
  return fail('system_error', message, suggestions)
}

/** How long a server has to say which protocol it speaks. One that does not know the question should say so at once. */
const PROBE_MILLISECONDS = 5_000

interface Waiting {
  readonly timeout: number
  readonly signal: AbortSignal
}

async function connect(
  client: Client,
  { transport }: ServerConnection,
  logLevel: string | undefined,
  waiting: Waiting,
): Promise<readonly Tool[]> {
  await client.connect(transport, waiting)
  const hasLog = client.getServerCapabilities()?.logging !== undefined && client.getProtocolEra() === 'legacy'
  // A level that the server does not take only means more messages than the client wants, which are dropped.
  if (hasLog && logLevel !== undefined)
    await client.setLoggingLevel(logLevel as LoggingLevel, waiting).catch(() => undefined)
  return listTools(client, waiting)
}

/** A server may have prompts and resources only. */
async function listTools(client: Client, options: Parameters<Client['listTools']>[1]): Promise<readonly Tool[]> {
  // Otherwise the SDK writes a line to standard output, which may belong to a client.
  if (client.getServerCapabilities()?.tools === undefined) return []
  const { tools } = await client.listTools({}, options)
  return tools.slice(0, MOST_TOOLS)
}

async function failWhenOver(signal: AbortSignal, { ended }: ServerConnection): Promise<never> {
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

function toRunningServer(connection: ServerConnection, tools: readonly Tool[], server: CalledServer): RunningServer {
  return {
    tools: tools.map(toServerTool),
    ...openContents(server),
    listTools: () => listAgain(server),
    ended: connection.ended.then(() => undefined),
    stderr: connection.stderr,
    stop: async () => {
      await Promise.allSettled([server.client.close(), connection.stop()])
    },
    call: (tool, params, signal, client) => callServer(server, tool, params, { signal, client }),
  }
}

/** The tools after the server said that they have changed. */
async function listAgain({ client, request, tools: known }: CalledServer): Promise<Result<readonly ServerTool[]>> {
  try {
    const listed = await listTools(client, { timeout: request.startMilliseconds, cacheMode: 'refresh' })
    known.clear()
    for (const tool of listed) known.set(tool.name, withoutOutput(tool))
    return succeed(listed.map(toServerTool))
  } catch (error) {
    return fail('system_error', `Server '${request.name}' did not list its tools again: ${messageOf(error)}`)
  }
}

/** The client that called checks the output; a server's schema is not compiled here. */
function withoutOutput({ outputSchema: _, ...tool }: Tool): Tool {
  return tool
}

function toServerTool({ name, description = '', inputSchema, ...listing }: Tool): ServerTool {
  return { name, description, inputSchema, ...(Object.keys(listing).length > 0 && { listing }) }
}

function refuse(name: string, reason: string, { stderr }: ServerConnection): Result<RunningServer> {
  const said = stderr().trim().slice(-2_000)
  return fail('system_error', `Server '${name}' did not start: ${reason}${said === '' ? '' : `; its output: ${said}`}`)
}
