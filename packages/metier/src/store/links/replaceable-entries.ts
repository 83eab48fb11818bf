/** Finds the entries that a link would replace, and asks the user about them. */

import type { Store } from '../layout.js'
import { readLock } from '../lock.js'
import { folderOf } from '../slug.js'
import { describeOccupant, type EntryState, inspectEntry, type Occupant } from './inspect-entry.js'
import { findLinkable } from './linkable-skill.js'
import { ownVersionOf } from './own-links.js'
import { planLinks } from './plan-links.js'
import { entryPath, isInTheWay } from './settle-links.js'

/** An entry in the directory of an agent that a link would replace. */
export interface BlockingEntry {
  readonly skill: string
  readonly agent: string
  readonly path: string
  readonly state: EntryState
  readonly found: Occupant
}

export type ReviewEntry = (entry: BlockingEntry) => Promise<boolean>

interface ReplaceRequest {
  readonly name: string
  readonly agents: readonly string[]
  readonly review?: ReviewEntry | undefined
}

/** The paths at which an entry may be replaced: our own links that git wrote as text, and those that the user agrees to. */
export async function findReplaceable(store: Store, request: ReplaceRequest): Promise<ReadonlySet<string>> {
  const agreed = new Set<string>()
  for (const entry of await findBlocking(store, request)) {
    if (entry.state === 'flattened' || (await isAllowed(request.review, entry))) agreed.add(entry.path)
  }
  return agreed
}

type FoundEntry = Omit<BlockingEntry, 'found'>

/** Empty if the skill is unknown, which is reported elsewhere. */
async function findBlocking(store: Store, { name: text, agents }: ReplaceRequest): Promise<readonly FoundEntry[]> {
  const lock = await readLock(store.lockFile)
  if (!lock.ok) return []
  const found = await findLinkable(store, lock.value, text)
  const { agents: place } = store
  if (!found.ok || !found.value.isThere || place === undefined) return []
  const { name, digest } = found.value
  const own = ownVersionOf(lock.value, text)
  const target = { skill: folderOf(store.root, name), digest, previous: own?.digest }
  const blocking: FoundEntry[] = []
  for (const { agent, kind } of (await planLinks(store.root, place, agents)).links) {
    const path = entryPath(agent, name, place)
    const state = path === undefined ? 'absent' : await inspectEntry(path, target, place)
    // A recorded copy of a skill that was edited since is ours.
    const isRecorded = own?.links?.some((link) => link.agent === agent && link.kind === 'copy') === true
    const isWanted = (state === 'copied' && kind === 'copy') || (state === 'outdated' && isRecorded)
    if (path !== undefined && isInTheWay(state) && !isWanted) blocking.push({ skill: text, agent, path, state })
  }
  return blocking
}

async function isAllowed(review: ReviewEntry | undefined, entry: FoundEntry): Promise<boolean> {
  return review === undefined ? false : review({ ...entry, found: await describeOccupant(entry.path) })
}
