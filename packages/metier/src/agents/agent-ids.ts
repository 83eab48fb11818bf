/** The ids that people may give where skills are linked for agents. */

import { nearestWords } from '../skill/text/nearest-words.js'
import { AGENTS } from './agents.js'

/** `all` stands for the agents that are installed here, `none` for none. */
export const EVERY_AGENT = 'all'
export const NO_AGENT = 'none'

/** The agents that read skill directories. */
export const AGENT_IDS: readonly string[] = AGENTS.filter(({ folders }) => folders !== undefined).map(({ id }) => id)

export interface UnknownAgent {
  readonly id: string
  /** The known ids that are similar. */
  readonly near: readonly string[]
}

/** The first id that no agent with a skill directory has, or undefined. */
export function findUnknownAgent(ids: readonly string[]): UnknownAgent | undefined {
  const id = ids.find((one) => one !== EVERY_AGENT && one !== NO_AGENT && !AGENT_IDS.includes(one))
  return id === undefined ? undefined : { id, near: nearestWords(AGENT_IDS, id) }
}
