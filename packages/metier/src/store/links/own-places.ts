import type { Store } from '../layout.js'
import { type Lock, readLock } from '../lock.js'
import { folderOf, parseLockedName } from '../slug.js'
import { findReal } from './inspect-entry.js'
import type { RecordedLink } from './recorded-links.js'
import { entryPath } from './settle-links.js'

/** The real paths of a store's skills, and of their links and copies in the directories of agents. */
export async function listOwnPlaces(store: Store): Promise<ReadonlySet<string>> {
  const lock = await readLock(store.lockFile)
  const places = new Set<string>()
  if (!lock.ok) return places
  for (const path of listPaths(store, lock.value)) {
    const real = await findReal(path)
    if (real !== undefined) places.add(real)
  }
  return places
}

function listPaths(store: Store, { skills, links: own }: Lock): readonly string[] {
  const installed = [...skills].flatMap(([text, { links = [] }]) => {
    const name = parseLockedName(text)
    return name.ok ? [folderOf(store.root, name.value), ...linkPaths(store, text, links)] : []
  })
  // Copies only: a link leads to a skill that was not installed.
  const copies = [...(own ?? [])].flatMap(([text, links]) => linkPaths(store, text, links.filter(isCopy)))
  return [...installed, ...copies]
}

function isCopy({ kind }: RecordedLink): boolean {
  return kind === 'copy'
}

function linkPaths({ agents: place }: Store, text: string, links: readonly RecordedLink[]): readonly string[] {
  const name = parseLockedName(text)
  if (!name.ok || place === undefined) return []
  return links.flatMap(({ agent }) => entryPath(agent, name.value, place) ?? [])
}
