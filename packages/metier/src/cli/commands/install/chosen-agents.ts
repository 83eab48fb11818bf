/** Decides which agents a new skill is linked for. Asks once, and remembers the answer in the configuration. */

import { storeSetting } from '../../../manager/settings/setting-store.js'
import { agentsHere, placeFor } from '../../../manager/store-operations/agent-surroundings.js'
import { findInstallRoot } from '../../../manager/store-operations/store-context.js'
import { planLinks } from '../../../store/links/plan-links.js'
import type { Context, Input } from '../../arguments/command.js'
import { findSurroundings } from '../../skills/open-skills.js'
import { titleOf } from '../../store/link-lines.js'
import type { StoreTask } from '../../store/store-command.js'
import { askWhether, canAsk } from '../../terminal/ask.js'
import { asideOf, printAside } from '../../terminal/print.js'

/** A task that asks which agents its skills are linked for, once, after the first of them passed the scan. */
export function askingForAgents<Given>(task: StoreTask<Given>, input: Input, context: Context): StoreTask<Given> {
  if (input.flag('json') || !canAsk(context.io)) return task
  let answer: Promise<readonly string[] | undefined> | undefined
  return {
    ...task,
    run: (writer, options, talk) => {
      const chooseAgents = () => {
        talk.pause()
        answer ??= askAgents(input, context)
        return answer
      }
      return task.run(writer, { ...options, chooseAgents }, talk)
    },
  }
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
  const [does, its, sees] =
    ids.length === 1 ? ['does', 'its own directory', 'it sees'] : ['do', 'their own directories', 'they see']
  const question = `${titles} ${does} not read ${root.value.path}. Link this skill and later ones in ${its}, so that ${sees} them?`
  const isAgreed = await askWhether(question, context.io)
  // Without an answer nothing is remembered, and the next installation asks again.
  if (isAgreed === undefined) return undefined
  const chosen = isAgreed ? ids : []
  // If the file cannot be written, the answer counts once.
  const stored = await storeSetting(settings.file, 'skills.agents', chosen)
  const lines = stored.ok
    ? [
        `Remembered in ${settings.file}: skills.agents = ${JSON.stringify(chosen)}`,
        `Link earlier ones with 'metier link'. Forget this answer with 'metier config unset skills.agents'.`,
      ]
    : [stored.failure.message]
  printAside(context.io, lines, asideOf(input))
  return chosen
}
