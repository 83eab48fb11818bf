/** Sessions of 2025 clients: each has its own server and its own conversation, until it ends or expires. */

import { randomUUID } from 'node:crypto'
import type { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { ActivationStore } from '../activation/activation-store.js'
import type { Introduction } from '../build-server.js'
import { createConnection } from '../connection.js'
import { describeSkills } from '../instructions.js'
import type { ServerOffer } from '../offering.js'
import { errorResponse } from './bridge.js'
import { createSessionConversations } from './session-conversations.js'

/** The sessions of one server. */
export interface Sessions {
  readonly size: number
  /** Starts a session with an `initialize` request. */
  begin(request: Request, parsedBody: unknown, principal: string): Promise<Response>
  /** Answers a request of a session. */
  serve(id: string, request: Request, parsedBody: unknown, principal: string): Promise<Response>
  expire(): Promise<void>
  close(): Promise<void>
}

/** How many sessions are kept, and for how long. */
export interface SessionLimits {
  readonly most: number
  readonly idleMilliseconds: number
}

interface Session {
  readonly mcp: McpServer
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly principal: string
  used: number
  end(): Promise<void>
}

/** Creates an empty collection. */
export function createSessions(
  introduction: Introduction,
  offering: ServerOffer,
  store: ActivationStore,
  { most, idleMilliseconds }: SessionLimits,
): Sessions {
  // In order of last use.
  const sessions = new Map<string, Session>()
  const keep = async (id: string, session: Session) => {
    const [oldest] = sessions
    if (sessions.size >= most && oldest !== undefined) await drop(oldest[0])
    sessions.set(id, session)
  }
  const drop = async (id: string) => {
    const session = sessions.get(id)
    sessions.delete(id)
    await session?.end().catch(introduction.reportError)
  }
  return {
    get size() {
      return sessions.size
    },
    begin: async (request, parsedBody, principal) => {
      const session = await openSession(introduction, offering, principal, { keep, drop, store })
      await session.mcp.connect(session.transport)
      const response = await session.transport.handleRequest(request, { parsedBody })
      if (session.transport.sessionId === undefined) await session.end()
      return response
    },
    serve: async (id, request, parsedBody, principal) => {
      const session = sessions.get(id)
      // Clients start a new session on 404. A session of another principal counts as unknown.
      if (session === undefined || session.principal !== principal) return errorResponse(404, 'Session not found')
      sessions.delete(id)
      sessions.set(id, session)
      session.used = Date.now()
      return session.transport.handleRequest(request, parsedBody === undefined ? {} : { parsedBody })
    },
    expire: async () => {
      const old = [...sessions].filter(([, { used }]) => Date.now() - used > idleMilliseconds)
      await Promise.all(old.map(([id]) => drop(id)))
    },
    close: async () => {
      await Promise.all([...sessions.keys()].map(drop))
    },
  }
}

interface Keeping {
  keep(id: string, session: Session): Promise<void>
  drop(id: string): Promise<void>
  readonly store: ActivationStore
}

async function openSession(
  introduction: Introduction,
  offering: ServerOffer,
  principal: string,
  { keep, drop, store }: Keeping,
): Promise<Session> {
  const connection = createConnection(
    introduction,
    async () => offering,
    principal,
    (_, create) => createSessionConversations(store, create),
  )
  const mcp = connection.build(await describeSkills(introduction, async () => offering))
  const transport = new introduction.sdk.WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => keep(id, session),
    onsessionclosed: (id) => drop(id),
  })
  const session: Session = {
    mcp,
    transport,
    principal,
    used: Date.now(),
    end: async () => {
      await connection.close()
      await mcp.close()
    },
  }
  return session
}
