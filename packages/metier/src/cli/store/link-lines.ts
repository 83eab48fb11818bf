/** Lines about the links of a skill in the directories of agents. */

import { findAgent } from '../../agents/agents.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { showName } from '../../skill/text/show-name.js'
import type { LinkedSkill } from '../../store/links/change-links.js'
import type { EntryState, Occupant } from '../../store/links/inspect-entry.js'
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

/** The links that an update could not follow. */
export function composeLinkWarnings({ outcomes }: Pick<LinkedSkill, 'outcomes'>): readonly Line[] {
  return outcomes.filter(({ status }) => status === 'left' || status === 'failed').map(composeOutcome)
}

function composeOutcome(outcome: LinkOutcome): Line {
  const { agent, path } = outcome
  const title = titleOf(agent)
  switch (outcome.status) {
    case 'linked':
      return `  ${title}: linked in ${path}${describeKept(outcome.kept)}`
    case 'copied':
      return `  ${title}: copied to ${path}${describeKept(outcome.kept)}`
    case 'removed':
      return `  ${title}: removed ${path}${outcome.restored === true ? '; the entry that it had replaced is back' : ''}`
    case 'left':
      return [styled('  warning: ', 'yellow'), `${title}: left ${path} as it is: ${STATES[outcome.state]}`]
    case 'failed':
      return [styled('  warning: ', 'yellow'), `${title}: ${describeFailure(outcome.code)} (${path})`]
  }
}

function describeKept(kept: string | undefined): string {
  return kept === undefined ? '' : `; the entry that it replaced is kept in ${kept}, and 'metier unlink' restores it`
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
  flattened: 'git checked the link out as a text file (core.symlinks is false)',
  foreign: 'something else has this name',
  outside: 'its directory leads out of the project',
  unreadable: 'it cannot be read',
}

/** What is in the place of a link. */
export function describeState(state: EntryState): string {
  return STATES[state]
}

/** The entry itself, in one line. */
export function describeOccupant(found: Occupant): string {
  switch (found.type) {
    case 'link':
      return `link to ${showName(found.target)}`
    case 'file':
      return `file of ${found.bytes} bytes`
    case 'directory': {
      const more = found.count - found.names.length
      const names = found.names.map(showName).join(', ')
      return found.count === 0 ? 'empty directory' : `directory with ${names}${more > 0 ? ` and ${more} more` : ''}`
    }
  }
}

function composeUnneeded({ agent, reason, folder }: UnneededLink): Line {
  const title = titleOf(agent)
  switch (reason) {
    case 'reads_root':
      return `  ${title}: needs no link, it reads ${folder}`
    case 'not_installed':
      return [styled('  warning: ', 'yellow'), `${title}: not linked, it is not installed here${describeSign(folder)}`]
    case 'no_project_folder':
      return [styled('  warning: ', 'yellow'), `${title}: not linked, the project has no ${folder}`]
    case 'unknown':
      return [styled('  warning: ', 'yellow'), `${agent}: not linked, this is not an agent that Metier knows`]
    case 'no_folder':
      return [styled('  warning: ', 'yellow'), `${title}: not linked, it reads no such directory`]
  }
}

/** An agent may not have been started yet. */
function describeSign(sign: string | undefined): string {
  return sign === undefined ? '' : `: ${sign} does not exist. Start it once, then link again`
}

const DRIFTS: Readonly<Record<LinkDrift['state'], string>> = {
  absent: 'missing',
  outdated: 'has another version',
  broken: 'leads nowhere',
  flattened: 'git checked the link out as a text file (core.symlinks is false)',
  foreign: 'was replaced or changed',
  outside: 'is in a directory that leads out of the project',
  unreadable: 'cannot be read',
  orphaned: "the skill's directory is missing",
}

/** A recorded link that is not as recorded. */
export function describeDrift({ agent, path, state }: LinkDrift): string {
  return `${path} for ${titleOf(agent)}: ${DRIFTS[state]}`
}

/** Whether git wrote a link as a text file. */
export function isFlattened(links: readonly LinkDrift[]): boolean {
  return links.some(({ state }) => state === 'flattened')
}

export const FLATTENED_ADVICE =
  "Run 'git config core.symlinks true' and check the file out again, or let Metier replace it:"

/** The command that links a skill again, or removes the links that it left. It asks before it replaces an entry that is not ours. */
export function composeRelinkCommand(name: string, scope: string, links: readonly LinkDrift[]): string {
  const agents = [...new Set(links.map(({ agent }) => agent))].join(',')
  const where = scope === 'project' ? '--project' : '--personal'
  const action = links.some(({ state }) => state === 'orphaned') ? 'unlink' : 'link'
  return `metier ${action} ${quoteForShell(name)} --agent ${agents} ${where}`
}
