/** Changes the links of a skill that was not installed. The protocol is that of `commitLinks`; the lockfile gets links, never an entry. */

import type { Store } from '../layout.js'
import type { LinkedVersion } from '../links/linked-version.js'
import { digestSkill, isOwnSkill, ownVersionOf } from '../links/own-links.js'
import { type RecordedLink, withLinksOf } from '../links/recorded-links.js'
import { type SettledLinks, settleLinks } from '../links/settle-links.js'
import { type Lock, readLock, writeLock } from '../lock.js'
import { folderOf, type StoreName } from '../slug.js'
import { mergeLinks } from './commit-links.js'
import { closeJournal, type Intent, writeJournal } from './journal.js'

interface OwnLinksChange {
  readonly name: StoreName
  readonly lock: Lock
  readonly add: readonly RecordedLink[]
  /** The ids of agents. */
  readonly remove: readonly string[]
  /** Paths at which the user agreed to replace what is there. */
  readonly replaceable?: ReadonlySet<string>
}

/** Makes the change and keeps it in the journal until it is complete. Call it only while the root is locked. */
export async function commitOwnLinks(store: Store, change: OwnLinksChange): Promise<SettledLinks> {
  const { name, lock, add, remove, replaceable } = change
  const previous = ownVersionOf(lock, name.text) ?? {}
  const { links: recorded = [] } = previous
  const kept = recorded.filter(({ agent }) => !remove.includes(agent))
  const links = mergeLinks(kept, add)
  // Without links before and after, the root gets no lockfile.
  if (recorded.length + links.length === 0) return { links, outcomes: [] }
  await writeJournal(store, { name: name.text, quarantine: '', entry: null, previous, links })
  await writeLock(store, withOwnLinks(lock, name, links))
  const settled = await recordOwnSettled(store, name, previous, links, replaceable)
  await closeJournal(store)
  return settled
}

/** Finishes an interrupted change. Links are changed after the lockfile, so with the old lockfile they are the old ones. */
export async function settleOwnIntent(
  store: Store,
  { previous = {}, links = [] }: Intent,
  name: StoreName,
): Promise<void> {
  const lock = await readLock(store.lockFile)
  const recorded = lock.ok ? lock.value.links?.get(name.text) : undefined
  if (!lock.ok || JSON.stringify(recorded ?? []) !== JSON.stringify(links)) return
  await recordOwnSettled(store, name, previous, links)
}

async function recordOwnSettled(
  store: Store,
  name: StoreName,
  before: LinkedVersion,
  links: readonly RecordedLink[],
  replaceable?: ReadonlySet<string>,
): Promise<SettledLinks> {
  const isThere = await isOwnSkill(store, name)
  const digest = isThere ? await digestSkill(folderOf(store.root, name)) : undefined
  const after = { links, ...(digest !== undefined && { digest }) }
  const settled = await settleLinks(store, { name, before, after, ...(replaceable && { replaceable }) })
  const copied = new Set(settled.outcomes.filter(({ status }) => status === 'copied').map(({ agent }) => agent))
  const next = settled.links.map((link) => withDigest(link, copied.has(link.agent) ? digest : link.digest))
  if (JSON.stringify(next) === JSON.stringify(links)) return settled
  const lock = await readLock(store.lockFile)
  if (lock.ok) await writeLock(store, withOwnLinks(lock.value, name, next))
  return { ...settled, links: next }
}

/** A link has no files of its own. */
function withDigest({ digest: _, ...link }: RecordedLink, digest: string | undefined): RecordedLink {
  return link.kind === 'copy' && digest !== undefined ? { ...link, digest } : link
}

function withOwnLinks(lock: Lock, { text }: StoreName, links: readonly RecordedLink[]): Lock {
  return { ...lock, links: withLinksOf(lock.links, text, links) }
}
