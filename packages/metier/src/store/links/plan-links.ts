/** Decides for which agents a skill needs a link, and says why the others get none. */

import { existsSync } from 'node:fs'
import type { Agent } from '../../agents/agent.js'
import { findAgent } from '../../agents/agents.js'
import { type AgentPlace, foldersOf, kindFor, requiredFolder, signsOf } from './agent-place.js'
import { isInstalled } from './find-agents.js'
import { findReal } from './inspect-entry.js'
import type { RecordedLink } from './recorded-links.js'

/**
 * Why an agent gets no link: it reads the root itself, it is not installed, the project has no directory for it, it reads no such
 * directory at all, or this version does not know it.
 */
type UnneededReason = 'reads_root' | 'not_installed' | 'no_project_folder' | 'no_folder' | 'unknown'

/** An agent that gets no link, and why. */
export interface UnneededLink {
  readonly agent: string
  readonly reason: UnneededReason
  /** The directory that it reads, that the project lacks, or that would show that it is installed. */
  readonly folder?: string
}

export interface LinkPlan {
  readonly links: readonly RecordedLink[]
  readonly unneeded: readonly UnneededLink[]
}

const UNKNOWN = { reason: 'unknown' } as const

/** Plans the links of a root's skills for these agents. */
export async function planLinks(root: string, place: AgentPlace, ids: readonly string[]): Promise<LinkPlan> {
  const links: RecordedLink[] = []
  const unneeded: UnneededLink[] = []
  for (const id of new Set(ids)) {
    const agent = findAgent(id)
    const refused = agent === undefined ? UNKNOWN : await findUnneeded(agent, root, place)
    if (refused !== undefined) unneeded.push({ agent: id, ...refused })
    else if (agent !== undefined) links.push({ agent: id, kind: kindFor(agent, place) })
  }
  return { links, unneeded }
}

async function findUnneeded(
  agent: Agent,
  root: string,
  place: AgentPlace,
): Promise<Omit<UnneededLink, 'agent'> | undefined> {
  const folders = foldersOf(agent, place)
  if (folders.length === 0) return { reason: 'no_folder' }
  const read = await findReading(root, folders)
  if (read !== undefined) return { reason: 'reads_root', folder: read }
  if (place.scope === 'personal' && !isInstalled(agent, place, place.base)) {
    const [sign] = signsOf(agent, place, place.base)
    return { reason: 'not_installed', ...(sign !== undefined && { folder: sign }) }
  }
  const required = requiredFolder(agent, place)
  if (required !== undefined && !existsSync(required)) return { reason: 'no_project_folder', folder: required }
  return undefined
}

/** The directory through which an agent reads a root, by its path or through a link of the whole directory. */
async function findReading(root: string, folders: readonly string[]): Promise<string | undefined> {
  const real = (await findReal(root)) ?? root
  for (const folder of folders) if (folder === root || (await findReal(folder)) === real) return folder
  return undefined
}
