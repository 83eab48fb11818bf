/** Compares the recorded links of a skill with the directories of agents. */

import type { Store } from '../layout.js'
import type { LockEntry } from '../lock.js'
import { folderOf, type StoreName } from '../slug.js'
import { type EntryState, inspectEntry } from './inspect-entry.js'
import { entryPath } from './settle-links.js'

/** A recorded link that is missing, broken, or not ours any more. */
export interface LinkDrift {
  readonly agent: string
  readonly path: string
  readonly state: Exclude<EntryState, 'linked' | 'copied' | 'same'>
}

export async function findLinkDrift(store: Store, name: StoreName, entry: LockEntry): Promise<readonly LinkDrift[]> {
  const { agents: place } = store
  const drifts: LinkDrift[] = []
  if (place === undefined) return drifts
  for (const { agent } of entry.links ?? []) {
    const path = entryPath(agent, name, place)
    if (path === undefined) continue
    const state = await inspectEntry(path, { skill: folderOf(store.root, name), digest: entry.digest }, place)
    if (state !== 'linked' && state !== 'copied' && state !== 'same') drifts.push({ agent, path, state })
  }
  return drifts
}
