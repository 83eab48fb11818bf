/** Which files a 2025 client has subscribed to. 2026 clients say so when they listen, and the SDK handles it. */

import type { McpServer, ServerContext } from '@modelcontextprotocol/server'

const subscribed = new WeakMap<McpServer, Set<string>>()
const MOST = 10_000
const WITHOUT_SUBSCRIPTIONS = '2026-07-28'

/** Passes a subscription on to the server of a skill, if the resource is one of its own. */
type PassOn = (
  method: 'resources/subscribe' | 'resources/unsubscribe',
  params: { readonly uri: string },
  context: ServerContext,
) => Promise<void>

/** Answers `resources/subscribe` and `resources/unsubscribe`. */
export function answerSubscriptions(mcp: McpServer, passOn: PassOn): void {
  const uris = new Set<string>()
  subscribed.set(mcp, uris)
  mcp.server.setRequestHandler('resources/subscribe', async ({ params }, context) => {
    await passOn('resources/subscribe', params, context)
    if (uris.size < MOST) uris.add(params.uri)
    return {}
  })
  mcp.server.setRequestHandler('resources/unsubscribe', async ({ params }, context) => {
    await passOn('resources/unsubscribe', params, context)
    uris.delete(params.uri)
    return {}
  })
}

/** Whether a server tells its client that a file has changed. */
export function isSubscribed(mcp: McpServer, uri: string): boolean {
  const version = mcp.server.getNegotiatedProtocolVersion() ?? ''
  return version >= WITHOUT_SUBSCRIPTIONS || subscribed.get(mcp)?.has(uri) === true
}
