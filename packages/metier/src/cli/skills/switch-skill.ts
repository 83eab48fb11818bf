/** The shared part of `enable` and `disable`. */

import { renderSwitch, renderSwitchRefusal } from '../../contracts/decisions.js'
import { SkillDecisions } from '../../manager/skill-decisions.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { answer, type CommandOutcome, type Context, type Input, refuse } from '../arguments/command.js'
import { refuseUnknown } from '../arguments/refuse-unknown.js'
import { type Line, styled } from '../terminal/lines.js'
import { openReader } from './open-skills.js'

type Action = 'enable' | 'disable'

export async function switchSkill(input: Input, context: Context, action: Action): Promise<CommandOutcome> {
  const name = input.argument('NAME') ?? ''
  const opened = await openReader(context, false)
  const { known, settings } = opened
  const wasDisabled = settings.disabled.has(name)
  const outcome = await new SkillDecisions(known)[action](name)
  const afterwards = () => known.close()
  if (outcome.ok) {
    const line = [
      styled(outcome.name, 'bold'),
      ` is ${wasDisabled === (action === 'disable') ? 'already ' : ''}${action}d`,
      styled(` (${settings.file})`, 'dim'),
    ]
    const isWithheld = action === 'enable' && known.situation().withheld.has(outcome.name)
    const approve: Line[] = isWithheld
      ? [['It still needs your approval: ', styled(`metier approve ${quoteForShell(outcome.name)}`, 'cyan')]]
      : []
    return answer(renderSwitch(outcome), () => [line, ...approve], { afterwards })
  }
  const { refusal } = outcome
  if (refusal.code === 'skill_not_found') return refuseUnknown({ input, context, opened }, name)
  const refused = renderSwitchRefusal(refusal)
  const hints = refused.hint === undefined ? [] : [refused.hint]
  const help =
    refusal.code === 'name_qualified' ? [`Use its plain name: metier ${action} ${quoteForShell(refusal.name)}`] : hints
  return { ...refuse(refused.error, ['Nothing was changed.', ...help], refused), afterwards }
}
