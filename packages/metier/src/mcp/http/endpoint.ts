/** The endpoint `/mcp`: 2025 clients with a session, 2026 clients without one, and those who send single requests. */

import type { McpHttpHandler } from '@modelcontextprotocol/server'
import { type ActivationStore, createActivationStore } from '../activation-store.js'
import { createAnnouncer } from '../announce.js'
import { buildServer, SESSION_HEADER } from '../build-server.js'
import type { Offering } from '../offering.js'
import { createSessions, type Sessions } from './sessions.js'

export interface Endpoint {
  fetch(request: Request, parsedBody: unknown, principal: string): Promise<Response>
  /** Ends what nobody has used for too long. */
  expire(): Promise<void>
  readonly counts: { readonly sessions: number; readonly activations: number }
  close(): Promise<void>
}

export interface EndpointLimits {
  readonly sessions: number
  readonly activations: number
  readonly idleMilliseconds: number
}

const SESSION_ID = 'mcp-session-id'

export function createEndpoint(offering: Offering, limits: EndpointLimits): Endpoint {
  const { idleMilliseconds } = limits
  const sessions = createSessions(offering, { most: limits.sessions, idleMilliseconds })
  const stateless = createStateless(offering, limits)
  return {
    fetch: (request, parsedBody, principal) => route(request, parsedBody, principal, sessions, stateless),
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

async function route(
  request: Request,
  parsedBody: unknown,
  principal: string,
  sessions: Sessions,
  stateless: Stateless,
): Promise<Response> {
  const id = request.headers.get(SESSION_ID)
  if (id !== null) return sessions.serve(id, request, parsedBody, principal)
  if (isInitialize(parsedBody)) return sessions.begin(request, parsedBody, principal)
  return stateless.fetch(request, parsedBody, principal)
}

/** As 2025 clients begin; the 2026 era has no such request. */
function isInitialize(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && body.method === 'initialize'
}

interface Stateless {
  readonly store: ActivationStore
  fetch(request: Request, parsedBody: unknown, principal: string): Promise<Response>
  close(): Promise<void>
}

/** Each request has a server of its own; what lasts is the store, and the streams on which clients listen for changes. */
function createStateless(offering: Offering, limits: EndpointLimits): Stateless {
  const channels = createChannels(offering, limits.activations, (principal) => buildServer(offering, store, principal))
  const store = createActivationStore({
    most: limits.activations,
    idleMilliseconds: limits.idleMilliseconds,
    create: ({ principal, session }) =>
      offering.createConversation(() => channels.toolsChanged(principal, session)),
  })
  return {
    store,
    fetch: (request, parsedBody, principal) => {
      const session = request.headers.get(SESSION_HEADER) ?? undefined
      return channels.of(principal, session).fetch(request, parsedBody === undefined ? {} : { parsedBody })
    },
    close: async () => {
      await Promise.all([store.close(), channels.close()])
    },
  }
}

/** One for everybody without a key, and one for each key: what changes in a conversation is told to its client alone. */
function createChannels(offering: Offering, most: number, build: (principal: string) => ReturnType<typeof buildServer>) {
  const channels = new Map<string, Channel>()
  const find = (principal: string, session: string | undefined): Channel => {
    const key = JSON.stringify([principal, session])
    const known = channels.get(key)
    if (known !== undefined) {
      channels.delete(key)
      channels.set(key, known)
      return known
    }
    const [oldest] = channels
    if (channels.size >= most && oldest !== undefined) {
      channels.delete(oldest[0])
      void oldest[1].close().catch(offering.reportError)
    }
    const made = createChannel(offering, () => build(principal))
    channels.set(key, made)
    return made
  }
  return {
    of: (principal: string, session: string | undefined) => find(principal, session).handler,
    toolsChanged: (principal: string, session: string | undefined) => {
      if (session !== undefined) channels.get(JSON.stringify([principal, session]))?.announceTools()
    },
    close: async () => {
      await Promise.all([...channels.values()].map((channel) => channel.close()))
      channels.clear()
    },
  }
}

interface Channel {
  readonly handler: McpHttpHandler
  announceTools(): void
  close(): Promise<void>
}

function createChannel(offering: Offering, build: () => ReturnType<typeof buildServer>): Channel {
  const handler = offering.sdk.createMcpHandler(build, { onerror: offering.reportError })
  const tell = {
    tools: () => handler.notify.toolsChanged(),
    prompts: () => handler.notify.promptsChanged(),
    resources: () => handler.notify.resourcesChanged(),
  }
  const announcer = createAnnouncer({ tell: (list) => tell[list]() })
  const unsubscribe = offering.subscribe(announcer)
  return {
    handler,
    announceTools: () => announcer.announce(['tools']),
    close: async () => {
      unsubscribe()
      await handler.close()
    },
  }
}
