/**
 * The endpoint `/mcp`: 2025 clients with a session, 2026 clients without one, and clients that send single requests.
 */

import type { McpHttpHandler, McpServer } from '@modelcontextprotocol/server'
import { fieldOf } from '../../../tools/settle.js'
import type { Tool } from '../../../workspace/tools/tool.js'
import { jsonSchemaOf } from '../../../workspace/tools/tool-schema.js'
import { type ActivationStore, createActivationStore } from '../activation/activation-store.js'
import { ACTIVATION_KEY, type Answers, createAnswers, SESSION_HEADER } from '../answers.js'
import { buildServer, type Introduction } from '../build-server.js'
import { announceChange, createAnnouncer } from '../changes/announce.js'
import type { Conversation, ConversationChange, RequestPlace } from '../conversation.js'
import { describeSkills } from '../instructions.js'
import type { ServerOffer } from '../offering.js'
import { createSessions } from './sessions.js'

/** Answers the requests to `/mcp`. */
export interface Endpoint {
  fetch(request: Request, parsedBody: unknown, principal: string): Promise<Response>
  /** Ends sessions and conversations that were unused for too long. */
  expire(): Promise<void>
  readonly counts: { readonly sessions: number; readonly activations: number }
  close(): Promise<void>
}

/** The limits of sessions and conversations. */
export interface EndpointLimits {
  readonly sessions: number
  readonly activations: number
  readonly idleMilliseconds: number
}

const SESSION_ID = 'mcp-session-id'

/** Creates the endpoint. */
export function createEndpoint(introduction: Introduction, offering: ServerOffer, limits: EndpointLimits): Endpoint {
  const { idleMilliseconds } = limits
  const stateless = createStateless(introduction, offering, limits)
  const sessions = createSessions(introduction, offering, stateless.store, { most: limits.sessions, idleMilliseconds })
  return {
    fetch: async (request, parsedBody, principal) => {
      const id = request.headers.get(SESSION_ID)
      if (id !== null) return sessions.serve(id, request, parsedBody, principal)
      // 2026-07-28 has no such request; the SDK answers with an error.
      const begins = isInitialize(parsedBody) && (await introduction.sdk.isLegacyRequest(request, parsedBody))
      return (begins ? sessions.begin : stateless.fetch)(request, parsedBody, principal)
    },
    expire: async () => {
      await Promise.all([sessions.expire(), stateless.store.expire()])
    },
    get counts() {
      return { sessions: sessions.size, activations: stateless.store.size }
    },
    close: async () => {
      await Promise.all([sessions.close(), stateless.close()])
    },
  }
}

/** Whether a request initializes a session, as 2025 clients do. */
function isInitialize(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && body.method === 'initialize'
}

interface Stateless {
  readonly store: ActivationStore
  fetch(request: Request, parsedBody: unknown, principal: string): Promise<Response>
  close(): Promise<void>
}

/** Each request gets its own server. Only the store and the streams for listening persist. */
function createStateless(introduction: Introduction, offering: ServerOffer, limits: EndpointLimits): Stateless {
  const channels = createChannels({
    introduction,
    offering,
    most: limits.activations,
    answer: (principal) => createAnswers(offering, store, principal),
    findConversation: (place) => store.find(place),
  })
  const store = createActivationStore({
    most: limits.activations,
    idleMilliseconds: limits.idleMilliseconds,
    create: (place) => offering.createConversation((change) => channels.changed(place, change)),
  })
  return {
    store,
    fetch: (request, parsedBody, principal) => {
      const session = request.headers.get(SESSION_HEADER) ?? undefined
      const activation = readActivation(parsedBody)
      const place = { principal, session, activation: undefined }
      // An unknown handle does not open a channel.
      const isKnown = activation !== undefined && store.find({ ...place, session: undefined, activation }) !== undefined
      const channel = channels.of(isKnown ? { ...place, activation } : place)
      return channel.fetch(request, parsedBody === undefined ? {} : { parsedBody })
    },
    close: async () => {
      await Promise.all([store.close(), channels.close()])
    },
  }
}

