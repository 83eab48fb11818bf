/** `--agent`, for the commands that link skills. */

import { AGENTS } from '../../agents/agents.js'
import { EVERY_AGENT, NO_AGENT } from '../../manager/store-operations/agent-surroundings.js'
import { nearestWords } from '../../skill/text/nearest-words.js'
import { type CommandOutcome, type Input, misuse, type Option } from './command.js'

export const AGENT: Option = {
  name: 'agent',
  short: 'a',
  kind: 'texts',
  value: 'AGENT,…',
  summary: 'Agents by id, such as claude-code,cursor, or all for those found here',
}

/** The agents that read skill directories. */
const IDS: readonly string[] = AGENTS.filter(({ folders }) => folders !== undefined).map(({ id }) => id)

/** The ids in `--agent`, undefined without the option, or what is wrong with one of them. */
export function readAgents(input: Input): readonly string[] | undefined | CommandOutcome {
  const ids = input
    .texts('agent')
    .flatMap((text) => text.split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (ids.length === 0)
    return input.texts('agent').length === 0 ? undefined : misuse('--agent needs the id of an agent')
  const unknown = ids.find((id) => id !== EVERY_AGENT && id !== NO_AGENT && !IDS.includes(id))
  if (unknown === undefined) return ids
  const near = nearestWords(IDS, unknown)
  return misuse(`unknown agent: ${unknown}`, [
    near.length > 0 ? `Did you mean: ${near.join(', ')}` : 'docs/guides/agents.md lists all agents.',
  ])
}

export function isMisuse(read: ReturnType<typeof readAgents>): read is CommandOutcome {
  return read !== undefined && 'exitCode' in read
}
