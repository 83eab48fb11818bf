/** Creates, replaces and removes links in the directories of agents. Touches only entries that lead to the skill or have its files. */

import { lstat, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { findAgent } from '../../agents/agents.js'
import { codeOf } from '../../skill/unknown-value.js'
import { digestTree, readTree } from '../../system/skill-files/tree-digest.js'
import type { Store } from '../layout.js'
import type { LockEntry, RecordedLink } from '../lock.js'
import { folderOf, type StoreName } from '../slug.js'
import { type AgentPlace, foldersOf, type LinkKind } from './agent-place.js'
import { composeTarget, type EntryState, inspectEntry, type LinkTarget } from './inspect-entry.js'

/** What a lockfile records of a skill, as far as links depend on it. */
export type LinkedVersion = Pick<LockEntry, 'links'> & { readonly digest?: string }

export interface LinkChange {
  readonly name: StoreName
  readonly before: LinkedVersion
  readonly after: LinkedVersion
}

/** What happened to one link. */
export type LinkOutcome =
  | { readonly agent: string; readonly path: string; readonly status: 'linked' | 'copied' | 'removed' }
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
  const { store, name, before, after, place } = context
  return attempt(agent, path, async () => {
    const target = { skill: folderOf(store.root, name), digest: after.digest, previous: before.digest }
    const state = await inspectEntry(path, target, place)
    if (state === 'linked' || state === 'same') return { agent, path, status: 'linked' }
    if (state === 'copied' && kind === 'copy') return { agent, path, status: 'copied' }
    if (!isFree(state, kind)) return { agent, path, status: 'left', state }
    const made = await makeEntry(store, kind, target, path)
    return { agent, path, status: made === 'copy' ? 'copied' : 'linked' }
  })
}

function isFree(state: EntryState, kind: LinkKind): boolean {
  return state === 'absent' || (state === 'outdated' && kind === 'copy')
}

async function makeEntry(store: Store, kind: LinkKind, target: LinkTarget, path: string): Promise<LinkKind> {
  await store.files.makeFolder(dirname(path))
  const made = kind === 'link' ? await makeLink(store, target.skill, path) : 'copy'
  if (made === 'copy') await makeCopy(store, target, path)
  return made
}

function removeEntry(context: SettlingContext, { agent, kind }: RecordedLink, path: string): Placed {
  const { store, name, before, after, place } = context
  return attempt(agent, path, async () => {
    const target = { skill: folderOf(store.root, name), digest: before.digest, previous: after.digest }
    const state = await inspectEntry(path, target, place)
    if (state === 'linked') await store.files.discard(path)
    else if (kind === 'copy' && (state === 'copied' || state === 'outdated')) await discardCopy(store, path)
    else if (state !== 'absent') return { agent, path, status: 'left', state }
    return { agent, path, status: 'removed' }
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

/** What systems say that do not allow links. */
const UNLINKABLE = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

async function makeLink(store: Store, skill: string, path: string): Promise<LinkKind> {
  try {
    await store.files.linkTo(await composeTarget(path, skill), path)
    return 'link'
  } catch (error) {
    if (!UNLINKABLE.has(codeOf(error))) throw error
    return 'copy'
  }
}

/** Writes the copy next to the agent's skill directory, then renames it, so that the agent never sees half of it. */
async function makeCopy(store: Store, { skill, digest }: LinkTarget, path: string): Promise<void> {
  const { files } = store
  const staged = beside(path, 'new')
  await files.discard(staged)
  await files.makeFolder(staged)
  for (const file of await readTree(skill)) {
    if (file.mode === 'link') continue
    const to = join(staged, file.path)
    await files.makeFolder(dirname(to))
    await files.writeNew(to, await readFile(join(skill, file.path)), file.mode === '0755' ? 0o755 : 0o644)
  }
  if (digestTree(await readTree(staged)) !== digest) {
    await files.discard(staged)
    throw Object.assign(new Error('The files differ from the lockfile'), { code: 'EDITED' })
  }
  await setAside(store, path)
  await files.move(staged, path)
  await files.discard(beside(path, 'old'))
}

/** Renames first: an interrupted deletion would leave half a skill. */
async function discardCopy(store: Store, path: string): Promise<void> {
  await setAside(store, path)
  await store.files.discard(beside(path, 'old'))
}

async function setAside(store: Store, path: string): Promise<void> {
  const old = beside(path, 'old')
  await store.files.discard(old)
  if ((await lstat(path).catch(() => undefined)) !== undefined) await store.files.move(path, old)
}

/** Not in the skill directory itself, which agents scan. */
function beside(path: string, what: 'new' | 'old'): string {
  return join(dirname(dirname(path)), `.metier-${what}-${basename(path)}`)
}
