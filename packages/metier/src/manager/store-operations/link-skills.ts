/** Links skills into the directories of agents, and removes such links. */

import { EVERY_AGENT } from '../../agents/agent-ids.js'
import { AGENTS } from '../../agents/agents.js'
import type { SkillLinks, StoreOutcome } from '../../contracts/store-outcomes.js'
import { fail, succeed } from '../../skill/failure.js'
import { describeStore } from '../../store/layout.js'
import { type LinkedSkill, type LinkRequest, linkSkill, unlinkSkill } from '../../store/links/change-links.js'
import { isOwnSkill } from '../../store/links/own-links.js'
import { type Lock, readLock } from '../../store/lock.js'
import type { Outcome } from '../../store/refusal.js'
import { parseLockedName } from '../../store/slug.js'
import { lockFileOf } from '../../store/store-folder.js'
import type { UpdateContext } from '../../store/update.js'
import { listSkillFolders } from '../../store/verify.js'
import { expandAgents } from './agent-surroundings.js'
import { locateLinkable } from './locate-installed.js'
import { findInstallRoot, lookAgain, openStoreContext, type StoreOperation, type StoreRoot } from './store-context.js'
import type { LinkOptions, UnlinkOptions } from './store-options.js'

type Links = Promise<StoreOutcome<readonly SkillLinks[]>>
type ChangeLinks = (context: UpdateContext, request: LinkRequest) => Promise<Outcome<LinkedSkill>>

interface LinkAction {
  readonly change: ChangeLinks
  /** The skills of a root that are meant without a name, next to the installed ones. */
  readonly listOthers: (root: string, lock: Lock) => Promise<readonly string[]>
  /** What a root has none of. */
  readonly what: string
}

export function link(operation: StoreOperation<LinkOptions>, name: string | undefined): Links {
  return changeEach(operation, name, { change: linkSkill, listOthers: listOwnSkills, what: 'skills to link' })
}

export function unlink(operation: StoreOperation<UnlinkOptions>, name: string | undefined): Links {
  const { options } = operation
  // A link may be left from an agent that is not installed any more.
  const agents = options.agents.includes(EVERY_AGENT) ? AGENTS.map(({ id }) => id) : options.agents
  const listOthers = async (_: string, { links }: Lock) => [...(links?.keys() ?? [])]
  return changeEach({ ...operation, options: { ...options, agents } }, name, {
    change: unlinkSkill,
    listOthers,
    what: 'skills with links',
  })
}

async function changeEach(operation: StoreOperation<LinkOptions>, text: string | undefined, action: LinkAction): Links {
  const { change } = action
  const found = text === undefined ? await findEvery(operation, action) : await findOne(operation, text)
  if (!found.ok) return found
  const { root, names } = found.value
  const { force = false } = operation.options
  const review = force ? async () => true : operation.options.review
  const agents = expandAgents(operation.options.agents, operation.host.place)
  const skills: SkillLinks[] = []
  for (const name of names) {
    operation.options.signal?.throwIfAborted()
    const outcome = await change(openStoreContext(operation, root), { name, agents, review })
    if (!outcome.ok) return { ...outcome, skill: name, root: root.path }
    skills.push({ ...outcome.value, root: root.path, scope: root.scope })
  }
  await lookAgain(operation)
  return succeed(skills)
}

interface FoundSkills {
  readonly root: StoreRoot
  readonly names: readonly string[]
}

async function findOne(operation: StoreOperation, text: string): Promise<StoreOutcome<FoundSkills>> {
  const place = await locateLinkable(operation, text)
  if (!place.ok) return place
  const { root, scope, name } = place.value
  return succeed({ root: { path: root, scope }, names: [name] })
}

/** Without a name, the project's skills are meant: a change to all of the user's own has to be asked for. */
async function findEvery(
  { host, options }: StoreOperation,
  { listOthers, what }: LinkAction,
): Promise<StoreOutcome<FoundSkills>> {
  const root = findInstallRoot(host, options.project ?? true)
  if (!root.ok) return root
  const lock = await readLock(lockFileOf(root.value.path))
  if (!lock.ok) return lock
  const names = [...new Set([...lock.value.skills.keys(), ...(await listOthers(root.value.path, lock.value))])]
  if (names.length > 0) return succeed({ root: root.value, names })
  const isOwn = options.project === false
  return fail('skill_not_found', `${root.value.path} has no ${what}`, [
    isOwn ? "Install one with 'metier install', or create one" : 'Install one, or use --personal for your own skills',
  ])
}

async function listOwnSkills(root: string): Promise<readonly string[]> {
  const store = describeStore({ root })
  const own: string[] = []
  for (const text of await listSkillFolders(store)) {
    const name = parseLockedName(text)
    if (name.ok && (await isOwnSkill(store, name.value))) own.push(text)
  }
  return own
}
