/** What a skill's server offers besides tools, and what it says about changes. */

import type { Client, ServerCapabilities } from '@modelcontextprotocol/client'
import { type Result, succeed } from '../../skill/failure.js'
import type { RunningServer, ServerFeature, ServerQuery, ServerReply } from '../../workspace/activation/server.js'
import type { ToolClient } from '../../workspace/tools/tool-client.js'
import { type CalledServer, exchange } from './call-server.js'

type Contents = Required<Pick<RunningServer, 'offers' | 'ask' | 'onChange'>>

/** Opens what the server offers. A server of 2026 is asked to say what changes. */
export function openContents(server: CalledServer): Contents {
  const { client, link } = server
  const isModern = client.getProtocolEra() === 'modern'
  const capabilities = client.getServerCapabilities() ?? {}
  const subscriptions = createSubscriptions(client)
  if (isModern) void listen(client, capabilities)
  return {
    offers: readOffers(capabilities, isModern),
    ask: (query, signal, caller) =>
      isModern && query.method in SUBSCRIBING ? subscriptions.change(query) : ask(server, query, signal, caller),
    onChange: (listener) => link.onChange(listener),
  }
}

function readOffers(capabilities: ServerCapabilities, isModern: boolean): ReadonlySet<ServerFeature> {
  const { prompts, resources, completions, logging } = capabilities
  const has: Readonly<Record<ServerFeature, boolean>> = {
    prompts: prompts !== undefined,
    resources: resources !== undefined,
    completions: completions !== undefined,
    subscriptions: resources?.subscribe === true,
    // Since 2026 each request says which messages its client wants.
    logging: logging !== undefined && !isModern,
  }
  return new Set((Object.keys(has) as ServerFeature[]).filter((name) => has[name]))
}

function ask(
  server: CalledServer,
  { method, params = {} }: ServerQuery,
  signal: AbortSignal,
  client: ToolClient | undefined,
): Promise<Result<ServerReply>> {
  return exchange(server, { method, params, what: `'${method}'`, signal, client })
}

/** A stream that cannot be opened, or that breaks off, only means that changes go unnoticed. */
async function listen(client: Client, { tools, prompts, resources }: ServerCapabilities): Promise<void> {
  const filter = {
    ...(tools?.listChanged === true && { toolsListChanged: true }),
    ...(prompts?.listChanged === true && { promptsListChanged: true }),
    ...(resources?.listChanged === true && { resourcesListChanged: true }),
  }
  if (Object.keys(filter).length > 0) await client.listen(filter).catch(() => undefined)
}

const SUBSCRIBING = { 'resources/subscribe': true, 'resources/unsubscribe': true }
const MOST_SUBSCRIPTIONS = 100
const REFUSED = -32_603

/** Subscriptions at a server of 2026, where each is a stream. */
function createSubscriptions(client: Client) {
  const open = new Map<string, { close(): Promise<unknown> | unknown }>()
  const subscribe = async (uri: string): Promise<ServerReply> => {
    if (open.has(uri)) return { result: {} }
    if (open.size >= MOST_SUBSCRIPTIONS) {
      return { error: { code: REFUSED, message: `At most ${MOST_SUBSCRIPTIONS} resources can be subscribed to` } }
    }
    try {
      open.set(uri, await client.listen({ resourceSubscriptions: [uri] }))
      return { result: {} }
    } catch (error) {
      return { error: { code: REFUSED, message: error instanceof Error ? error.message : String(error) } }
    }
  }
  return {
    change: async ({ method, params }: ServerQuery): Promise<Result<ServerReply>> => {
      const uri = String(params?.uri)
      if (method === 'resources/subscribe') return succeed(await subscribe(uri))
      await open.get(uri)?.close()
      open.delete(uri)
      return succeed({ result: {} })
    },
  }
}
