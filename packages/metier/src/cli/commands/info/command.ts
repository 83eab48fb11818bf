import { describeMissingSkill } from '../../../contracts/skills.js'
import { saveSummary } from '../../../manager/details/saved-summary.js'
import type { Surroundings } from '../../../manager/surroundings.js'
import { directoryOf, fileOf } from '../../../registry/record/skill-record.js'
import { findRegistered } from '../../../registry/registered-skill.js'
import { type Situation, selectSkills, summarise } from '../../../registry/situation.js'
import { callName, findByDirectory, findSkill } from '../../../registry/snapshot.js'
import type { AgentSight } from '../../../store/links/who-sees.js'
import { findRevocation } from '../../../store/standing/kept-standings.js'
import { type Command, STRICT } from '../../arguments/command.js'
import { openRegistry } from '../../skills/open-skills.js'
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
    const opened = await openRegistry(context, input.flag('strict'))
    const { known } = opened
    const name = findName(known.situation(), input.argument('NAME') ?? '')
    const skill = findRegistered(known.situation(), name)
    if (skill === undefined) {
      const { refuseUnknown } = await import('../../arguments/refuse-unknown.js')
      return refuseUnknown({ input, context, opened }, name)
    }
    const details = await findDetails(skill, opened, async () => {
      const { readSkillDetails } = await import('../../../manager/details/skill-details.js')
      return readSkillDetails(skill, name, opened, context.signal)
    })
    const { createSightFinder } = await import('../../../manager/details/sight-finder.js')
    const seenBy = await createSightFinder(opened.place)(skill)
    const isLinkable = details.origin !== undefined || (await isInInstallRoot(skill.root.path, opened, seenBy))
    const revocation = findRevocation(skill.root.path, skill.directory)
    const { snapshot } = known.situation()
    const shadows = snapshot.shadowed
      .filter(({ shadowedBy }) => fileOf(shadowedBy) === skill.path)
      .map(({ record }) => callName(snapshot, record))
    const parts = { name, skill, shadows, details, seenBy, sandbox: opened.settings.sandbox, revocation, isLinkable }
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

/** What was typed, or the path of the skill whose directory has that name: other commands show both names. */
function findName({ snapshot }: Situation, typed: string): string {
  const record = findSkill(snapshot, typed) === undefined ? findByDirectory(snapshot, typed) : undefined
  return record === undefined ? typed : directoryOf(record)
}

/** Skills in such a root can be linked, whether they were installed or not. Only asked if an agent does not see the skill. */
async function isInInstallRoot(root: string, opened: Surroundings, seenBy: readonly AgentSight[]): Promise<boolean> {
  if (seenBy.every(({ sees }) => sees)) return false
  const { findInstallRoot } = await import('../../../manager/store-operations/store-context.js')
  const roots = [false, true].map((isProject) => findInstallRoot(opened, isProject))
  return roots.some((found) => found.ok && found.value.path === root)
}
