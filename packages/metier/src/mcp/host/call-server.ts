/** Sends a request to a skill's server, such as the call of a tool, and answers what the server asks in return. */

import type { CallToolRequest, Client, InputRequiredResult, Tool } from '@modelcontextprotocol/client'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { isRecord, messageOf } from '../../skill/unknown-value.js'
import type { ServerMethod, ServerReply, ServerRequest } from '../../workspace/activation/server.js'
import { ServerAnswer } from '../../workspace/tools/server-answer.js'
import type { ClientQuestion, ToolClient, ToolProgress } from '../../workspace/tools/tool-client.js'
import { ANY_OBJECT } from '../any-object.js'
import { type CallDeadline, startDeadline } from './call-deadline.js'
import { readQuestion, type ServerLink } from './server-link.js'
import { SignInNeededError } from './sign-in/sign-in-provider.js'

type Sdk = typeof import('@modelcontextprotocol/client')

/** A server that takes calls. */
export interface CalledServer {
  readonly sdk: Sdk
  readonly client: Client
  readonly link: ServerLink
  readonly request: ServerRequest
  /** The tools as the server lists them now. */
  readonly tools: Map<string, Tool>
  /** Why the server ended, if it had to be stopped. */
  readonly endReason: () => string | undefined
}

/** A request to it. */
export interface ServerExchange {
  readonly method: ServerMethod | 'tools/call'
  readonly params: Readonly<Record<string, unknown>>
  /** What is asked for, for messages: the call to 'act'. */
  readonly what: string
  readonly signal: AbortSignal
  readonly client: ToolClient | undefined
}

/** Calls a tool. An error of the server is an answer; the result is a failure if there is no answer. */
export async function callServer(
  server: CalledServer,
  tool: string,
  params: unknown,
  { signal, client }: Pick<ServerExchange, 'signal' | 'client'>,
): Promise<Result<ServerAnswer>> {
  const what = `the call to '${tool}'`
  const call = { name: tool, arguments: (params ?? {}) as Readonly<Record<string, unknown>> }
  const reply = await exchange(server, { method: 'tools/call', params: call, what, signal, client })
  return reply.ok ? succeed(new ServerAnswer(reply.value as ServerAnswer['outcome'])) : reply
}

/** Sends a request and waits for the answer, as long as the server may take. */
export async function exchange(server: CalledServer, request: ServerExchange): Promise<Result<ServerReply>> {
  const { callMilliseconds, longestCallMilliseconds = callMilliseconds * 10 } = server.request
  const deadline = startDeadline(callMilliseconds, longestCallMilliseconds)
  const linked = { client: request.client, waitFor: deadline.pauseFor }
  try {
    return succeed({ result: await server.link.during(linked, () => converse(server, request, deadline)) })
  } catch (error) {
    return explain(error, server, request, deadline)
  } finally {
    deadline.end()
  }
}

function explain(error: unknown, server: CalledServer, { what }: ServerExchange, deadline: CallDeadline) {
  const { sdk, request, endReason } = server
  const refuse = (reason: string) => fail('system_error', `Server '${request.name}' did not answer ${what}: ${reason}`)
  if (deadline.signal.aborted) return refuse('it took too long')
  const ended = endReason()
  if (ended !== undefined) return refuse(ended)
  if (error instanceof SignInNeededError) return fail('system_error', error.message, error.suggestions)
  if (error instanceof sdk.ProtocolError && error.code !== CONNECTION_CLOSED) {
    const { code, message, data } = error
    return succeed({ error: { code, message, ...(data !== undefined && { data }) } })
  }
  return refuse(messageOf(error))
}

const CONNECTION_CLOSED = -32_000
/** More rounds of questions than any dialog has. */
const MOST_ROUNDS = 16

/** A server of the 2026 protocol asks with its answer, and is called again with the client's replies. */
async function converse(server: CalledServer, request: ServerExchange, deadline: CallDeadline): Promise<AnyResult> {
  const { inputResponses } = request.client ?? {}
  let extra: AnyResult = inputResponses === undefined ? {} : { inputResponses }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const result = await send(server, request, deadline, extra)
    if (!server.sdk.isInputRequiredResult(result)) return readResult(result)
    extra = await answerQuestions(result, request, deadline)
  }
  throw new Error(`it asked more than ${MOST_ROUNDS} times`)
}

type AnyResult = Readonly<Record<string, unknown>>

/** The protocol's own keys are about one connection: who answers, for example. */
function readResult({ _meta, ...result }: AnyResult): AnyResult {
  const meta = withoutEnvelope(isRecord(_meta) ? _meta : {})
  return Object.keys(meta).length === 0 ? result : { _meta: meta, ...result }
}

function send(
  server: CalledServer,
  request: ServerExchange,
  deadline: CallDeadline,
  extra: AnyResult,
): Promise<AnyResult | InputRequiredResult> {
  const { client, tools } = server
  const { method, signal, client: caller } = request
  const params = { ...request.params, ...composeMeta(server, caller), ...extra }
  const options = {
    signal: AbortSignal.any([signal, deadline.signal]),
    timeout: NO_TIMEOUT,
    allowInputRequired: true as const,
    ...(caller?.wantsProgress !== false && {
      onprogress: (step: ToolProgress) => {
        deadline.extend()
        caller?.report(step)
      },
    }),
  }
  if (method !== 'tools/call') return client.request({ method, params }, ANY_OBJECT, options) as Promise<AnyResult>
  // Not the server's own definition: its output is for the client to check.
  const definition = tools.get(String(request.params.name))
  const call = params as unknown as CallToolRequest['params']
  return client.callTool(call, { ...options, ...(definition !== undefined && { toolDefinition: definition }) })
}

/** What the request says about its client. */
function composeMeta({ sdk, client }: CalledServer, caller: ToolClient | undefined): { readonly _meta?: AnyResult } {
  const isModern = client.getProtocolEra() === 'modern'
  // Since 2026 each request says what its client can do.
  const abilities = isModern && { [sdk.CLIENT_CAPABILITIES_META_KEY]: { ...caller?.capabilities } }
  const meta = isModern ? { ...caller?.meta, ...abilities } : withoutEnvelope(caller?.meta)
  return Object.keys(meta).length === 0 ? {} : { _meta: meta }
}

/** The keys that the protocol reserves mean nothing on another connection, or in an older protocol. */
function withoutEnvelope(meta: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !key.startsWith('io.modelcontextprotocol/')))
}

/** The longest that a timer can take: the deadline is ours. */
const NO_TIMEOUT = 2 ** 31 - 1

async function answerQuestions(
  { inputRequests = {}, requestState }: InputRequiredResult,
  { client, signal }: ServerExchange,
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
