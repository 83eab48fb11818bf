/** Links installed skills into the directories of agents, or removes such links. */

import { fail, type Result, succeed } from '../../skill/failure.js'
import { commitLinks } from '../commit/commit-links.js'
import { type HoldContext, holdStore } from '../commit/hold.js'
import { findEntry, refuseUnknown } from '../installed.js'
import { readLock } from '../lock.js'
import { planLinks, type UnneededLink } from './plan-links.js'
import { findReplaceable, type ReviewEntry } from './replaceable-entries.js'
import type { LinkOutcome } from './settle-links.js'

export interface LinkRequest {
  /** As the lockfile names it. */
  readonly name: string
  /** The ids of agents. */
  readonly agents: readonly string[]
  /** Asked about each entry that is not ours and in the way; it stays unless the answer is true. */
  readonly review?: ReviewEntry | undefined
}

/** What happened to the links of one skill. */
export interface LinkedSkill {
  readonly name: string
  readonly outcomes: readonly LinkOutcome[]
  /** Agents that need no link, or cannot have one. */
  readonly unneeded: readonly UnneededLink[]
}

/**
 * Links an installed skill for these agents, in addition to those it is linked for. Repairs a missing link, and one that git wrote as a
 * text file.
 */
export async function linkSkill(context: HoldContext, request: LinkRequest): Promise<Result<LinkedSkill>> {
  // Before the root is locked: a person may take long to answer.
  const replaceable = await findReplaceable(context.store, request)
  return change(context, request.name, async (place) => {
    const { links, unneeded } = await planLinks(context.store.root, place, request.agents)
    return { add: links, remove: [], unneeded, replaceable }
  })
}

/** Removes the links of an installed skill for these agents. Leaves what is not ours. */
export function unlinkSkill(context: HoldContext, { name: text, agents }: LinkRequest): Promise<Result<LinkedSkill>> {
  return change(context, text, async () => ({ add: [], remove: agents, unneeded: [] }))
}

/** Links a skill again for the agents that its lockfile names, if an entry is missing. */
export async function repairLinks(context: HoldContext, text: string): Promise<Result<LinkedSkill>> {
  return change(context, text, async () => ({ add: [], remove: [], unneeded: [] }))
}

type Decide = (place: NonNullable<HoldContext['store']['agents']>) => Promise<{
  readonly add: NonNullable<Parameters<typeof commitLinks>[1]['add']>
  readonly remove: readonly string[]
  readonly unneeded: readonly UnneededLink[]
  readonly replaceable?: ReadonlySet<string>
}>

async function change(context: HoldContext, text: string, decide: Decide): Promise<Result<LinkedSkill>> {
  const { store } = context
  const { agents: place } = store
  if (place === undefined) {
    return fail('system_error', `Skills in ${store.root} cannot be linked: it is not a directory that agents know`)
  }
  const unknown = await refuseUnknown(store, text)
  if (unknown !== undefined) return unknown
  return holdStore(context, async () => {
    const lock = await readLock(store.lockFile)
    if (!lock.ok) return lock
    const found = findEntry(store, lock.value, text)
    if (!found.ok) return found
    const { name, entry } = found.value
    const { unneeded, ...changes } = await decide(place)
    const { outcomes } = await commitLinks(store, { name, entry, lock: lock.value, ...changes })
    return succeed({ name: text, outcomes, unneeded })
  })
}
