import { renderList } from '../../../contracts/skills.js'
import { saveSummary } from '../../../manager/details/saved-summary.js'
import { listRefused } from '../../../registry/registry-view.js'
import { type AssessedSkill, type Situation, selectSkills, summarise } from '../../../registry/situation.js'
import { callName } from '../../../registry/snapshot.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import { type Command, type Input, SET, STRICT } from '../../arguments/command.js'
import { NOTHING_YET } from '../../skills/nothing-yet.js'
import { openRegistry } from '../../skills/open-skills.js'
import { type Line, say } from '../../terminal/lines.js'
import { composeList } from './lines.js'

export const command: Command = {
  name: 'list',
  summary: 'List skills and whether they can be used here',
  details: [
    '✓ marks a skill that can be used here, ✗ one that cannot, and - one that is disabled, is shadowed, or waits for you to approve its text (skills.trustProject). Tools can wait for approval in any skill: metier info NAME shows it.',
    '--filter flagged shows skills with a warning or error in SKILL.md, or with findings when they were installed. --filter shadowed shows skills that are hidden by a nearer skill with the same name.',
  ],
  arguments: [],
  options: [
    {
      name: 'eligible',
      kind: 'flag',
      summary: 'Only show skills that can be used here',
      excludes: ['ineligible', 'filter'],
    },
    { name: 'ineligible', kind: 'flag', summary: 'Only show skills that cannot be used here', excludes: ['filter'] },
    {
      name: 'filter',
      kind: 'text',
      values: ['eligible', 'ineligible', 'disabled', 'shadowed', 'flagged'],
      summary: 'Only show these skills',
    },
    {
      name: 'scope',
      kind: 'text',
      values: ['project', 'personal', 'admin'],
      summary: 'Only show skills of this scope',
    },
    {
      name: 'sort',
      kind: 'text',
      values: ['name', 'scope', 'state'],
      summary: 'Sort by this column (default: by precedence)',
    },
    { name: 'tree', kind: 'flag', summary: 'Show skills as a directory tree', excludes: ['verbose'] },
    { name: 'verbose', kind: 'flag', summary: 'Also show the path and requirements of each skill' },
    SET,
    STRICT,
  ],
  examples: [
    { line: 'metier list --eligible', summary: 'List the skills that an agent can use here' },
    { line: 'metier list --root ./skills --verbose', summary: 'List one directory with requirements' },
    { line: 'metier list --filter ineligible --sort name', summary: 'List skills that cannot be used, sorted by name' },
    { line: 'metier list --tree', summary: 'Show the directory tree' },
    { line: 'metier list --json', summary: 'Print it as JSON' },
  ],
  async run(input, context) {
    const opened = await openRegistry(context, input.flag('strict'))
    const situation = opened.known.situation()
    const all = selectSkills(situation)
    const skills = isChosen(input) ? await choose(situation, input) : filterSkills(all, input)
    const isVerbose = input.flag('verbose')
    const { snapshot } = situation
    const isShadowed = input.text('filter') === 'shadowed'
    const called = isShadowed ? ({ record }: AssessedSkill) => callName(snapshot, record) : undefined
    // With a filter, the list does not claim to be complete.
    const hidden = !isShadowed && skills.length === all.length ? snapshot.shadowed.length : 0
    const composeTree = input.flag('tree') ? (await import('./tree.js')).composeSkillTree : undefined
    return {
      exitCode: 0,
      // Text output has no emojis, so they are only read for JSON.
      get json() {
        return renderList(skills, { verbose: isVerbose })
      },
      lines: (columns) => composeList(skills, { columns, callName: called, isVerbose, hidden, composeTree }),
      notes: [...opened.notes, ...advise(skills, all), ...adviseWithheld(skills), ...adviseRefused(situation)],
      afterwards: async () => {
        // `reload` compares with all skills.
        if (context.set === undefined) saveSummary(opened, summarise(all))
        await opened.known.close()
      },
    }
  },
}

/** Whether an option asks for more than the plain list. */
function isChosen(input: Input): boolean {
  const filter = input.text('filter')
  const isPlain = filter === undefined || filter === 'eligible' || filter === 'ineligible'
  return !isPlain || input.text('sort') !== undefined || input.text('scope') !== undefined
}

/** Loaded on demand: most calls ask for the plain list. */
async function choose(situation: Situation, input: Input): Promise<readonly AssessedSkill[]> {
  return (await import('./chosen-skills.js')).chooseSkills(situation, input)
}

function filterSkills(skills: readonly AssessedSkill[], input: Input): readonly AssessedSkill[] {
  if (input.flag('eligible') || input.text('filter') === 'eligible') return skills.filter(({ eligible }) => eligible)
  const isIneligible = input.flag('ineligible') || input.text('filter') === 'ineligible'
  return isIneligible ? skills.filter(({ eligible }) => !eligible) : skills
}

/** Names the command for one skill; the others are approved in the same way. */
function adviseWithheld(skills: readonly AssessedSkill[]): readonly Line[] {
  const [first, ...others] = skills.filter(({ withheld }) => withheld).map(({ record }) => record.name)
  if (first === undefined) return []
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return [say(`Not approved: ${first}${more}. Run 'metier approve ${quoteForShell(first)}' to review and allow it.`)]
}

/** Mentions skills that could not be loaded, so that none is left out silently. */
function adviseRefused({ snapshot }: Situation): readonly Line[] {
  const { length } = listRefused(snapshot)
  if (length === 0) return []
  const what = length === 1 ? '1 skill or directory' : `${length} skills or directories`
  return [say(`${what} could not be loaded. Run 'metier doctor' to see why.`)]
}

function advise(listed: readonly AssessedSkill[], all: readonly AssessedSkill[]): readonly Line[] {
  if (all.length === 0) return NOTHING_YET.map(say)
  return listed.length === 0 ? [say("No skills match. Run 'metier list' to see all skills.")] : []
}
