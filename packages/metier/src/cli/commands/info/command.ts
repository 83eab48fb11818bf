import { describeMissingSkill, renderInfo } from '../../../contracts/skills.js'
import { renderSkill } from '../../../contracts/wave.js'
import { SkillDecisions } from '../../../manager/skill-decisions.js'
import type { RegisteredSkill } from '../../../registry/registered-skill.js'
import { summarise } from '../../../registry/situation.js'
import { answer, type Command, type Context, STRICT } from '../../arguments/command.js'
import { refuseUnknown } from '../../arguments/refuse-unknown.js'
import { type OpenedReader, openReader } from '../../skills/open-skills.js'
import { saveSummary } from '../../skills/saved-summary.js'
import { composeInfo, type InfoParts } from './lines.js'

export const command: Command = {
  name: 'info',
  summary: 'Show details of a skill',
  details: [
    'If a nearer skill has the same name, use the qualified name, such as personal:pdf. metier doctor lists these skills.',
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'Name of the skill',
      completes: 'skills',
      whenMissing: describeMissingSkill('info'),
    },
  ],
  options: [STRICT],
  examples: [
    { line: 'metier info video-frames', summary: 'Show what a skill does, needs and provides' },
    { line: 'metier info pdf --json', summary: 'Print it as JSON' },
  ],
  async run(input, context) {
    const name = input.argument('NAME') ?? ''
    const opened = await openReader(context, input.flag('strict'))
    const { reader, known } = opened
    const skill = reader.find(name)
    if (skill === undefined) return refuseUnknown({ input, context, opened }, name)
    // The contract's JSON does not contain these details.
    const parts = input.flag('json') ? undefined : await gather(skill, name, opened, context)
    return answer(renderInfo(name, skill), (columns) => (parts === undefined ? [] : composeInfo(parts, columns)), {
      notes: opened.notes,
      afterwards: async () => {
        saveSummary(opened, summarise(reader.select()))
        await known.close()
      },
    })
  },
}

async function gather(
  skill: RegisteredSkill,
  name: string,
  { reader, known, settings }: OpenedReader,
  { signal }: Context,
): Promise<InfoParts> {
  const { readSkillDetails } = await import('./skill-details.js')
  const details = await readSkillDetails(skill, settings.suppressions, signal)
  const approval = await findApproval(new SkillDecisions(known), name)
  const loaded = await reader.load(name)
  return { skill, details, approval, errors: loaded === undefined ? [] : renderSkill(loaded).errors }
}

/** Undefined if the skill has nothing to approve. */
async function findApproval(decisions: SkillDecisions, name: string): Promise<InfoParts['approval']> {
  const reviewed = await decisions.review(name)
  if (!reviewed.ok) return undefined
  const { state, powers } = reviewed.value.review
  const brings = [powers.tools, powers.servers, powers.allowedTools].some((list) => list.length > 0)
  return brings ? { state, name } : undefined
}