function readActivation(body: unknown): string | undefined {
  const value = fieldOf(fieldOf(fieldOf(body, 'params'), '_meta'), ACTIVATION_KEY)
  return typeof value === 'string' ? value : undefined
}

/** One channel for clients without a key and one per key, so that only its own client hears about a conversation. */
function createChannels(surroundings: ChannelSurroundings) {
  const { introduction, most } = surroundings
  const channels = new Map<string, Channel>()
  const find = (place: RequestPlace): Channel => {
    const key = keyOf(place)
    const known = channels.get(key)
    if (known !== undefined) {
      channels.delete(key)
      channels.set(key, known)
      return known
    }
    const [oldest] = channels
    if (channels.size >= most && oldest !== undefined) {
      channels.delete(oldest[0])
      void oldest[1].close().catch(introduction.reportError)
    }
    const made = createChannel(surroundings, place)
    channels.set(key, made)
    return made
  }
  return {
    of: (place: RequestPlace) => find(place).handler,
    changed: (place: RequestPlace, change: ConversationChange) => {
      // The shared channel must not reveal the changes of one client to another.
      if (place.activation !== undefined || place.session !== undefined) channels.get(keyOf(place))?.announce(change)
    },
    close: async () => {
      await Promise.all([...channels.values()].map((channel) => channel.close()))
      channels.clear()
    },
  }
}

/** The handle takes precedence over the header, since a client may have several conversations. */
function keyOf({ principal, activation, session }: RequestPlace): string {
  return JSON.stringify(activation === undefined ? [principal, 'session', session] : [principal, 'handle', activation])
}

interface ChannelSurroundings {
  readonly introduction: Introduction
  readonly offering: ServerOffer
  readonly most: number
  readonly answer: (principal: string) => Promise<Answers>
  readonly findConversation: (place: RequestPlace) => Conversation | undefined
}

interface Channel {
  readonly handler: McpHttpHandler
  announce(change: ConversationChange): void
  close(): Promise<void>
}

function createChannel(surroundings: ChannelSurroundings, place: RequestPlace): Channel {
  const { introduction, offering, answer, findConversation } = surroundings
  let answers: Promise<Answers> | undefined
  const open = () => {
    answers ??= answer(place.principal).catch((error: unknown) => {
      // Let the next request try again.
      answers = undefined
      throw error
    })
    return answers
  }
  const describe = () => describeSkills(introduction, async () => offering)
  const build = async () => {
    const mcp = buildServer(introduction, await describe(), open)
    return checkHeaders(mcp, (name) => findConversation(place)?.workspace.findTool(name)?.tool)
  }
  const handler = introduction.sdk.createMcpHandler(build, { onerror: introduction.reportError })
  const tell = {
    tools: () => handler.notify.toolsChanged(),
    prompts: () => handler.notify.promptsChanged(),
    resources: () => handler.notify.resourcesChanged(),
  }
  const announcer = createAnnouncer({
    tell: (list) => tell[list](),
    tellUpdate: (uri) => handler.notify.resourceUpdated(uri),
  })
  const unsubscribe = offering.subscribe(announcer)
  return {
    handler,
    announce: (change) => announceChange(announcer, change),
    close: async () => {
      unsubscribe()
      await handler.close()
    },
  }
}

/**
 * A server's tool may name parameters that its clients repeat in headers. The SDK compares the two for tools that it
 * knows; those of skills are known by their conversation.
 */
function checkHeaders(mcp: McpServer, findTool: (name: string) => Tool | undefined): McpServer {
  mcp.toolInputSchemaJson = (name) => {
    const tool = findTool(name)
    return tool && { ...jsonSchemaOf(tool) }
  }
  return mcp
}
