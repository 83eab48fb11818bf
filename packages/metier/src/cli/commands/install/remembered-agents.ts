/** Remembers the agents of the first `install --agent` in the user's configuration. */

import { NO_AGENT } from '../../../agents/agent-ids.js'
import { storeSetting } from '../../../manager/settings/setting-store.js'
import { isRecord } from '../../../skill/unknown-value.js'
import type { CommandOutcome, Context } from '../../arguments/command.js'
import { findSurroundings } from '../../skills/open-skills.js'

/** Adds to a successful outcome which agents are remembered. An earlier decision stays, and `none` is about one call. */
export async function rememberAgents(
  outcome: CommandOutcome,
  agents: readonly string[] | undefined,
  context: Context,
): Promise<CommandOutcome> {
  const ids = [...new Set(agents)].filter((id) => id !== NO_AGENT)
  if (outcome.exitCode !== 0 || ids.length === 0) return outcome
  const { settings } = findSurroundings(context, false)
  if (settings.agents !== undefined || settings.file === undefined) return outcome
  const stored = await storeSetting(settings.file, 'skills.agents', ids)
  const notes = stored.ok
    ? [
        `From now on, new skills are linked for ${ids.join(', ')}. To change that: metier config set skills.agents ID…`,
        'To stop it: metier config unset skills.agents',
      ]
    : [`The choice of agents is not remembered: ${stored.failure.message}`]
  return {
    ...outcome,
    ...(stored.ok && isRecord(outcome.json) && { json: { ...outcome.json, remembered: ids } }),
    notes: [...(outcome.notes ?? []), ...notes],
  }
}
