/** Changes the links of a skill and leaves its files alone. A crash leaves either the old links or the new ones. */

import type { Store } from '../layout.js'
import { type LinkedVersion, linkedVersionOf } from '../links/linked-version.js'
import type { RecordedLink } from '../links/recorded-links.js'
import { type SettledLinks, settleLinks } from '../links/settle-links.js'
import { type Lock, type LockEntry, readLock, withEntry, withLinks, writeLock } from '../lock.js'
import type { StoreName } from '../slug.js'
import { closeJournal, writeJournal } from './journal.js'

interface LinksChange {
  readonly name: StoreName
  readonly entry: LockEntry
  readonly lock: Lock
  readonly add: readonly RecordedLink[]
  /** The ids of agents. */
  readonly remove: readonly string[]
  /** Paths at which the user agreed to replace what is there. */
  readonly replaceable?: ReadonlySet<string>
}

/** Makes the change and keeps it in the journal until it is complete. Call it only while the root is locked. */
export async function commitLinks(store: Store, change: LinksChange): Promise<SettledLinks> {
  const { name, entry, lock, add, remove, replaceable } = change
  const kept = (entry.links ?? []).filter(({ agent }) => !remove.includes(agent))
  const next = withLinks(entry, mergeLinks(kept, add))
  const previous = linkedVersionOf(entry)
  await writeJournal(store, { name: name.text, quarantine: '', entry: next, previous })
  await writeLock(store, withEntry(lock, name.text, next))
  const settled = await recordSettled(store, name, previous, next, replaceable)
  await closeJournal(store)
  return settled
}

/** The agents of both lists, each once. */
export function mergeLinks(
  recorded: readonly RecordedLink[] = [],
  added: readonly RecordedLink[] = [],
): readonly RecordedLink[] {
  const others = added.filter(({ agent }) => !recorded.some((link) => link.agent === agent))
  return [...recorded, ...others].toSorted((a, b) => (a.agent < b.agent ? -1 : 1))
}

/** Settles the links of an entry that the lockfile has already, then records those that are in place. */
export async function recordSettled(
  store: Store,
  name: StoreName,
  before: LinkedVersion,
  entry: LockEntry | undefined,
  replaceable?: ReadonlySet<string>,
): Promise<SettledLinks> {
  const settled = await settleLinks(store, {
    name,
    before,
    after: entry === undefined ? {} : linkedVersionOf(entry),
    ...(replaceable && { replaceable }),
  })
  if (entry === undefined || JSON.stringify(settled.links) === JSON.stringify(entry.links ?? [])) return settled
  const lock = await readLock(store.lockFile)
  if (lock.ok) await writeLock(store, withEntry(lock.value, name.text, withLinks(entry, settled.links)))
  return settled
}
