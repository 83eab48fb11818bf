/** The shared part of `metier link` and `metier unlink`. */

import type { SkillLinks, StoreOutcome } from '../../contracts/store-outcomes.js'
import { renderLinks } from '../../contracts/store-renderers.js'
import type { SkillWriter } from '../../manager/skill-writer.js'
import { agentsHere } from '../../manager/store-operations/agent-surroundings.js'
import { AGENT, isMisuse, readAgents } from '../arguments/agent-option.js'
import {
  type Argument,
  type CommandOutcome,
  type Context,
  type Input,
  misuse,
  type Option,
} from '../arguments/command.js'
import { findSurroundings } from '../skills/open-skills.js'
import type { Line } from '../terminal/lines.js'
import { composeLinks } from './link-lines.js'
import { PERSONAL, PROJECT, runStoreCommand } from './store-command.js'

export const LINK_ARGUMENTS: readonly Argument[] = [
  {
    name: 'NAME',
    summary: 'Name of an installed skill; every skill in the lockfile of the project if omitted',
    isOptional: true,
    completes: 'installed',
  },
]

export const LINK_OPTIONS: readonly Option[] = [AGENT, PROJECT, PERSONAL]

type Change = SkillWriter['link']

/** Changes the links, and exits with 1 if one is not as requested. */
export async function runLinkCommand(
  input: Input,
  context: Context,
  choose: (writer: SkillWriter) => Change,
): Promise<CommandOutcome> {
  const agents = readAgents(input)
  if (isMisuse(agents)) return agents
  if (agents === undefined) return refuseAgentless(context)
  const outcome = await runStoreCommand(input, context, {
    run: (writer, options) => choose(writer)(input.argument('NAME'), { ...options, agents }),
    render: renderLinks,
    compose: composeEach,
    findFailure: (given) => (given.ok ? undefined : { refusal: given }),
  })
  const { ok } = outcome.json as ReturnType<typeof renderLinks>
  return ok ? outcome : { ...outcome, exitCode: 1 }
}

function refuseAgentless(context: Context): CommandOutcome {
  const here = agentsHere(findSurroundings(context, false).place).map(({ id }) => id)
  const found = here.length === 0 ? 'No agents were found here.' : `Agents found here: ${here.join(', ')}`
  return misuse('missing option --agent', [found, 'Name agents by their ids, or use --agent all.'])
}

function composeEach(given: StoreOutcome<readonly SkillLinks[]>): readonly Line[] {
  if (!given.ok) return []
  return given.value.flatMap((skill) => {
    const lines = composeLinks(skill)
    return [skill.name, ...(lines.length === 0 ? ['  no links to change'] : lines)]
  })
}
