/**
 * Creates, replaces and removes links in the directories of agents. Touches only entries that lead to the skill or have its files,
 * and others if the user agreed: those are kept.
 */

import { join } from 'node:path'
import { findAgent } from '../../agents/agents.js'
import { codeOf } from '../../skill/unknown-value.js'
import type { Store } from '../layout.js'
import { folderOf, type StoreName } from '../slug.js'
import { type AgentPlace, foldersOf, type LinkKind, linkFormOf } from './agent-place.js'
import { type EntryState, inspectEntry } from './inspect-entry.js'
import type { LinkedVersion } from './linked-version.js'
import { discardCopy, keepEntry, makeEntry, restoreEntry } from './make-entry.js'
import type { RecordedLink } from './recorded-links.js'

export interface LinkChange {
  readonly name: StoreName
  readonly before: LinkedVersion
  readonly after: LinkedVersion
  /** Paths at which the user agreed to replace what is there. */
  readonly replaceable?: ReadonlySet<string>
}

/** What happened to one link. */
export type LinkOutcome =
  | {
      readonly agent: string
      readonly path: string
      readonly status: 'linked' | 'copied'
      /** The new place of the entry that was there. `unlink` moves it back. */
      readonly kept?: string
    }
  | {
      readonly agent: string
      readonly path: string
      readonly status: 'removed'
      /** True if the entry is back that the link had replaced. */
      readonly restored?: boolean
    }
  /** Something else is there, or it is not ours to change. */
  | { readonly agent: string; readonly path: string; readonly status: 'left'; readonly state: EntryState }
  | { readonly agent: string; readonly path: string; readonly status: 'failed'; readonly code: string }

export interface SettledLinks {
  /** The links to record. */
  readonly links: readonly RecordedLink[]
  readonly outcomes: readonly LinkOutcome[]
}

/** Brings the directories of agents to what is recorded. Doing it twice changes nothing, so a crash is recovered by doing it again. */
export async function settleLinks(store: Store, change: LinkChange): Promise<SettledLinks> {
  const { agents: place } = store
  const { links: after = [] } = change.after
  const { links: before = [] } = change.before
  if (place === undefined) return { links: after, outcomes: [] }
  const links: RecordedLink[] = []
  const outcomes: LinkOutcome[] = []
  for (const link of after) {
    const path = entryPath(link.agent, change.name, place)
    const outcome = path === undefined ? undefined : await placeEntry({ ...change, store, place }, link, path)
    if (outcome !== undefined) outcomes.push(outcome)
    const recorded = recordOf(link, outcome, before)
    if (recorded !== undefined) links.push(recorded)
  }
  const wanted = new Set(after.map(({ agent }) => entryPath(agent, change.name, place)))
  for (const [path, link] of distinctPaths(before, change.name, place)) {
    if (!wanted.has(path)) outcomes.push(await removeEntry({ ...change, store, place }, link, path))
  }
  return { links, outcomes }
}

/** Some agents share a directory. */
function distinctPaths(links: readonly RecordedLink[], name: StoreName, place: AgentPlace) {
  const paths = new Map<string, RecordedLink>()
  for (const link of links) {
    const path = entryPath(link.agent, name, place)
    if (path !== undefined) paths.set(path, link)
  }
  return paths
}

/** The place for a link; undefined if this version does not know the agent, or the agent has no such directory. */
export function entryPath(agent: string, { slug }: StoreName, place: AgentPlace): string | undefined {
  const known = findAgent(agent)
  const folder = known && foldersOf(known, place)[0]
  return folder === undefined ? undefined : join(folder, slug)
}

/** A link that was recorded before stays recorded even if it cannot be placed, so that `verify` reports it. */
function recordOf(
  link: RecordedLink,
  outcome: LinkOutcome | undefined,
  before: readonly RecordedLink[],
): RecordedLink | undefined {
  if (outcome?.status === 'linked') return { ...link, kind: 'link' }
  if (outcome?.status === 'copied') return { ...link, kind: 'copy' }
  return outcome === undefined || before.some(({ agent }) => agent === link.agent) ? link : undefined
}

type Placed = Promise<LinkOutcome>

/** A change, with the store and the surroundings that it is made in. */
interface SettlingContext extends LinkChange {
  readonly store: Store
  readonly place: AgentPlace
}

function placeEntry(context: SettlingContext, { agent, kind }: RecordedLink, path: string): Placed {
  const { store, name, before, after, place, replaceable } = context
  return attempt(agent, path, async () => {
    const target = { skill: folderOf(store.root, name), digest: after.digest, previous: before.digest }
    const state = await inspectEntry(path, target, place)
    if (state === 'linked' || state === 'same') return { agent, path, status: 'linked' }
    if (state === 'copied' && kind === 'copy') return { agent, path, status: 'copied' }
    const isAgreed = replaceable?.has(path) === true && isInTheWay(state)
    if (!isAgreed && !isFree(state, kind)) return { agent, path, status: 'left', state }
    const kept = isAgreed ? await clear(store, state, path) : {}
    const made = await makeEntry(store, { kind, form: linkFormOf(place) }, target, path)
    return { agent, path, status: STATUSES[made], ...kept }
  })
}

const STATUSES = { link: 'linked', copy: 'copied' } as const

function isFree(state: EntryState, kind: LinkKind): boolean {
  return state === 'absent' || (state === 'outdated' && kind === 'copy')
}

/** Whether something is there that a user can agree to replace. */
export function isInTheWay(state: EntryState): boolean {
  return IN_THE_WAY.has(state)
}

const IN_THE_WAY: ReadonlySet<EntryState> = new Set(['copied', 'outdated', 'flattened', 'broken', 'foreign'])

/** The text of our own link is not worth keeping. */
async function clear(store: Store, state: EntryState, path: string): Promise<{ readonly kept?: string }> {
  if (state !== 'flattened') return { kept: await keepEntry(store, path) }
  await store.files.discard(path)
  return {}
}

function removeEntry(context: SettlingContext, { agent, kind }: RecordedLink, path: string): Placed {
  const { store, name, before, after, place } = context
  return attempt(agent, path, async () => {
    const target = { skill: folderOf(store.root, name), digest: before.digest, previous: after.digest }
    const state = await inspectEntry(path, target, place)
    if (state === 'linked' || state === 'flattened') await store.files.discard(path)
    else if (kind === 'copy' && (state === 'copied' || state === 'outdated')) await discardCopy(store, path)
    else if (state !== 'absent') return { agent, path, status: 'left', state }
    return { agent, path, status: 'removed', ...((await restoreEntry(store, path)) && { restored: true }) }
  })
}

async function attempt(agent: string, path: string, action: () => Placed): Placed {
  try {
    return await action()
  } catch (error) {
    if (codeOf(error) === '') throw error
    return { agent, path, status: 'failed', code: codeOf(error) }
  }
}
