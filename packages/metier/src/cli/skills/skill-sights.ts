/** Which of the agents on this machine see a skill. For `info` and `doctor`. */

import type { Agent } from '../../agents/agent.js'
import type { ResolvedOptions } from '../../manager/options.js'
import { agentsHere, placeFor } from '../../manager/store-operations/agent-surroundings.js'
import type { RegisteredSkill } from '../../registry/registered-skill.js'
import { ownVersionOf } from '../../store/links/own-links.js'
import { type AgentSight, findSights } from '../../store/links/who-sees.js'
import { type Lock, readLock } from '../../store/lock.js'
import { lockFileOf } from '../../store/store-folder.js'

type SightedPlace = Pick<ResolvedOptions, 'home' | 'variable' | 'workdir'>

/** Returns a function that tells which agents see a skill. Agents and lockfiles are looked up once. */
export function createSightFinder(place: SightedPlace) {
  const agents = agentsHere(place)
  const locks = new Map<string, Promise<Lock | undefined>>()
  const lockOf = (root: string) => {
    const known = locks.get(root) ?? readLock(lockFileOf(root)).then((lock) => (lock.ok ? lock.value : undefined))
    locks.set(root, known)
    return known
  }
  return async ({ root, directory, skillPath }: Pick<RegisteredSkill, 'root' | 'directory' | 'skillPath'>) => {
    const around = placeFor(place, root)
    if (agents.length === 0) return []
    if (around === undefined) return agents.map(cannotKnow)
    const lock = await lockOf(root.path)
    const { links, digest } = lock?.skills.get(directory) ?? (lock && ownVersionOf(lock, directory)) ?? {}
    return findSights(agents, { folder: skillPath, root: root.path, links, digest }, around)
  }
}

/** A root such as `node_modules`, where no agent looks. */
function cannotKnow({ id, title }: Agent): AgentSight {
  return { agent: id, title, sees: false, reason: 'no_folder' }
}

/** The agents that see a skill come first. */
export function describeSight(sight: AgentSight): string {
  if (!sight.sees) return `not by ${sight.title}: ${UNSEEN[sight.reason]}`
  const how = sight.how === 'root' ? '' : ` (${sight.how})`
  const also = sight.also === undefined ? '' : `, and again in ${sight.also.join(', ')}`
  return `${sight.title} in ${sight.folder}${how}${also}`
}

const UNSEEN: Readonly<Record<Extract<AgentSight, { sees: false }>['reason'], string>> = {
  not_linked: 'it does not read that directory, and has no link',
  replaced: 'something else has this name in its directory',
  flattened: 'git checked its link out as a text file, because core.symlinks is false',
  nested: 'it reads only the directories directly below the root',
  no_folder: 'it reads no such directory',
}
