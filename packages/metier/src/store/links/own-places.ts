import type { Store } from '../layout.js'
import { readLock } from '../lock.js'
import { folderOf, parseLockedName } from '../slug.js'
import { findReal } from './inspect-entry.js'
import { entryPath } from './settle-links.js'

/** The real paths of a store's skills, and of their links and copies in the directories of agents. */
export async function listOwnPlaces(store: Store): Promise<ReadonlySet<string>> {
  const lock = await readLock(store.lockFile)
  const places = new Set<string>()
  if (!lock.ok) return places
  for (const [text, { links = [] }] of lock.value.skills) {
    const name = parseLockedName(text)
    if (!name.ok) continue
    const linked = links.map(({ agent }) => store.agents && entryPath(agent, name.value, store.agents))
    for (const path of [folderOf(store.root, name.value), ...linked]) {
      const real = path === undefined ? undefined : await findReal(path)
      if (real !== undefined) places.add(real)
    }
  }
  return places
}
