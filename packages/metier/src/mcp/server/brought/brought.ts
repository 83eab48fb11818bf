/** What the servers of a conversation's skills offer besides tools, as its client sees it. */

import { isRecord } from '../../../skill/unknown-value.js'
import type { ActiveServer } from '../../../workspace/activation/active-servers.js'
import type { ContentChange } from '../../../workspace/activation/follow-servers.js'
import type { ServerMethod, ServerReply } from '../../../workspace/activation/server.js'
import type { CallerOptions } from '../../../workspace/activation/switch-skills.js'
import { composeUri, isReserved, readBroughtUri } from './brought-uri.js'
import { type BroughtEntry, type BroughtKind, type ListingOptions, listBrought } from './server-lists.js'

type Params = Readonly<Record<string, unknown>>

/** The prompts and resources of one conversation's servers. */
export interface BroughtContents {
  list(kind: BroughtKind): Promise<readonly BroughtEntry[]>
  /** Undefined if no server has a prompt of this name. */
  getPrompt(params: Params, caller: CallerOptions): Promise<ServerReply | undefined>
  /** Reads a resource, or changes a subscription to it; undefined if no server can have a resource with this URI. */
  askResource(method: ServerMethod, params: Params, caller: CallerOptions): Promise<ServerReply | undefined>
  /** Undefined if the reference is not to a prompt or a template of a server. */
  complete(params: Params, caller: CallerOptions): Promise<ServerReply | undefined>
  /** Tells the servers which log messages the client wants. */
  setLogLevel(level: string): Promise<void>
  /** The URI by which the client knows a resource that has changed. */
  shownUri(change: Extract<ContentChange, { readonly uri: string }>): string
}

/** A request to a server, with the name or URI that it knows. */
interface Found {
  readonly server: Pick<ActiveServer, 'skill' | 'name'>
  readonly id: string
}

/** Creates the view of one conversation. */
export function createBrought(options: ListingOptions): BroughtContents {
  const { servers } = options
  const last = new Map<BroughtKind, readonly BroughtEntry[]>()
  const list = async (kind: BroughtKind) => {
    const entries = await listBrought(kind, options)
    last.set(kind, entries)
    return entries
  }
  /** Looks into the last list, and into a new one if that does not help. */
  const search = async (kind: BroughtKind, isMeant: (entry: BroughtEntry) => boolean) => {
    const isActive = ({ server }: BroughtEntry) => servers.list().some((one) => isSame(one, server))
    return last.get(kind)?.find((entry) => isMeant(entry) && isActive(entry)) ?? (await list(kind)).find(isMeant)
  }
  const find = (kind: BroughtKind, shown: unknown): Promise<Found | undefined> =>
    search(kind, (entry) => entry.shown === shown)
  const findResource = async (uri: string): Promise<Found | undefined> => {
    const named = readBroughtUri(uri)
    if (named !== undefined) return { server: named, id: named.uri }
    if (isReserved(uri)) return undefined
    const offering = servers.list().filter(({ offers }) => offers.has('resources'))
    const [only, ...others] = offering
    if (only === undefined) return undefined
    if (others.length === 0) return { server: only, id: uri }
    const listed = (await find('resources', uri)) ?? (await search('templates', ({ id }) => mayMatch(id, uri)))
    return listed && { server: listed.server, id: uri }
  }
  /** Not every server takes subscriptions. */
  const mayAsk = ({ server }: Found, method: ServerMethod) =>
    method === 'resources/read' || servers.list().some((one) => isSame(one, server) && one.offers.has('subscriptions'))
  const ask = ({ server }: Found, method: ServerMethod, params: Params, caller: CallerOptions) =>
    servers.ask(server, { method, params }, caller)
  return {
    list,
    getPrompt: async (params, caller) => {
      const found = await find('prompts', params.name)
      return found && ask(found, 'prompts/get', { ...params, name: found.id }, caller)
    },
    askResource: async (method, params, caller) => {
      const found = await findResource(String(params.uri))
      if (found === undefined || !mayAsk(found, method)) return undefined
      return protectUris(await ask(found, method, { ...params, uri: found.id }, caller), found.server)
    },
    complete: async (params, caller) => {
      const { ref } = params
      if (!isRecord(ref)) return undefined
      const isPrompt = ref.type === 'ref/prompt'
      const found = isPrompt ? await find('prompts', ref.name) : await find('templates', ref.uri)
      const known = found && { ...ref, ...(isPrompt ? { name: found.id } : { uri: found.id }) }
      return found && ask(found, 'completion/complete', { ...params, ref: known }, caller)
    },
    setLogLevel: async (level) => {
      const logging = servers.list().filter(({ offers }) => offers.has('logging'))
      const query = { method: 'logging/setLevel', params: { level } } as const
      const signal = AbortSignal.timeout(LEVEL_MILLISECONDS)
      await Promise.all(logging.map((server) => servers.ask(server, query, { signal })))
    },
    shownUri: ({ uri, skill, server: name }) => {
      const known = last.get('resources')?.find(({ id, server }) => id === uri && isSame(server, { skill, name }))
      return known?.shown ?? (isReserved(uri) ? composeUri({ skill, name }, uri) : uri)
    },
  }
}

function isSame(one: Found['server'], other: Found['server']): boolean {
  return one.skill === other.skill && one.name === other.name
}

/** A server that does not answer does not hold up its client. */
const LEVEL_MILLISECONDS = 5_000

/** Compares the part of a template before its first variable. */
function mayMatch(template: string, uri: string): boolean {
  const [fixed = ''] = template.split('{')
  return fixed !== '' && uri.startsWith(fixed)
}

/** No server answers in the name of Metier's own resources. */
function protectUris(reply: ServerReply, server: Found['server']): ServerReply {
  if (!('result' in reply) || !Array.isArray(reply.result.contents)) return reply
  const isMarked = (content: unknown) => isRecord(content) && typeof content.uri === 'string' && isReserved(content.uri)
  if (!reply.result.contents.some(isMarked)) return reply
  const contents = reply.result.contents.map((content) =>
    isMarked(content) ? { ...content, uri: composeUri(server, content.uri) } : content,
  )
  return { result: { ...reply.result, contents } }
}
