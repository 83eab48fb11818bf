/**
 * Keeps a skill's server running. A server that dies is started once more, and its tools report what it wrote before it
 * died.
 */

import { type Failure, fail, type Result, succeed } from '../../skill/failure.js'
import { messageOf } from '../../skill/unknown-value.js'
import { ServerAnswer } from '../tools/server-answer.js'
import { isToolName, type Tool, ToolFailure, ToolUnavailable } from '../tools/tool.js'
import type { ToolClient } from '../tools/tool-client.js'
import type { FindObjection } from './activation.js'
import type {
  RunningServer,
  ServerChange,
  ServerFeature,
  ServerQuery,
  ServerReply,
  ServerRequest,
  ServerTool,
  StartServer,
} from './server.js'

/** A server that is kept running, with its tools. */
export interface KeptServer {
  /** Its tools now. */
  readonly tools: readonly Tool[]
  /** What it offers besides tools. */
  readonly offers: ReadonlySet<ServerFeature>
  ask(query: ServerQuery, signal: AbortSignal, client?: ToolClient): Promise<Result<ServerReply>>
  /** Sets the one function that is called after a list or a resource has changed. */
  onChange(listener: (change: ServerChange) => void): void
  stop(): Promise<void>
}

/** What a server needs to start. */
export interface ServerContext {
  readonly start: StartServer
  /** Says why the server may not run any more: its files are not the ones that were approved. */
  readonly findObjection: FindObjection
  /** Aborted when the caller gives up waiting for the server. */
  readonly signal?: AbortSignal | undefined
}

/** Starts a server and turns what it lists into tools. */
export async function keepServer(request: ServerRequest, keeping: ServerContext): Promise<Result<KeptServer>> {
  // The user may have taken a while to answer: start only the files that were approved.
  const first = await startApproved(request, keeping)
  if (!first.ok) return first
  const missing = request.tools?.filter((name) => !first.value.tools.some((tool) => tool.name === name)) ?? []
  if (missing.length > 0) {
    await Promise.allSettled([first.value.stop()])
    return fail(
      'system_error',
      `Server '${request.name}' has no tool ${missing.map((name) => `'${name}'`).join(', ')}`,
      [`Its tools: ${first.value.tools.map(({ name }) => name).join(', ') || 'none'}`],
    )
  }
  const news = createNews()
  const keeper = createKeeper(request, keeping, first.value, (server) => {
    follow(server)
    tools = take(server.tools)
    // The server that was started again may offer something else.
    for (const list of LISTS) news.tell({ list })
  })
  const take = createTools(request, keeper)
  let tools = take(first.value.tools)
  const follow = (server: RunningServer) =>
    followServer(server, news.tell, (listed) => {
      tools = take(listed)
    })
  follow(first.value)
  return succeed({
    get tools() {
      return tools
    },
    offers: first.value.offers ?? new Set(),
    ask: async (query, signal, client) => {
      const server = await keeper.current()
      if (!server.ok) return server
      return server.value.ask?.(query, signal, client) ?? succeed({ error: UNKNOWN_METHOD })
    },
    onChange: news.listen,
    stop: keeper.stop,
  })
}

const LISTS = ['tools', 'prompts', 'resources'] as const
const UNKNOWN_METHOD = { code: -32_601, message: 'Method not found' }

function createNews() {
  let listener: (change: ServerChange) => void = () => undefined
  return {
    tell: (change: ServerChange) => listener(change),
    listen: (next: typeof listener) => {
      listener = next
    },
  }
}

/** How long a changed list of tools rests before it is read: a server may announce any number of changes. */
const REST_MILLISECONDS = 200

/** Passes on what a server says has changed. A changed list of tools is read before anyone hears of it. */
function followServer(
  server: RunningServer,
  tell: (change: ServerChange) => void,
  takeTools: (tools: readonly ServerTool[]) => void,
): void {
  let isWaiting = false
  let isOutdated = false
  const readTools = async () => {
    isOutdated = false
    const listed = await Promise.resolve(server.listTools?.()).catch(() => undefined)
    isWaiting = false
    if (isOutdated) schedule()
    if (!listed?.ok) return
    takeTools(listed.value)
    tell({ list: 'tools' })
  }
  const schedule = () => {
    isOutdated = true
    if (!isWaiting) setTimeout(() => void readTools(), REST_MILLISECONDS).unref()
    isWaiting = true
  }
  server.onChange?.((change) => {
    if ('list' in change && change.list === 'tools') schedule()
    else tell(change)
  })
}

