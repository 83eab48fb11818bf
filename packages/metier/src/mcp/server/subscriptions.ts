/** Which files a client of the 2025 era wants to hear of; those of 2026 say so where they listen, and the SDK sorts it out. */

import type { McpServer } from '@modelcontextprotocol/server'

const subscribed = new WeakMap<McpServer, Set<string>>()
const MOST = 10_000
const WITHOUT_SUBSCRIPTIONS = '2026-07-28'

/** Answers `resources/subscribe` and its opposite. */
export function answerSubscriptions(mcp: McpServer): void {
  const uris = new Set<string>()
  subscribed.set(mcp, uris)
  mcp.server.setRequestHandler('resources/subscribe', async ({ params }) => {
    if (uris.size < MOST) uris.add(params.uri)
    return {}
  })
  mcp.server.setRequestHandler('resources/unsubscribe', async ({ params }) => {
    uris.delete(params.uri)
    return {}
  })
}

/** Whether a server is to tell its client of a file. */
export function isSubscribed(mcp: McpServer, uri: string): boolean {
  const version = mcp.server.getNegotiatedProtocolVersion() ?? ''
  return version >= WITHOUT_SUBSCRIPTIONS || subscribed.get(mcp)?.has(uri) === true
}
