/** The agents of this machine, and where they look for the skills of a root. */

import type { Agent } from '../../agents/agent.js'
import { EVERY_AGENT, NO_AGENT } from '../../agents/agent-ids.js'
import type { Root } from '../../registry/root.js'
import { type AgentPlace, placeOfRoot } from '../../store/links/agent-place.js'
import { findAgents } from '../../store/links/find-agents.js'
import type { ResolvedOptions } from '../options.js'
import type { StoreOperation } from './store-context.js'
import type { InstallOptions } from './store-options.js'

/** Where agents look for the skills of a root; undefined if there is no home directory, or no agent could know the root. */
export function placeFor(
  { home, variable }: Pick<ResolvedOptions, 'home' | 'variable'>,
  { path, scope }: Pick<Root, 'path' | 'scope'>,
): AgentPlace | undefined {
  return home === undefined ? undefined : placeOfRoot(path, scope, { home, variable, platform: process.platform })
}

/** The agents on this machine, the most used first. */
export function agentsHere({ home, variable, workdir }: AgentMachine): readonly Agent[] {
  return home === undefined ? [] : findAgents({ home, variable }, workdir)
}

type AgentMachine = Pick<ResolvedOptions, 'home' | 'variable' | 'workdir'>

/** The agents that a new skill is linked for: those that were named, or those of the configuration. */
export function agentsFor({ host, options, settings }: StoreOperation<InstallOptions>): readonly string[] {
  return expandAgents(options.agents ?? settings.agents ?? [], host.place)
}

export function expandAgents(ids: readonly string[], machine: AgentMachine): readonly string[] {
  const here = ids.includes(EVERY_AGENT) ? agentsHere(machine).map(({ id }) => id) : []
  return [...new Set([...ids.filter((id) => id !== EVERY_AGENT && id !== NO_AGENT), ...here])]
}
