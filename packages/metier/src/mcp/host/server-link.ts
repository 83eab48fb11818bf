/** What goes on between a skill's server and the client of the conversation: calls, and what the server says meanwhile. */

import type { Client, JSONRPCRequest, Notification } from '@modelcontextprotocol/client'
import { isRecord } from '../../skill/unknown-value.js'
import type { ServerChange } from '../../workspace/activation/server.js'
import { CLIENT_METHODS, type ClientQuestion, type ToolClient } from '../../workspace/tools/tool-client.js'

type Sdk = typeof import('@modelcontextprotocol/client')

/** Knows whom the server talks to. */
export interface ServerLink {
  /** Runs a call: until it ends, requests and messages of the server go to its client. */
  during<T>(call: LinkedCall, work: () => Promise<T>): Promise<T>
  /** Sets the one function that is called when the server says that something has changed. */
  onChange(listener: (change: ServerChange) => void): void
}

/** A call that is running. */
interface LinkedCall {
  readonly client: ToolClient | undefined
  /** Called while the client is being asked, since a user may take longer than a tool. */
  waitFor<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Answers what a server of the 2025 protocol asks on its own, and passes on its log. These messages do not say which
 * call they belong to: the latest is taken. The client that started the server is asked between calls.
 */
export function linkServer(client: Client, sdk: Sdk, starter: ToolClient | undefined): ServerLink {
  const idle: LinkedCall = { client: starter, waitFor: (work) => work() }
  const calls: LinkedCall[] = []
  const current = () => calls.at(-1) ?? idle
  client.fallbackRequestHandler = async (request, { mcpReq }) => {
    const question = readQuestion(request)
    if (question === undefined) throw new sdk.ProtocolError(sdk.ProtocolErrorCode.MethodNotFound, 'Method not found')
    const { client: asked, waitFor } = current()
    if (asked === undefined) {
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.MethodNotFound, 'There is no client that could answer')
    }
    const { [KEY]: reply } = await waitFor(() => asked.ask({ [KEY]: question }, mcpReq.signal))
    if (reply?.ok) return { ...reply.result }
    throw new sdk.ProtocolError(reply?.code ?? INTERNAL, reply?.message ?? 'The client did not answer', reply?.data)
  }
  let onChange: (change: ServerChange) => void = () => undefined
  client.fallbackNotificationHandler = async (notification) => {
    const message = readLog(notification)
    if (message !== undefined) current().client?.log(message)
    const change = readChange(notification)
    if (change !== undefined) onChange(change)
  }
  return {
    onChange: (listener) => {
      onChange = listener
    },
    during: async (call, work) => {
      calls.push(call)
      try {
        return await work()
      } finally {
        calls.splice(calls.indexOf(call), 1)
      }
    },
  }
}

const KEY = 'question'
const INTERNAL = -32_603

/** A request of a server that is meant for the client; undefined for any other. */
export function readQuestion({
  method,
  params,
}: Pick<JSONRPCRequest, 'method' | 'params'>): ClientQuestion | undefined {
  const known = CLIENT_METHODS.find((name) => name === method)
  return known && { method: known, ...(isRecord(params) && { params }) }
}

function readLog({ method, params }: Notification) {
  if (method !== 'notifications/message' || !isRecord(params)) return undefined
  const { level, logger, data } = params
  if (typeof level !== 'string') return undefined
  return { level, ...(typeof logger === 'string' && { logger }), data }
}

const CHANGES: Readonly<Record<string, ServerChange>> = {
  'notifications/tools/list_changed': { list: 'tools' },
  'notifications/prompts/list_changed': { list: 'prompts' },
  'notifications/resources/list_changed': { list: 'resources' },
}

function readChange({ method, params }: Notification): ServerChange | undefined {
  if (method !== 'notifications/resources/updated') return CHANGES[method]
  return isRecord(params) && typeof params.uri === 'string' ? { uri: params.uri } : undefined
}
