/** The prompts and resources that servers of active skills list: checked, bounded, labelled, and under names that are free. */

import { toPlainText } from '../../../skill/text/plain-text.js'
import { shorten } from '../../../skill/text/shorten.js'
import { isRecord } from '../../../skill/unknown-value.js'
import type { ActiveServer, ActiveServers } from '../../../workspace/activation/active-servers.js'
import type { ServerMethod } from '../../../workspace/activation/server.js'
import { createImitationCheck } from '../../../workspace/tools/imitation.js'
import { findFreeName } from '../../../workspace/tools/tool-table.js'
import type { Sdk } from '../../sdk.js'
import { composeUri, isReserved } from './brought-uri.js'

/** What servers list. */
export type BroughtKind = 'prompts' | 'resources' | 'templates'

/** An entry of a server's list. */
export interface BroughtEntry {
  readonly server: ActiveServer
  /** The name or the URI that the server knows. */
  readonly id: string
  /** The name or the URI that the client sees. */
  readonly shown: string
  /** The whole entry, as the client sees it. */
  readonly entry: Readonly<Record<string, unknown>>
}

/** Where lists come from, and which names are taken. */
export interface ListingOptions {
  readonly sdk: Pick<Sdk, 'isSpecType'>
  readonly servers: ActiveServers
  /** The names of Metier's own prompts. */
  readonly ownNames: () => Iterable<string>
}

interface KindTraits {
  readonly method: ServerMethod
  /** The field of the result that has the entries. */
  readonly field: string
  /** The field that identifies an entry. */
  readonly id: 'name' | 'uri' | 'uriTemplate'
  readonly offer: 'prompts' | 'resources'
  readonly type: 'Prompt' | 'Resource' | 'ResourceTemplate'
}

const KINDS: Readonly<Record<BroughtKind, KindTraits>> = {
  prompts: { method: 'prompts/list', field: 'prompts', id: 'name', offer: 'prompts', type: 'Prompt' },
  resources: { method: 'resources/list', field: 'resources', id: 'uri', offer: 'resources', type: 'Resource' },
  templates: {
    method: 'resources/templates/list',
    field: 'resourceTemplates',
    id: 'uriTemplate',
    offer: 'resources',
    type: 'ResourceTemplate',
  },
}

/** Asks every server that offers this kind for its list. One that fails or takes too long is left out. */
export async function listBrought(kind: BroughtKind, options: ListingOptions): Promise<readonly BroughtEntry[]> {
  const traits = KINDS[kind]
  const offering = options.servers.list().filter(({ offers }) => offers.has(traits.offer))
  const lists = await Promise.all(
    offering.map(async (server) => {
      const found = await readEntries(server, traits, options)
      return found.map((entry) => ({ server, entry, id: String(entry[traits.id]) }))
    }),
  )
  const name = kind === 'prompts' ? createPromptNames(options) : createUris()
  return lists.flat().map(({ server, entry, id }) => {
    const shown = name(id, server)
    return { server, id, shown, entry: { ...label(entry, server, options), [traits.id]: shown } }
  })
}

const MOST_PAGES = 20
const MOST_ENTRIES = 1_000
const LARGEST_ENTRY = 64 * 1024
const LARGEST_LIST = 4 * 1024 * 1024
const LONGEST_ID = 4_096
const MILLISECONDS = 5_000

type Entry = Readonly<Record<string, unknown>>

async function readEntries(server: ActiveServer, traits: KindTraits, options: ListingOptions) {
  const kept: Entry[] = []
  let left = LARGEST_LIST
  for await (const entry of readPages(server, traits, options)) {
    if (!isUsable(entry, traits, options)) continue
    left -= JSON.stringify(entry).length
    if (left < 0 || kept.length >= MOST_ENTRIES) break
    kept.push(entry)
  }
  return kept
}

async function* readPages(server: ActiveServer, { method, field }: KindTraits, { servers }: ListingOptions) {
  const signal = AbortSignal.timeout(MILLISECONDS)
  let params: Entry = {}
  for (let page = 0; page < MOST_PAGES; page++) {
    const reply = await servers.ask(server, { method, params }, { signal })
    const { [field]: entries, nextCursor } = 'result' in reply ? reply.result : {}
    if (Array.isArray(entries)) yield* entries as readonly unknown[]
    if (typeof nextCursor !== 'string') return
    params = { cursor: nextCursor }
  }
}

/** A client refuses a whole list for one entry that is malformed. */
function isUsable(entry: unknown, { id, type }: KindTraits, { sdk }: ListingOptions): entry is Entry {
  const key = isRecord(entry) ? entry[id] : undefined
  if (typeof key !== 'string' || key === '' || key.length > LONGEST_ID || toPlainText(key) !== key) return false
  return sdk.isSpecType[type](entry) && JSON.stringify(entry).length <= LARGEST_ENTRY
}

type ChooseName = (id: string, server: ActiveServer) => string

/** A prompt gets a prefix if its name is taken, or could be mistaken for one of ours. */
function createPromptNames({ ownNames }: ListingOptions): ChooseName {
  const own = [...ownNames()]
  const isImitation = createImitationCheck(own)
  const taken = new Set(own)
  return (id, { name }) => {
    // Letters of other alphabets may look like any of ours.
    const isTaken = (wanted: string) => taken.has(wanted) || isImitation(wanted) || !/^[ -~]+$/.test(wanted)
    const shown = /^[ -~]+$/.test(id) ? findFreeName(id, name, isTaken) : `${name}_${id}`
    taken.add(shown)
    return shown
  }
}

/** A resource gets the name of its server if its URI is taken, or of our scheme. */
function createUris(): ChooseName {
  const taken = new Set<string>()
  return (id, server) => {
    const shown = isReserved(id) || taken.has(id) ? composeUri(server, id) : id
    taken.add(shown)
    return shown
  }
}

const LONGEST_DESCRIPTION = 4_000

/** The description says which skill an entry comes from. A title that looks like ours is left out. */
function label({ title, ...entry }: Entry, { skill }: ActiveServer, { ownNames }: ListingOptions): Entry {
  const { description } = entry
  const text = typeof description === 'string' ? toPlainText(description) : ''
  const isImitation = createImitationCheck(['metier', ...ownNames()])
  const plain = typeof title === 'string' ? toPlainText(title) : ''
  const isShown = plain !== '' && !isImitation(plain.replaceAll(/\s/g, ''))
  const said = text === '' ? '' : `: ${shorten(text, LONGEST_DESCRIPTION)}`
  return { ...entry, ...(isShown && { title: plain }), description: `Skill '${skill}'${said}` }
}
