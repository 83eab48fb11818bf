/** What `enable` and `disable` share. */

import { quoteForShell } from '../../skill/text/shell-quote.js'
import { answer, type CommandOutcome, type Context, type Input, refuse } from '../arguments/command.js'
import { refuseUnknown } from '../arguments/refuse-unknown.js'
import { styled } from '../terminal/lines.js'
import { openSkills } from './open-skills.js'

export async function switchSkill(
  input: Input,
  context: Context,
  action: 'enable' | 'disable',
): Promise<CommandOutcome> {
  const name = input.argument('NAME') ?? ''
  const opened = await openSkills(context, false)
  const { skills, settings } = opened
  const checked = skills.check(name)
  if ('error' in checked) return refuseUnknown({ input, context, opened }, name, checked)
  const switched = await skills[action](name)
  const afterwards = () => skills.close()
  if ('error' in switched) {
    const copies = checked.name === name ? [] : [`Run metier ${action} ${quoteForShell(String(checked.name))}`]
    const help = typeof switched.hint === 'string' ? [switched.hint] : copies
    return { ...refuse(String(switched.error), ['Nothing was changed.', ...help], switched), afterwards }
  }
  const state = 'enabled' in switched ? 'enabled' : 'disabled'
  const line = [styled(String(switched.name), 'bold'), ` is ${state}`, styled(` (${settings.file})`, 'dim')]
  return answer(switched, () => [line], { afterwards })
}
