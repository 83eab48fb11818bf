import { join } from 'node:path'
import { describeMissingSkill } from '../../../contracts/skills.js'
import type { ResolvedOptions } from '../../../manager/options.js'
import { findRegistered } from '../../../registry/registered-skill.js'
import { selectSkills, summarise } from '../../../registry/situation.js'
import { type Command, STRICT } from '../../arguments/command.js'
import { openRegistry } from '../../skills/open-skills.js'
import { saveSummary } from '../../skills/saved-summary.js'
import { composeDocument } from './document.js'
import { findDetails } from './fast/kept-details.js'
import { composeInfo } from './lines.js'

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
    const opened = await openRegistry(context, input.flag('strict'))
    const { known } = opened
    const skill = findRegistered(known.situation(), name)
    if (skill === undefined) {
      const { refuseUnknown } = await import('../../arguments/refuse-unknown.js')
      return refuseUnknown({ input, context, opened }, name)
    }
    const details = await findDetails(skill, opened, async () => {
      const { readSkillDetails } = await import('./skill-details.js')
      return readSkillDetails(skill, name, opened, context.signal)
    })
    const { createSightFinder } = await import('../../skills/skill-sights.js')
    const seenBy = await createSightFinder(opened.place)(skill)
    const isLinkable = details.origin !== undefined || isInstallRoot(skill.root.path, opened.place)
    const parts = { name, skill, details, seenBy, sandbox: opened.settings.sandbox, isLinkable }
    return {
      exitCode: 0,
      get json() {
        return composeDocument(parts)
      },
      lines: (columns) => composeInfo(parts, columns),
      notes: opened.notes,
      afterwards: async () => {
        saveSummary(opened, summarise(selectSkills(known.situation())))
        await known.close()
      },
    }
  },
}

/** Skills in it can be linked, whether they were installed or not. */
function isInstallRoot(root: string, { workdir, home }: Pick<ResolvedOptions, 'workdir' | 'home'>): boolean {
  return [workdir, home].some((above) => above !== undefined && root === join(above, '.agents', 'skills'))
}
