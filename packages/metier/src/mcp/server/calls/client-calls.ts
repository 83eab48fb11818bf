/** Runs the calls of MCP clients: what a skill's tool says meanwhile reaches the client, in both eras of the protocol. */

import type { CallToolRequest, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import { LIMITS } from '../../../skill/limits.js'
import { messageOf } from '../../../skill/unknown-value.js'
import type {
  ClientQuestion,
  ClientReply,
  ToolClient,
  ToolClientCapabilities,
  ToolLogMessage,
} from '../../../workspace/tools/tool-client.js'
import { ANY_OBJECT } from '../../any-object.js'
import type { Sdk } from '../../sdk.js'
import type { Consent } from '../activation/consent.js'
import { isWanted, LOG_LEVELS, type LogLevel } from './log-level.js'
import { type CallOutcome, type CallRound, createParkedCalls, type ParkedCalls } from './parked-calls.js'

/** A request that a skill's server may have a part in. */
interface ClientCall {
  readonly context: ServerContext
  readonly principal: string
  readonly capabilities: ToolClientCapabilities
  /** The least important log messages that a client of 2025 wants; undefined if it did not say. */
  readonly logLevel: () => LogLevel | undefined
  /** Sends a log message after the request has been answered. */
  readonly logLater: (message: ToolLogMessage) => void
}

/** What a call may use while it runs. */
interface RunningCall {
  readonly client: ToolClient
  /** Aborted when the client cancels. */
  readonly signal: AbortSignal
}

/** The calls of all clients of one process. */
export interface ClientCalls {
  /** Runs a call, or continues one that waits for its client. */
  run<T extends object>(
    call: ClientCall,
    work: (running: RunningCall) => Promise<T | InputRequiredResult>,
  ): Promise<T | InputRequiredResult>
  /** How many calls wait for their client. */
  readonly waiting: number
  close(): void
}

type CallsSdk = Pick<Sdk, 'ProtocolError' | 'ProtocolErrorCode' | 'LOG_LEVEL_META_KEY'>

interface ModernRound extends CallRound {
  readonly call: ClientCall
}

/** Creates an empty collection. */
export function createClientCalls(sdk: CallsSdk, consent: Pick<Consent, 'askNow'>): ClientCalls {
  const parked = createParkedCalls<ModernRound>()
  return {
    run: <T extends object>(
      call: ClientCall,
      work: (running: RunningCall) => Promise<T | InputRequiredResult>,
    ): Promise<T | InputRequiredResult> => {
      const { mcpReq } = call.context
      // Requests have an envelope since the revision in which a question is the answer to a call.
      if (mcpReq.envelope === undefined) {
        return work({ client: createDirectClient(sdk, call, consent), signal: mcpReq.signal })
      }
      // A call is continued only by a request of its own method, so the outcome is of the same type.
      return runModern(sdk, call, parked, consent, work) as Promise<T | InputRequiredResult>
    },
    get waiting() {
      return parked.size
    },
    close: () => parked.close(),
  }
}

function runModern(
  sdk: CallsSdk,
  call: ClientCall,
  parked: ParkedCalls<ModernRound>,
  consent: Pick<Consent, 'askNow'>,
  work: (running: RunningCall) => Promise<CallOutcome>,
): Promise<CallOutcome> {
  const { mcpReq } = call.context
  const replies = mcpReq.inputResponses ?? {}
  const principal = JSON.stringify([call.principal, mcpReq.method])
  const round = { principal, signal: mcpReq.signal, replies, call }
  const state = mcpReq.requestState<unknown>()
  if (state !== undefined) {
    const resumed = typeof state === 'string' ? parked.resume(state, round) : undefined
    if (resumed !== undefined) return resumed
    const data = { reason: 'invalid_request_state' }
    throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', data)
  }
  return parked.start(round, ({ round: current, signal, ask }) => {
    const client: ToolClient = {
      ...describeRequest(sdk, call),
      report: (step) => reportProgress(current()?.call.context, step),
      log: (message) => void sendLog(current()?.call.context, message).catch(() => undefined),
      ask,
      approve: (request) => consent.askNow(request, call.capabilities, (question) => askOnly(ask, question, signal)),
    }
    return work({ client, signal })
  })
}

/** A client of 2025 answers requests while its call is open. */
function createDirectClient(sdk: CallsSdk, call: ClientCall, consent: Pick<Consent, 'askNow'>): ToolClient {
  const { context, capabilities } = call
  const ask: ToolClient['ask'] = async (questions, signal) => {
    const replies = Object.entries(questions).map(async ([key, question]) => {
      return [key, await sendQuestion(sdk, context, question, signal)] as const
    })
    return Object.fromEntries(await Promise.all(replies))
  }
  return {
    ...describeRequest(sdk, call),
    report: (step) => reportProgress(context, step),
    logLevel: call.logLevel(),
    log: (message) => {
      if (isWanted(message.level, call.logLevel())) void sendLog(context, message).catch(() => call.logLater(message))
    },
    ask,
    approve: (request) =>
      consent.askNow(request, capabilities, (question) => askOnly(ask, question, context.mcpReq.signal)),
  }
}

async function askOnly(
  ask: ToolClient['ask'],
  question: ClientQuestion,
  signal: AbortSignal,
): Promise<ClientReply | undefined> {
  return (await ask({ consent: question }, signal)).consent
}

async function sendQuestion(
  sdk: CallsSdk,
  { mcpReq }: ServerContext,
  { method, params }: ClientQuestion,
  signal: AbortSignal,
): Promise<ClientReply> {
  try {
    const timeout = LIMITS.clientAnswerSeconds * 1_000
    const request = { method, ...(params !== undefined && { params: { ...params } }) }
    const result: unknown = await mcpReq.send(request, ANY_OBJECT, { timeout, signal })
    return { ok: true, result: result as Readonly<Record<string, unknown>> }
  } catch (error) {
    const isProtocol = error instanceof sdk.ProtocolError
    const code = isProtocol ? error.code : sdk.ProtocolErrorCode.InternalError
    const data = isProtocol ? error.data : undefined
    return { ok: false, code, message: messageOf(error), ...(data !== undefined && { data }) }
  }
}

type RequestMeta = NonNullable<CallToolRequest['params']['_meta']>

/** What of a request is for the server of a skill. */
function describeRequest(
  sdk: CallsSdk,
  { context, capabilities }: ClientCall,
): Pick<ToolClient, 'capabilities' | 'meta' | 'inputResponses' | 'wantsProgress'> {
  const { mcpReq } = context
  const { progressToken, ...meta }: Partial<RequestMeta> = mcpReq._meta ?? {}
  const others = Object.entries(meta).filter(([key]) => !key.startsWith(OWN_KEYS))
  // A client of 2025 gets every message unless it sets a level, which applies on the way back.
  const level =
    mcpReq.envelope === undefined
      ? 'debug'
      : (mcpReq.envelope as Readonly<Record<string, unknown>>)[sdk.LOG_LEVEL_META_KEY]
  const levels = level === undefined ? [] : [[sdk.LOG_LEVEL_META_KEY, level] as const]
  const replies = Object.entries(mcpReq.inputResponses ?? {}).filter(([key]) => !OWN_REPLIES.test(key))
  return {
    capabilities,
    meta: Object.fromEntries([...others, ...levels]),
    wantsProgress: progressToken !== undefined,
    ...(replies.length > 0 && { inputResponses: Object.fromEntries(replies) }),
  }
}

const OWN_KEYS = 'metier/'
/** Replies to questions of Metier itself. */
const OWN_REPLIES = /^(?:consent|review)-/

function reportProgress(context: ServerContext | undefined, step: object): void {
  const { progressToken } = context?.mcpReq._meta ?? {}
  if (context === undefined || progressToken === undefined || context.mcpReq.signal.aborted) return
  const params = { progressToken, ...step }
  // If the client has disconnected, the call still continues.
  void context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
}

async function sendLog(context: ServerContext | undefined, { level, data, logger }: ToolLogMessage): Promise<void> {
  const known = LOG_LEVELS.find((one) => one === level)
  if (known !== undefined) await context?.mcpReq.log(known, data, logger)
}
