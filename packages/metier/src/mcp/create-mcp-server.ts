/** One server for a host that brings its own transport. */

import type { McpServer } from '@modelcontextprotocol/server'
import { buildServer } from './build-server.js'
import { createPinnedConversation } from './conversation.js'
import { createLiveServers } from './live-servers.js'
import { createOffering } from './offering.js'
import type { McpServerOptions } from './options.js'
import { loadSdk } from './sdk.js'

/**
 * A server of the MCP SDK with the skills of a manager: connect it to a transport. What it started ends with its connection;
 * the manager stays the caller's to close.
 *
 * @example
 * const mcp = await createMcpServer({ skillManager })
 * await mcp.connect(transport)
 */
export async function createMcpServer(options: McpServerOptions): Promise<McpServer> {
  const offering = createOffering(await loadSdk(), options)
  const live = createLiveServers()
  const pinned = createPinnedConversation(() => offering.createConversation(() => live.announcer.announce(['tools'])))
  const mcp = buildServer(offering, pinned, 'host')
  live.add(mcp)
  const end = offering.subscribe(live.announcer)
  mcp.server.onclose = () => {
    end()
    void Promise.all([pinned.close(), offering.close()]).catch(offering.reportError)
  }
  return mcp
}
