/** Calls a tool of a skill's server, and answers what the server asks in return. */

import type { CallToolResult, Client, InputRequiredResult, Tool } from '@modelcontextprotocol/client'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { isRecord, messageOf } from '../../skill/unknown-value.js'
import type { ServerRequest } from '../../workspace/activation/server.js'
import { ServerAnswer, type ServerResult } from '../../workspace/tools/server-answer.js'
import type { ClientQuestion, ToolClient } from '../../workspace/tools/tool-client.js'
import { type CallDeadline, startDeadline } from './call-deadline.js'
import { readQuestion, type ServerLink } from './server-link.js'

type Sdk = typeof import('@modelcontextprotocol/client')

/** A server that takes calls. */
export interface CalledServer {
  readonly sdk: Sdk
  readonly client: Client
  readonly link: ServerLink
  readonly request: ServerRequest
  /** The tools as the server lists them. */
  readonly tools: ReadonlyMap<string, Tool>
  /** Why the server ended, if it had to be stopped. */
  readonly endReason: () => string | undefined
}

/** A call of one of its tools. */
export interface ServerCall {
  readonly tool: string
  readonly params: unknown
  readonly signal: AbortSignal
  readonly client: ToolClient | undefined
}

/** Makes a call. An error of the server is an answer; the result is a failure if there is no answer. */
export async function callServer(server: CalledServer, call: ServerCall): Promise<Result<ServerAnswer>> {
  const { callMilliseconds, longestCallMilliseconds = callMilliseconds * 10 } = server.request
  const deadline = startDeadline(callMilliseconds, longestCallMilliseconds)
  const linked = { client: call.client, waitFor: deadline.pauseFor }
  try {
    return succeed(await server.link.during(linked, () => converse(server, call, deadline)))
  } catch (error) {
    return explain(error, server, call, deadline)
  } finally {
    deadline.end()
  }
}

function explain(error: unknown, server: CalledServer, { tool }: ServerCall, deadline: CallDeadline) {
  const { sdk, request, endReason } = server
  const refuse = (reason: string) =>
    fail('system_error', `Server '${request.name}' did not answer the call to '${tool}': ${reason}`)
  if (deadline.signal.aborted) return refuse('it took too long')
  const ended = endReason()
  if (ended !== undefined) return refuse(ended)
  if (error instanceof sdk.ProtocolError && error.code !== CONNECTION_CLOSED) {
    const { code, message, data } = error
    return succeed(new ServerAnswer({ error: { code, message, ...(data !== undefined && { data }) } }))
  }
  return refuse(messageOf(error))
}

const CONNECTION_CLOSED = -32_000
/** More rounds of questions than any dialog has. */
const MOST_ROUNDS = 16

/** A server of the 2026 protocol asks with its answer, and is called again with the client's replies. */
async function converse(server: CalledServer, call: ServerCall, deadline: CallDeadline): Promise<ServerAnswer> {
  const { inputResponses } = call.client ?? {}
  let extra: Readonly<Record<string, unknown>> = inputResponses === undefined ? {} : { inputResponses }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const result = await send(server, call, deadline, extra)
    if (!server.sdk.isInputRequiredResult(result)) return new ServerAnswer({ result: readResult(result) })
    extra = await answerQuestions(result, call, deadline)
  }
  throw new Error(`it asked more than ${MOST_ROUNDS} times`)
}

/** The protocol's own keys are about one connection: who answers, for example. */
function readResult({ _meta, ...result }: CallToolResult): ServerResult {
  const meta = withoutEnvelope(_meta)
  return Object.keys(meta).length === 0 ? result : { _meta: meta, ...result }
}

function send(
  { sdk, client, tools }: CalledServer,
  { tool, params, signal, client: caller }: ServerCall,
  deadline: CallDeadline,
  extra: Readonly<Record<string, unknown>>,
) {
  const isModern = client.getProtocolEra() === 'modern'
  // Since 2026 each request says what its client can do.
  const abilities = isModern && { [sdk.CLIENT_CAPABILITIES_META_KEY]: { ...caller?.capabilities } }
  const meta = isModern ? { ...caller?.meta, ...abilities } : withoutEnvelope(caller?.meta)
  const definition = tools.get(tool)
  return client.callTool(
    {
      name: tool,
      arguments: (params ?? {}) as Record<string, unknown>,
      ...(Object.keys(meta).length > 0 && { _meta: meta }),
      ...extra,
    },
    {
      signal: AbortSignal.any([signal, deadline.signal]),
      timeout: NO_TIMEOUT,
      // Not the server's own definition: its output is for the client to check.
      ...(definition !== undefined && { toolDefinition: definition }),
      allowInputRequired: true,
      ...(caller?.wantsProgress !== false && {
        onprogress: (step) => {
          deadline.extend()
          caller?.report(step)
        },
      }),
    },
  )
}

/** The keys that the protocol reserves mean nothing on another connection, or in an older protocol. */
function withoutEnvelope(meta: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !key.startsWith('io.modelcontextprotocol/')))
}

/** The longest that a timer can take: the deadline is ours. */
const NO_TIMEOUT = 2 ** 31 - 1

async function answerQuestions(
  { inputRequests = {}, requestState }: InputRequiredResult,
  { client, signal }: ServerCall,
  deadline: CallDeadline,
): Promise<Readonly<Record<string, unknown>>> {
  const questions = readQuestions(inputRequests)
  const kept = requestState === undefined ? {} : { requestState }
  if (Object.keys(questions).length === 0) return kept
  if (client === undefined) throw new Error('it asks for input, and this caller cannot answer')
  const replies = await deadline.pauseFor(() => client.ask(questions, signal))
  const answers = Object.entries(questions).map(([key, { method }]) => {
    const reply = replies[key]
    if (reply?.ok) return [key, reply.result] as const
    // Only a question to the user has a way to say no.
    if (method === 'elicitation/create' && reply?.code === REFUSED) return [key, { action: 'decline' }] as const
    throw new Error(reply?.message ?? 'the client did not answer')
  })
  return { inputResponses: Object.fromEntries(answers), ...kept }
}

const REFUSED = -1

function readQuestions(requests: Readonly<Record<string, unknown>>): Readonly<Record<string, ClientQuestion>> {
  const entries = Object.entries(requests).map(([key, value]) => {
    const question = isRecord(value) && typeof value.method === 'string' ? readQuestion(value as never) : undefined
    if (question === undefined) throw new Error(`it asks for '${key}', which is not a known request`)
    return [key, question] as const
  })
  return Object.fromEntries(entries)
}
