/** Compares the recorded links of a skill with the directories of agents. */

import type { Store } from '../layout.js'
import type { Lock } from '../lock.js'
import { folderOf, parseLockedName, type StoreName } from '../slug.js'
import { type EntryState, inspectEntry } from './inspect-entry.js'
import type { LinkedVersion } from './linked-version.js'
import { digestSkill, isOwnSkill, ownVersionOf } from './own-links.js'
import { entryPath } from './settle-links.js'

/** A recorded link that is missing, broken, or not ours any more. */
export interface LinkDrift {
  readonly agent: string
  readonly path: string
  /** `orphaned`: the directory of the skill is missing. */
  readonly state: Exclude<EntryState, 'linked' | 'copied' | 'same'> | 'orphaned'
}

export async function findLinkDrift(
  store: Store,
  name: StoreName,
  entry: LinkedVersion & { readonly previous?: string | undefined },
): Promise<readonly LinkDrift[]> {
  const { agents: place } = store
  const drifts: LinkDrift[] = []
  if (place === undefined) return drifts
  for (const { agent } of entry.links ?? []) {
    const path = entryPath(agent, name, place)
    if (path === undefined) continue
    const { digest, previous } = entry
    const state = await inspectEntry(path, { skill: folderOf(store.root, name), digest, previous }, place)
    if (state !== 'linked' && state !== 'copied' && state !== 'same') drifts.push({ agent, path, state })
  }
  return drifts
}

/** The same for a skill that was not installed. A copy is as recorded, or has the files that the skill has now. */
export async function findOwnDrift(store: Store, lock: Lock, text: string): Promise<readonly LinkDrift[]> {
  const version = ownVersionOf(lock, text)
  const name = parseLockedName(text)
  const { agents: place } = store
  if (version === undefined || !name.ok || place === undefined) return []
  if (!(await isOwnSkill(store, name.value))) {
    const { links = [] } = version
    return links.map(({ agent }) => ({ agent, path: entryPath(agent, name.value, place) ?? '', state: 'orphaned' }))
  }
  const digest = await digestSkill(folderOf(store.root, name.value))
  const now = { links: version.links ?? [], ...(digest !== undefined && { digest }) }
  return findLinkDrift(store, name.value, { ...now, previous: version.digest })
}
