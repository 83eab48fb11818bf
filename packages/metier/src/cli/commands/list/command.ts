import { renderList } from '../../../contracts/skills.js'
import { listRefused } from '../../../registry/registry-view.js'
import { type AssessedSkill, type Situation, selectSkills, summarise } from '../../../registry/situation.js'
import { type Command, type Input, STRICT } from '../../arguments/command.js'
import { openRegistry } from '../../skills/open-skills.js'
import { saveSummary } from '../../skills/saved-summary.js'
import { composeList } from './lines.js'

export const command: Command = {
  name: 'list',
  summary: 'show the skills and which can be used here',
  details: [
    'A tick marks a skill that can be used here, a cross one that cannot, and a dash one that is switched off.',
    '--filter flagged shows the skills whose main file has a warning or an error, and those that the scan had something against when they were installed; --filter shadowed those that lost their name to a nearer skill.',
  ],
  arguments: [],
  options: [
    {
      name: 'eligible',
      kind: 'flag',
      summary: 'only skills that can be used here',
      excludes: ['ineligible', 'filter'],
    },
    { name: 'ineligible', kind: 'flag', summary: 'only skills that cannot be used here', excludes: ['filter'] },
    {
      name: 'filter',
      kind: 'text',
      values: ['eligible', 'ineligible', 'disabled', 'shadowed', 'flagged'],
      summary: 'only these skills',
    },
    { name: 'scope', kind: 'text', values: ['project', 'personal'], summary: 'only skills of this scope' },
    {
      name: 'sort',
      kind: 'text',
      values: ['name', 'scope', 'state'],
      summary: 'in this order, not in that of precedence',
    },
    { name: 'tree', kind: 'flag', summary: 'as the folders that the skills lie in', excludes: ['verbose'] },
    { name: 'verbose', kind: 'flag', summary: 'also show where each skill lies and what it requires' },
    STRICT,
  ],
  examples: [
    { line: 'metier list --eligible', summary: 'what an agent started here can use' },
    { line: 'metier list --root ./skills --verbose', summary: 'the skills of one folder, with their requirements' },
    { line: 'metier list --filter ineligible --sort name', summary: 'what cannot be used here, by name' },
    { line: 'metier list --tree', summary: 'the folders that they lie in' },
    { line: 'metier list --json', summary: 'the same for a script' },
  ],
  async run(input, context) {
    const opened = await openRegistry(context, input.flag('strict'))
    const situation = opened.known.situation()
    const all = selectSkills(situation)
    const skills = isChosen(input) ? await choose(situation, input) : filterSkills(all, input)
    const isVerbose = input.flag('verbose')
    const isShadowed = input.text('filter') === 'shadowed'
    const composeTree = input.flag('tree') ? (await import('./tree.js')).composeSkillTree : undefined
    return {
      exitCode: 0,
      // A person is shown no emojis, and does not wait for them.
      get json() {
        return renderList(skills, { verbose: isVerbose })
      },
      lines: (columns) => composeList(skills, { columns, isShadowed, isVerbose, composeTree }),
      notes: [...opened.notes, ...advise(skills, all), ...adviseRefused(situation)],
      afterwards: async () => {
        saveSummary(opened, summarise(all))
        await opened.known.close()
      },
    }
  },
}

/** Whether the command asks for something that the plain list does not know. */
function isChosen(input: Input): boolean {
  const filter = input.text('filter')
  const isPlain = filter === undefined || filter === 'eligible' || filter === 'ineligible'
  return !isPlain || input.text('sort') !== undefined || input.text('scope') !== undefined
}

/** Loaded only if it is asked for: most people ask for the plain list. */
async function choose(situation: Situation, input: Input): Promise<readonly AssessedSkill[]> {
  return (await import('./chosen-skills.js')).chooseSkills(situation, input)
}

function filterSkills(skills: readonly AssessedSkill[], input: Input): readonly AssessedSkill[] {
  if (input.flag('eligible') || input.text('filter') === 'eligible') return skills.filter(({ eligible }) => eligible)
  const isIneligible = input.flag('ineligible') || input.text('filter') === 'ineligible'
  return isIneligible ? skills.filter(({ eligible }) => !eligible) : skills
}

/** Nothing is left out silently; why, doctor says. */
function adviseRefused({ snapshot }: Situation): readonly string[] {
  const { length } = listRefused(snapshot)
  if (length === 0) return []
  const what = length === 1 ? 'One skill or folder' : `${length} skills or folders`
  return [`${what} could not be loaded. Run metier doctor to see why.`]
}

function advise(listed: readonly AssessedSkill[], all: readonly AssessedSkill[]): readonly string[] {
  if (all.length === 0) return ['No skills were found. Run metier doctor to see where was looked.']
  return listed.length === 0 ? ['None of the skills is of that kind. Run metier list to see every skill.'] : []
}
