/** Lines about the links of a skill in the directories of agents. */

import { findAgent } from '../../agents/agents.js'
import type { LinkedSkill } from '../../store/links/change-links.js'
import type { EntryState } from '../../store/links/inspect-entry.js'
import type { LinkDrift } from '../../store/links/inspect-links.js'
import type { UnneededLink } from '../../store/links/plan-links.js'
import type { LinkOutcome } from '../../store/links/settle-links.js'
import { type Line, styled } from '../terminal/lines.js'

/** The name of an agent as people know it. */
export function titleOf(id: string): string {
  return findAgent(id)?.title ?? id
}

/** What happened to each link, and which agents need none. */
export function composeLinks({ outcomes, unneeded }: Omit<LinkedSkill, 'name'>): readonly Line[] {
  return [...outcomes.map(composeOutcome), ...unneeded.map(composeUnneeded)]
}

function composeOutcome(outcome: LinkOutcome): Line {
  const { agent, path } = outcome
  const title = titleOf(agent)
  switch (outcome.status) {
    case 'linked':
      return `  ${title}: linked in ${path}`
    case 'copied':
      return `  ${title}: copied to ${path}`
    case 'removed':
      return `  ${title}: removed ${path}`
    case 'left':
      return [styled('  warning: ', 'yellow'), `${title}: left ${path} as it is: ${STATES[outcome.state]}`]
    case 'failed':
      return [styled('  warning: ', 'yellow'), `${title}: ${describeFailure(outcome.code)} (${path})`]
  }
}

function describeFailure(code: string): string {
  if (code === 'EDITED') return "not copied, because the skill has local edits; run 'metier verify'"
  return `could not be changed, ${code}`
}

const STATES: Readonly<Record<EntryState, string>> = {
  absent: 'it is missing',
  linked: 'it leads to the skill',
  copied: 'it is a copy that is not in the lockfile',
  outdated: 'it is a copy of an older version',
  same: 'it is the skill itself',
  broken: 'it is a link that leads nowhere',
  foreign: 'something else has this name',
  outside: 'its directory leads out of the project',
  unreadable: 'it cannot be read',
}

function composeUnneeded({ agent, reason, folder }: UnneededLink): Line {
  const title = titleOf(agent)
  switch (reason) {
    case 'reads_root':
      return `  ${title}: needs no link, it reads ${folder}`
    case 'not_installed':
      return [styled('  warning: ', 'yellow'), `${title}: not linked, it is not installed here`]
    case 'no_project_folder':
      return [styled('  warning: ', 'yellow'), `${title}: not linked, the project has no ${folder}`]
    case 'unknown':
      return [styled('  warning: ', 'yellow'), `${agent}: not linked, this is not an agent that Metier knows`]
    case 'no_folder':
      return [styled('  warning: ', 'yellow'), `${title}: not linked, it reads no such directory`]
  }
}

const DRIFTS: Readonly<Record<LinkDrift['state'], string>> = {
  absent: 'missing',
  outdated: 'has another version',
  broken: 'leads nowhere',
  foreign: 'was replaced or changed',
  outside: 'is in a directory that leads out of the project',
  unreadable: 'cannot be read',
}

/** A recorded link that is not as recorded. */
export function describeDrift({ agent, path, state }: LinkDrift): string {
  return `${path} for ${titleOf(agent)}: ${DRIFTS[state]}`
}
