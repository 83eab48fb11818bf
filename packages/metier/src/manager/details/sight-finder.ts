/** Which of the agents on this machine see a skill. */

import type { Agent } from '../../agents/agent.js'
import type { RegisteredSkill } from '../../registry/registered-skill.js'
import { linkedVersionOf } from '../../store/links/linked-version.js'
import { ownVersionOf } from '../../store/links/own-links.js'
import { type AgentSight, findSights } from '../../store/links/who-sees.js'
import { type Lock, readLock } from '../../store/lock.js'
import { lockFileOf } from '../../store/store-folder.js'
import type { ResolvedOptions } from '../options.js'
import { agentsHere, placeFor } from '../store-operations/agent-surroundings.js'

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
    const entry = lock?.skills.get(directory)
    const recorded = entry === undefined ? lock && ownVersionOf(lock, directory) : linkedVersionOf(entry)
    const { links, digest } = recorded ?? {}
    return findSights(agents, { folder: skillPath, root: root.path, links, digest }, around)
  }
}

/** A root such as `node_modules`, where no agent looks. */
function cannotKnow({ id, title }: Agent): AgentSight {
  return { agent: id, title, sees: false, reason: 'no_folder' }
}