/** Creates the tools that a list leads to. A tool that is listed as before stays the same object. */
function createTools(request: ServerRequest, keeper: Keeper): (listed: readonly ServerTool[]) => readonly Tool[] {
  let before = new Map<string, Tool>()
  return (listed) => {
    // A model's API rejects the whole list of tools if one name is invalid.
    const named = listed.filter(({ name }) => isToolName(name))
    const offered = named.filter(({ name }) => request.tools?.includes(name) ?? true)
    const now = offered.map((tool) => {
      const key = JSON.stringify(tool)
      return [key, before.get(key) ?? toTool(tool, request, keeper)] as const
    })
    before = new Map(now)
    return now.map(([, tool]) => tool)
  }
}

async function startApproved(request: ServerRequest, keeping: ServerContext): Promise<Result<RunningServer>> {
  try {
    const objection = await keeping.findObjection()
    return objection === undefined ? await startSafely(request, keeping) : refuseChanged(objection)
  } catch (error) {
    return fail('system_error', `Server '${request.name}' could not be started: ${messageOf(error)}`)
  }
}

/** The host's function may throw: then the other servers must not stay running either. */
async function startSafely(
  request: ServerRequest,
  { start, signal }: Pick<ServerContext, 'start' | 'signal'>,
): Promise<Result<RunningServer>> {
  try {
    return await start(request, signal)
  } catch (error) {
    return fail('system_error', `Server '${request.name}' could not be started: ${messageOf(error)}`)
  }
}

interface Keeper {
  /** The current server; waits while it is being restarted. */
  current(): Promise<Result<RunningServer>>
  stop(): Promise<void>
}

function createKeeper(
  request: ServerRequest,
  { start, findObjection }: ServerContext,
  first: RunningServer,
  onRestart: (server: RunningServer) => void,
): Keeper {
  const stopping = new AbortController()
  let restarts = 0
  let current: Promise<Result<RunningServer>> = Promise.resolve(succeed(first))
  const watch = (server: RunningServer): void => {
    void server.ended.then(() => {
      if (stopping.signal.aborted) return
      const said = lastLines(server.stderr())
      current = restarts++ === 0 ? startAgain().catch(refuseBroken) : Promise.resolve(refuseDead(request.name, said))
    })
  }
  const refuseBroken = (error: unknown) =>
    fail('system_error', `Server '${request.name}' could not be restarted: ${messageOf(error)}`, [TRY_AGAIN])
  const startAgain = async (): Promise<Result<RunningServer>> => {
    const objection = await findObjection()
    if (objection !== undefined) return refuseChanged(objection)
    const again = await startSafely(request, { start, signal: stopping.signal })
    if (!again.ok) return again
    if (stopping.signal.aborted) await again.value.stop()
    else {
      watch(again.value)
      onRestart(again.value)
    }
    return again
  }
  watch(first)
  return {
    current: async () => {
      const objection = await findObjection()
      return objection === undefined ? current : refuseChanged(objection)
    },
    stop: async () => {
      // Do not wait for a server that is still restarting.
      stopping.abort()
      const server = await current
      if (server.ok) await server.value.stop()
    },
  }
}

function toTool(tool: ServerTool, request: ServerRequest, keeper: Keeper): Tool {
  const { name, description, inputSchema, listing } = tool
  return {
    toolName: name,
    desc: description,
    paramsSchema: inputSchema,
    category: request.url === undefined ? 'execute' : 'network',
    ...(listing !== undefined && { listing }),
    execute: async (params: unknown, { signal, client }) => {
      const server = await keeper.current()
      if (!server.ok) throw toToolFailure(server.failure)
      return takeAnswer(name, await server.value.call(name, params, signal, client), server.value)
    },
  }
}

function toToolFailure({ code, message, suggestions }: Failure): ToolFailure {
  const Thrown = code === 'integrity_mismatch' ? ToolUnavailable : ToolFailure
  return new Thrown(message, {}, suggestions)
}

/** A failure says what the server wrote, which often explains it. */
function takeAnswer(name: string, called: Result<unknown>, server: RunningServer): unknown {
  const answer = called.ok && called.value instanceof ServerAnswer ? called.value : undefined
  if (called.ok && answer?.isSuccess !== false) return called.value
  const stderr = lastLines(server.stderr())
  const details = stderr === '' ? {} : { stderr }
  if (!called.ok) throw new ToolFailure(called.failure.message, details, called.failure.suggestions)
  throw new ToolFailure(answer?.text || `'${name}' failed`, details, [], answer)
}

const SHOWN_CHARACTERS = 2_000
const TRY_AGAIN = 'Deactivate the skill and activate it again, or continue without it'

function lastLines(text: string): string {
  return text.trimEnd().slice(-SHOWN_CHARACTERS)
}

function refuseChanged(objection: string): Result<never> {
  return fail('integrity_mismatch', objection, ['Ask the user to review the skill again'])
}

function refuseDead(name: string, said: string): Result<RunningServer> {
  const words = said === '' ? '' : `; its output: ${said}`
  return fail('system_error', `Server '${name}' crashed again after a restart${words}`, [TRY_AGAIN])
}
