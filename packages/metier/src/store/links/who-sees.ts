/** Which agents see a skill, and through which directory. */

import { basename, dirname, join } from 'node:path'
import type { Agent } from '../../agents/agent.js'
import { type AgentPlace, foldersOf } from './agent-place.js'
import { type EntryState, findReal, inspectEntry } from './inspect-entry.js'
import type { RecordedLink } from './recorded-links.js'

/**
 * Why an agent does not see a skill. `nested`: it reads the root, but only the directories directly below it. `flattened`: git wrote
 * the link as a text file.
 */
type UnseenReason = 'not_linked' | 'replaced' | 'flattened' | 'nested' | 'no_folder'

/** What one agent sees of a skill. */
export type AgentSight =
  | {
      readonly agent: string
      readonly title: string
      readonly sees: true
      /** The directory through which it sees the skill. */
      readonly folder: string
      readonly how: 'root' | 'link' | 'copy'
      /** Further directories in which it finds the same skill again. */
      readonly also?: readonly string[]
    }
  | { readonly agent: string; readonly title: string; readonly sees: false; readonly reason: UnseenReason }

/** A skill on disk, and its recorded links. */
export interface SightedSkill {
  /** Its directory. */
  readonly folder: string
  readonly root: string
  readonly digest?: string | undefined
  readonly links?: readonly RecordedLink[] | undefined
}

export async function findSights(
  agents: readonly Agent[],
  skill: SightedSkill,
  place: AgentPlace,
): Promise<readonly AgentSight[]> {
  const sights: AgentSight[] = []
  for (const agent of agents) sights.push(await findSight(agent, skill, place))
  return sights
}

async function findSight(agent: Agent, skill: SightedSkill, place: AgentPlace): Promise<AgentSight> {
  const { id, title } = agent
  const folders = foldersOf(agent, place)
  const seen: { folder: string; how: 'root' | 'link' | 'copy' }[] = []
  const states: EntryState[] = []
  for (const folder of folders) {
    const state = await inspect(folder, skill, place)
    states.push(state)
    const how = howOf(state)
    if (how !== undefined) seen.push({ folder, how })
  }
  const [first, ...others] = seen
  if (first === undefined) {
    return { agent: id, title, sees: false, reason: await explain(folders, states, skill) }
  }
  const also = others.map(({ folder }) => folder)
  return { agent: id, title, sees: true, ...first, ...(also.length > 0 && { also }) }
}

/** Only a copy that the lockfile names is the same skill. */
function inspect(folder: string, { folder: path, digest, links = [] }: SightedSkill, place: AgentPlace) {
  const isCopied = links.some(({ kind }) => kind === 'copy')
  return inspectEntry(join(folder, basename(path)), { skill: path, ...(isCopied && { digest }) }, place)
}

function howOf(state: EntryState): 'root' | 'link' | 'copy' | undefined {
  if (state === 'same') return 'root'
  if (state === 'linked') return 'link'
  return state === 'copied' ? 'copy' : undefined
}

async function explain(
  folders: readonly string[],
  states: readonly EntryState[],
  { folder, root }: SightedSkill,
): Promise<UnseenReason> {
  if (folders.length === 0) return 'no_folder'
  const real = await findReal(root)
  const isRead = (await Promise.all(folders.map(findReal))).some((one) => one !== undefined && one === real)
  if (isRead && (await findReal(dirname(folder))) !== real) return 'nested'
  const [own = 'absent'] = states
  if (own === 'absent') return 'not_linked'
  return own === 'flattened' ? 'flattened' : 'replaced'
}
