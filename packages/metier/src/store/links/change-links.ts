/** Links the skills of a root into the directories of agents, or removes such links. */

import { fail, type Result, succeed } from '../../skill/failure.js'
import { commitLinks } from '../commit/commit-links.js'
import { commitOwnLinks } from '../commit/commit-own-links.js'
import { type HoldContext, holdStore } from '../commit/hold.js'
import { guardFiles } from '../guard.js'
import { refuseUnknown } from '../installed.js'
import type { Store } from '../layout.js'
import { type Lock, readLock } from '../lock.js'
import { findLinkable, type LinkableSkill, refuseMissing, refuseOrphan } from './linkable-skill.js'
import { planLinks, type UnneededLink } from './plan-links.js'
import { findReplaceable, type ReviewEntry } from './replaceable-entries.js'
import type { LinkOutcome } from './settle-links.js'

export interface LinkRequest {
  /** As the lockfile names it, or its directory below the root if it was not installed. */
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
 * Links a skill for these agents, in addition to those it is linked for. Repairs a missing link, and one that git wrote as a
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

/** Removes the links of a skill for these agents. Leaves what is not ours. */
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
  const known = await guardFiles(`Reading ${store.root}`, async () => {
    const lock = await readLock(store.lockFile)
    return lock.ok ? findLinkable(store, lock.value, text) : lock
  })
  if (!known.ok && known.failure.code !== 'skill_not_found') return known
  const unknown = known.ok ? undefined : await refuseUnknown(store, text, known)
  if (unknown !== undefined) return unknown
  return holdStore(context, async () => {
    const lock = await readLock(store.lockFile)
    if (!lock.ok) return lock
    const found = await findLinkable(store, lock.value, text)
    if (!found.ok) return found
    const { unneeded, ...changes } = await decide(place)
    if (!found.value.isThere && changes.add.length > 0) {
      return (found.value.entry === undefined ? refuseOrphan : refuseMissing)(store, found.value.name)
    }
    const { outcomes } = await commitFound(store, lock.value, found.value, changes)
    return succeed({ name: text, outcomes, unneeded })
  })
}

function commitFound(
  store: Store,
  lock: Lock,
  { name, entry }: LinkableSkill,
  changes: Omit<Awaited<ReturnType<Decide>>, 'unneeded'>,
) {
  const common = { name, lock, ...changes }
  return entry === undefined ? commitOwnLinks(store, common) : commitLinks(store, { ...common, entry })
}
