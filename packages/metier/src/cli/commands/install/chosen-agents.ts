/** Decides which agents a new skill is linked for. Asks once, and remembers the answer in the configuration. */

import { storeSetting } from '../../../manager/settings/setting-store.js'
import { agentsHere, placeFor } from '../../../manager/store-operations/agent-surroundings.js'
import { findInstallRoot } from '../../../manager/store-operations/store-context.js'
import { planLinks } from '../../../store/links/plan-links.js'
import { isMisuse, readAgents } from '../../arguments/agent-option.js'
import type { CommandOutcome, Context, Input } from '../../arguments/command.js'
import { findSurroundings } from '../../skills/open-skills.js'
import { titleOf } from '../../store/link-lines.js'
import { askYesNo, canAsk } from '../../terminal/ask.js'

/** The ids of agents, undefined to use the configuration, or what is wrong with `--agent`. */
export async function chooseAgents(
  input: Input,
  context: Context,
): Promise<readonly string[] | undefined | CommandOutcome> {
  const named = readAgents(input)
  if (isMisuse(named) || named !== undefined) return named
  return input.flag('json') || !canAsk(context.io) ? undefined : askAgents(input, context)
}

async function askAgents(input: Input, context: Context): Promise<readonly string[] | undefined> {
  const surroundings = findSurroundings(context, false)
  const { settings, place } = surroundings
  const root = findInstallRoot(surroundings, input.flag('project'))
  const agents = root.ok ? placeFor(place, root.value) : undefined
  if (settings.agents !== undefined || settings.file === undefined || !root.ok || agents === undefined) return undefined
  const here = agentsHere(place).map(({ id }) => id)
  const ids = (await planLinks(root.value.path, agents, here)).links.map(({ agent }) => agent)
  if (ids.length === 0) return undefined
  const titles = ids.map(titleOf).join(', ')
  const question = `${titles} ${ids.length === 1 ? 'does' : 'do'} not read ${root.value.path}. Link installed skills there from now on?`
  const isAgreed = await askYesNo(question, context.io)
  // If the file cannot be written, the answer counts once.
  const stored = await storeSetting(settings.file, 'skills.agents', isAgreed ? ids : [])
  const how = stored.ok
    ? "Change it with 'metier config set skills.agents claude-code', or the ids of other agents."
    : stored.failure.message
  context.io.stderr.write(`${how}\n`)
  return isAgreed ? ids : []
}
