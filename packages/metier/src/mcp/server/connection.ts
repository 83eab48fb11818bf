/** A client that keeps its connection: one conversation, and notifications of every change, until it disconnects. */

import type { McpServer } from '@modelcontextprotocol/server'
import { createLiveServers } from './announce.js'
import type { Answers } from './answers.js'
import { buildServer, type Introduction } from './build-server.js'
import type { ServerOffer } from './offering.js'

/** The connection of one client. */
export interface Connection {
  /** Builds a server for the connection, with instructions for the model. The SDK may ask for several and keeps the last. */
  build(instructions: string): McpServer
  /** Loads the handlers before the first request needs them, then calls back. */
  prepare(then?: () => void): void
  close(): Promise<void>
}

/** Creates a connection. Nothing is loaded until the client says hello. */
export function createConnection(
  introduction: Introduction,
  openOffering: () => Promise<ServerOffer>,
  principal: string,
): Connection {
  const live = createLiveServers()
  let opened: Promise<Opened> | undefined
  const open = () => {
    opened ??= openAnswers(openOffering, principal, live.announcer).catch((error: unknown) => {
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
): Promise<Opened> {
  const [offering, { createAnswers }, { createPinnedConversation }] = await Promise.all([
    openOffering(),
    import('./answers.js'),
    import('./conversation.js'),
  ])
  const pinned = createPinnedConversation(() => offering.createConversation(() => announcer.announce(['tools'])))
  const unsubscribe = offering.subscribe(announcer)
  try {
    const answers = await createAnswers(offering, pinned, principal)
    return {
      answers,
      close: async () => {
        unsubscribe()
        await pinned.close()
      },
    }
  } catch (error) {
    unsubscribe()
    throw error
  }
}
