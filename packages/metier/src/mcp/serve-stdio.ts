/** MCP on standard input and output: one client, one conversation, until the client goes. */

import type { Transport } from '@modelcontextprotocol/server'
import { buildServer } from './build-server.js'
import { createPinnedConversation } from './conversation.js'
import { createLiveServers } from './live-servers.js'
import { createOffering } from './offering.js'
import type { McpServerOptions } from './options.js'
import { loadSdk } from './sdk.js'

export interface StdioService {
  /** Resolves when the client has gone and everything started for it has ended. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

export interface ServeStdioOptions extends McpServerOptions {
  /** Instead of the process's own input and output. */
  readonly transport?: Transport
}

/** Serves one client of either protocol era; the first answer does not wait for the registry. */
export async function serveMcpOverStdio(options: ServeStdioOptions): Promise<StdioService> {
  const [sdk, { serveStdio, StdioServerTransport }] = await Promise.all([
    loadSdk(),
    import('@modelcontextprotocol/server/stdio'),
  ])
  const offering = createOffering(sdk, options)
  const live = createLiveServers()
  const pinned = createPinnedConversation(() => offering.createConversation(() => live.announcer.announce(['tools'])))
  const unsubscribe = offering.subscribe(live.announcer)
  const transport = options.transport ?? new StdioServerTransport()
  const gone = whenClosed(transport)
  const handle = serveStdio(
    () => {
      const mcp = buildServer(offering, pinned, 'stdio')
      live.add(mcp)
      // Looking around begins when the client has its first answer, not before.
      mcp.server.oninitialized = () => void offering.ready().catch(offering.reportError)
      return mcp
    },
    { transport, onerror: offering.reportError },
  )
  const closed = gone.then(async () => {
    unsubscribe()
    await Promise.all([pinned.close(), offering.close()])
  })
  return {
    closed,
    close: async () => {
      await handle.close()
      await closed
    },
  }
}

/** The SDK tells nobody that a client has gone before it said anything; its transport is closed in any case. */
function whenClosed(transport: Transport): Promise<void> {
  return new Promise((resolve) => {
    const close = transport.close.bind(transport)
    transport.close = async () => {
      await close()
      resolve()
    }
  })
}
