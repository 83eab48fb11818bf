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
  summary: 'show everything about one skill',
  details: [
    'A skill that lost its name to a nearer one is reached by its qualified name, such as personal:pdf; doctor shows them.',
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'the skill',
      completes: 'skills',
      whenMissing: describeMissingSkill('info'),
    },
  ],
  options: [STRICT],
  examples: [
    { line: 'metier info video-frames', summary: 'what it is, where it came from, what it needs and brings' },
    { line: 'metier info pdf --json', summary: 'the same for a script' },
  ],
  async run(input, context) {
    const name = input.argument('NAME') ?? ''
    const opened = await openReader(context, input.flag('strict'))
    const { reader, known } = opened
    const skill = reader.find(name)
    if (skill === undefined) return refuseUnknown({ input, context, opened }, name)
    // A script gets the contract's answer, which takes none of this.
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

/** Only what has no effect before it is approved is worth a word about that. */
async function findApproval(decisions: SkillDecisions, name: string): Promise<InfoParts['approval']> {
  const reviewed = await decisions.review(name)
  if (!reviewed.ok) return undefined
  const { state, powers } = reviewed.value.review
  const brings = [powers.tools, powers.servers, powers.allowedTools].some((list) => list.length > 0)
  return brings ? { state, name } : undefined
}
