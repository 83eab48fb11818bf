/** The shared part of `metier link` and `metier unlink`. */

import type { Agent } from '../../agents/agent.js'
import { EVERY_AGENT } from '../../agents/agent-ids.js'
import type { SkillLinks, StoreOutcome } from '../../contracts/store-outcomes.js'
import { renderLinks } from '../../contracts/store-renderers.js'
import type { SkillWriter } from '../../manager/skill-writer.js'
import { agentsHere, expandAgents } from '../../manager/store-operations/agent-surroundings.js'
import type { LinkOptions } from '../../manager/store-operations/store-options.js'
import { isInTheWay, type LinkOutcome } from '../../store/links/settle-links.js'
import { AGENT, isMisuse, readAgents } from '../arguments/agent-option.js'
import {
  type Argument,
  type CommandOutcome,
  type Context,
  type Input,
  misuse,
  type Option,
  refuse,
} from '../arguments/command.js'
import { typeAgain } from '../arguments/typed-again.js'
import { docsAddress } from '../docs-address.js'
import { findSurroundings } from '../skills/open-skills.js'
import { canAsk } from '../terminal/ask.js'
import { type Line, styled } from '../terminal/lines.js'
import { composeLinks, describeOccupant, describeState, titleOf } from './link-lines.js'
import { PERSONAL, PROJECT, runStoreCommand } from './store-command.js'
import type { Talk } from './store-talk.js'

export const LINK_ARGUMENTS: readonly Argument[] = [
  {
    name: 'NAME',
    summary: 'Name of a skill, installed or hand-written; every skill of the project if omitted',
    isOptional: true,
    completes: 'skills',
  },
]

export const LINK_OPTIONS: readonly Option[] = [AGENT, PROJECT, PERSONAL]

export const FORCE: Option = {
  name: 'force',
  kind: 'flag',
  summary: 'Replace entries that are not links to the skill; they are kept, and unlink restores them',
}

type Change = SkillWriter['link']

/** Changes the links, and exits with 1 if one is not as requested. */
export async function runLinkCommand(
  input: Input,
  context: Context,
  choose: (writer: SkillWriter) => Change,
): Promise<CommandOutcome> {
  const named = readAgents(input)
  if (isMisuse(named)) return named
  const { place, settings } = findSurroundings(context, false)
  const isLinking = input.command === 'link'
  const remembered = isLinking && settings.agents?.length ? settings.agents : undefined
  const agents = named ?? remembered
  if (agents === undefined) {
    const here = agentsHere(place)
    // Recorded links have agents, found or not.
    return isLinking || here.length > 0 ? refuseAgentless(here) : misuse('missing option --agent', [EVERY])
  }
  // Links are also removed for agents that are gone.
  if (isLinking && agents.includes(EVERY_AGENT) && expandAgents(agents, place).length === 0)
    return refuse(NONE_HERE, [NAME_AGENTS, WHERE_IDS_ARE])
  const isForced = input.pieces.some(({ option }) => option === FORCE.name)
  const canReview = !input.flag('json') && canAsk(context.io)
  const outcome = await runStoreCommand(input, context, {
    run: (writer, options, talk) => {
      const review = canReview ? reviewBy(talk) : undefined
      return choose(writer)(input.argument('NAME'), { ...options, agents, review, force: isForced })
    },
    render: renderLinks,
    compose: (given) => [...composeEach(given), ...suggestForce(given, input)],
    findFailure: (given) => (given.ok ? undefined : { refusal: given }),
  })
  const { ok } = outcome.json as ReturnType<typeof renderLinks>
  return ok ? outcome : { ...outcome, exitCode: 1 }
}

const NONE_HERE = 'No agents were found here.'
const NAME_AGENTS = 'Name agents by their ids, such as --agent claude-code,windsurf.'
const WHERE_IDS_ARE = `All ids: ${docsAddress('guides/agents.md')}`

const EVERY = 'Name agents by their ids, or use --agent all.'

function refuseAgentless(here: readonly Agent[]): CommandOutcome {
  if (here.length === 0) return misuse('missing option --agent', [NONE_HERE, NAME_AGENTS, WHERE_IDS_ARE])
  const found = `Agents found here: ${here.map(({ id }) => id).join(', ')}`
  return misuse('missing option --agent', [found, EVERY])
}

/** Shows what is there, and asks whether the link may replace it. */
function reviewBy(talk: Talk): NonNullable<LinkOptions['review']> {
  return ({ skill, agent, path, state, found }) => {
    const lines = [`${path} for ${titleOf(agent)}: ${describeState(state)}`, `  ${describeOccupant(found)}`]
    return talk.ask({ skill, action: 'link' }, lines, 'Replace it with the link? It is kept, and unlink restores it.')
  }
}

/** The command that replaces the entries that were left. */
function suggestForce(given: StoreOutcome<readonly SkillLinks[]>, input: Input): readonly Line[] {
  const isLeft = (one: LinkOutcome) => one.status === 'left' && isInTheWay(one.state)
  if (input.command !== 'link' || !given.ok || !given.value.some(({ outcomes }) => outcomes.some(isLeft))) return []
  const again = typeAgain(input, { with: ['--force'] })
  return ['', 'To replace these entries (they are kept, and unlink restores them):', ['  ', styled(again, 'cyan')]]
}

function composeEach(given: StoreOutcome<readonly SkillLinks[]>): readonly Line[] {
  if (!given.ok) return []
  return given.value.flatMap((skill) => {
    const lines = composeLinks(skill)
    return [skill.name, ...(lines.length === 0 ? ['  no links to change'] : lines)]
  })
}
