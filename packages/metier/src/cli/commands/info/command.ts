import type { SkillManager } from '../../../manager/skill-manager.js'
import type { RegisteredSkill } from '../../../registry/registered-skill.js'
import { answer, type Command, type Context, STRICT } from '../../arguments/command.js'
import { refuseUnknown } from '../../arguments/refuse-unknown.js'
import { findRegistered } from '../../skills/find-registered.js'
import { openSkills } from '../../skills/open-skills.js'
import { saveSummary, toSummary } from '../../skills/saved-summary.js'
import { composeInfo, type InfoParts } from './lines.js'
import type { SkillDetails } from './skill-details.js'

export const command: Command = {
  name: 'info',
  summary: 'show everything about one skill',
  details: [
    'A skill that lost its name to a nearer one is reached by its qualified name, such as personal:pdf; doctor shows them.',
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'the skill',
      completes: 'skills',
      whenMissing: "skill name required for 'info' action",
    },
  ],
  options: [STRICT],
  examples: [
    { line: 'metier info video-frames', summary: 'what it is, where it came from, what it needs and brings' },
    { line: 'metier info pdf --json', summary: 'the same for a script' },
  ],
  async run(input, context) {
    const name = input.argument('NAME') ?? ''
    const opened = await openSkills(context, input.flag('strict'))
    const known = opened.skills.info(name)
    if ('error' in known) return refuseUnknown({ input, context, opened }, name, known)
    const skill = findRegistered(opened.skills, known)
    const loaded = await opened.skills.loadSkill(name)
    // A script gets the contract's answer, which takes none of this.
    const details = input.flag('json') || skill === undefined ? undefined : await look(skill, context)
    const approval = details && (await findApproval(opened.skills, name))
    const parts = { known, skill, details, approval, errors: loaded?.errors ?? [] }
    return answer(known, (columns) => composeInfo(parts, columns), {
      notes: opened.notes,
      afterwards: async () => {
        saveSummary(opened, toSummary(opened.skills.list()))
        await opened.skills.close()
      },
    })
  },
}

/** Only what has no effect before it is approved is worth a word about that. */
async function findApproval(skills: SkillManager, name: string): Promise<InfoParts['approval']> {
  const { state, tools, servers, allowedTools } = await skills.approve(name, { review: true })
  const brings = [tools, servers, allowedTools].some((list) => Array.isArray(list) && list.length > 0)
  return brings ? { state: String(state), name } : undefined
}

async function look(skill: RegisteredSkill, context: Context): Promise<SkillDetails> {
  const { readSkillDetails } = await import('./skill-details.js')
  const { readSuppressions } = await import('../audit/read-suppressions.js')
  return readSkillDetails(skill, readSuppressions(context), context.signal)
}
