/** The servers that have a connection at the moment, told together when a list has changed. */

import type { McpServer } from '@modelcontextprotocol/server'
import { type Announcer, createAnnouncer, type List } from '../server/announce.js'
import { isSubscribed } from '../server/subscriptions.js'

export interface LiveServers {
  readonly announcer: Announcer
  add(mcp: McpServer): void
}

const TELL: Readonly<Record<List, (mcp: McpServer) => Promise<void>>> = {
  tools: (mcp) => mcp.server.sendToolListChanged(),
  prompts: (mcp) => mcp.server.sendPromptListChanged(),
  resources: (mcp) => mcp.server.sendResourceListChanged(),
}

export function createLiveServers(): LiveServers {
  const servers = new Set<McpServer>()
  const tellAll = (speak: (mcp: McpServer) => Promise<void>) => {
    for (const mcp of servers) {
      // One that is gone, or takes no such message, is not missed.
      if (mcp.isConnected()) speak(mcp).catch(() => servers.delete(mcp))
      else servers.delete(mcp)
    }
  }
  const announcer = createAnnouncer({
    tell: (list) => tellAll(TELL[list]),
    tellUpdate: (uri) =>
      tellAll(async (mcp) => {
        if (isSubscribed(mcp, uri)) await mcp.server.sendResourceUpdated({ uri })
      }),
  })
  return { announcer, add: (mcp) => void servers.add(mcp) }
}
