/** A client that keeps its connection: one conversation, and notifications of every change, until it disconnects. */

import type { McpServer } from '@modelcontextprotocol/server'
import type { Answers } from './answers.js'
import { buildServer, type Introduction } from './build-server.js'
import { announceChange, createLiveServers } from './changes/announce.js'
import type { ConnectionConversations, Conversation } from './conversation.js'
import type { ServerOffer } from './offering.js'

/** The connection of one client. */
export interface Connection {
  /** Builds a server for the connection, with instructions for the model. The SDK may ask for several and keeps the last. */
  build(instructions: string): McpServer
  /** Loads the handlers before the first request needs them, then calls back. */
  prepare(then?: () => void): void
  close(): Promise<void>
}

/** Creates the conversations of a connection. */
export type OpenConversations = (
  offering: ServerOffer,
  create: () => Conversation,
) => ConnectionConversations | Promise<ConnectionConversations>

/** Creates a connection, by default with one conversation. Nothing is loaded until the client says hello. */
export function createConnection(
  introduction: Introduction,
  openOffering: () => Promise<ServerOffer>,
  principal: string,
  openConversations: OpenConversations = openPinned,
): Connection {
  const live = createLiveServers()
  let opened: Promise<Opened> | undefined
  const open = () => {
    opened ??= openAnswers(openOffering, principal, live.announcer, openConversations).catch((error: unknown) => {
      // Let the next request try again.
      opened = undefined
      throw error
    })
    return opened
  }
  return {
    build: (instructions) => {
      const mcp = buildServer(introduction, instructions, async () => (await open()).answers)
      live.add(mcp)
      return mcp
    },
    prepare: (then) => void open().then(then).catch(introduction.reportError),
    close: async () => {
      live.announcer.close()
      await (await opened?.catch(() => undefined))?.close()
    },
  }
}

interface Opened {
  readonly answers: Answers
  close(): Promise<void>
}

async function openAnswers(
  openOffering: () => Promise<ServerOffer>,
  principal: string,
  announcer: ReturnType<typeof createLiveServers>['announcer'],
  openConversations: OpenConversations,
): Promise<Opened> {
  const [offering, { createAnswers }] = await Promise.all([openOffering(), import('./answers.js')])
  const create = () => offering.createConversation((change) => announceChange(announcer, change))
  const conversations = await openConversations(offering, create)
  const unsubscribe = offering.subscribe(announcer)
  try {
    const answers = await createAnswers(offering, conversations, principal)
    return {
      answers,
      close: async () => {
        unsubscribe()
        await conversations.close()
      },
    }
  } catch (error) {
    unsubscribe()
    throw error
  }
}

const openPinned: OpenConversations = async (_, create) => {
  const { createPinnedConversation } = await import('./conversation.js')
  return createPinnedConversation(create)
}
