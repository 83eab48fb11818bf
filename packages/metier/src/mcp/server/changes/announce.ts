/** Tells clients that a list has changed. A burst of changes becomes one notification per list. */

import type { McpServer } from '@modelcontextprotocol/server'
import type { ConversationChange } from '../conversation.js'
import { isSubscribed } from './subscriptions.js'

/** The lists that MCP clients keep. */
export const LISTS = ['tools', 'prompts', 'resources'] as const

type List = (typeof LISTS)[number]

/** Collects changes and announces them together. */
export interface Announcer {
  /** Announces that lists have changed, shortly afterwards and together with other changes. */
  announce(lists: readonly List[]): void
  /** Announces that files have changed. */
  announceUpdates(uris: readonly string[]): void
  close(): void
}

/** Long enough that checking out a branch is one change, short enough to go unnoticed. */
const QUIET_MILLISECONDS = 30
/** The longest delay while changes keep coming. */
const LONGEST_MILLISECONDS = 500

/** The most files that are announced together. */
const MOST_UPDATES = 10_000

/** Announces what has changed in a conversation. */
export function announceChange(announcer: Announcer, change: ConversationChange): void {
  if ('uri' in change) announcer.announceUpdates([change.uri])
  else announcer.announce([change.list])
}

/** How to notify clients, and how long to wait. */
export interface AnnouncerOptions {
  readonly tell: (list: List) => void
  readonly tellUpdate?: (uri: string) => void
  readonly quietMilliseconds?: number
  readonly longestMilliseconds?: number
}

/** Creates an announcer that waits for a quiet moment. */
export function createAnnouncer(options: AnnouncerOptions): Announcer {
  const {
    tell,
    tellUpdate,
    quietMilliseconds = QUIET_MILLISECONDS,
    longestMilliseconds = LONGEST_MILLISECONDS,
  } = options
  const changed = new Set<List>()
  const updated = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let since = 0
  const flush = () => {
    timer = undefined
    const [lists, uris] = [LISTS.filter((list) => changed.has(list)), [...updated]]
    changed.clear()
    updated.clear()
    for (const list of lists) tell(list)
    for (const uri of uris) tellUpdate?.(uri)
  }
  const schedule = () => {
    const now = performance.now()
    if (timer === undefined) since = now
    clearTimeout(timer)
    const wait = Math.max(0, Math.min(quietMilliseconds, since + longestMilliseconds - now))
    timer = setTimeout(flush, wait)
    // A pending notification must not keep the process alive.
    timer.unref()
  }
  return {
    announce: (lists) => {
      for (const list of lists) changed.add(list)
      schedule()
    },
    announceUpdates: (uris) => {
      for (const uri of uris) if (updated.size < MOST_UPDATES) updated.add(uri)
      if (uris.length > 0) schedule()
    },
    close: () => {
      clearTimeout(timer)
      timer = undefined
      changed.clear()
      updated.clear()
    },
  }
}

/** The servers that have a connection. They are notified together when a list has changed. */
export interface LiveServers {
  readonly announcer: Announcer
  add(mcp: McpServer): void
}

const TELL: Readonly<Record<List, (mcp: McpServer) => Promise<void>>> = {
  tools: (mcp) => mcp.server.sendToolListChanged(),
  prompts: (mcp) => mcp.server.sendPromptListChanged(),
  resources: (mcp) => mcp.server.sendResourceListChanged(),
}

/** Creates an empty set with its announcer. */
export function createLiveServers(): LiveServers {
  const servers = new Set<McpServer>()
  const tellAll = (speak: (mcp: McpServer) => Promise<void>) => {
    for (const mcp of servers) {
      // The client disconnected or does not accept this notification.
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
