/** What `enable` and `disable` share. */

import type { Answer } from '../manager/answers.js'
import type { SkillManager } from '../manager/skill-manager.js'
import { answer, type Context, type Outcome, refuse } from './command.js'
import { styled } from './lines.js'
import { openSkills, refuseUnknown } from './open-skills.js'

type Switch = (skills: SkillManager, name: string) => Promise<Answer>

export async function switchSkill(name: string, context: Context, turn: Switch): Promise<Outcome> {
  const opened = await openSkills(context, false)
  const { skills, settings } = opened
  const checked = skills.check(name)
  if ('error' in checked) return refuseUnknown(opened, name, checked)
  const switched = await turn(skills, name)
  const afterwards = () => skills.close()
  if ('error' in switched) {
    const help = typeof switched.hint === 'string' ? [switched.hint] : []
    return { ...refuse(String(switched.error), ['Nothing was changed.', ...help], switched), afterwards }
  }
  const state = 'enabled' in switched ? 'enabled' : 'disabled'
  const line = [styled(String(switched.name), 'bold'), ` is ${state}`, styled(` (${settings.file})`, 'dim')]
  return answer(switched, () => [line], { afterwards })
}
