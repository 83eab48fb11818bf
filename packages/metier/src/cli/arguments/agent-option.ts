/** `--agent`, for the commands that link skills. */

import { findUnknownAgent } from '../../agents/agent-ids.js'
import { docsAddress } from '../docs-address.js'
import { type CommandOutcome, type Input, misuse, type Option } from './command.js'

export const AGENT: Option = {
  name: 'agent',
  short: 'a',
  kind: 'texts',
  value: 'AGENT,…',
  completes: 'agents',
  summary: 'Agents by id, such as claude-code,cursor, or all for those found here',
}

/** The ids in `--agent`, undefined without the option, or what is wrong with one of them. */
export function readAgents(input: Input): readonly string[] | undefined | CommandOutcome {
  const ids = input
    .texts('agent')
    .flatMap((text) => text.split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (ids.length === 0)
    return input.texts('agent').length === 0 ? undefined : misuse('--agent needs the id of an agent')
  return refuseAgent(ids) ?? ids
}

/** What is wrong with the first unknown id, or undefined. */
export function refuseAgent(ids: readonly string[]): CommandOutcome | undefined {
  const unknown = findUnknownAgent(ids)
  if (unknown === undefined) return undefined
  const { id, near } = unknown
  return misuse(`unknown agent: ${id}`, [
    near.length > 0 ? `Did you mean: ${near.join(', ')}` : `All agents: ${docsAddress('guides/agents.md')}`,
  ])
}

export function isMisuse(read: ReturnType<typeof readAgents>): read is CommandOutcome {
  return read !== undefined && 'exitCode' in read
}
