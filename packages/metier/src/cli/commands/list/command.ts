import type { ListAnswer } from '../../../manager/answers.js'
import type { SkillKeeper } from '../../../manager/skill-keeper.js'
import { type Command, type Input, STRICT } from '../../arguments/command.js'
import { type OpenedSkills, openList } from '../../skills/open-skills.js'
import { saveSummary, toSummary } from '../../skills/saved-summary.js'
import type { Line } from '../../terminal/lines.js'
import { composeCounts, composeSkillTable, type ListedRow, rowsOf, withDetails } from './lines.js'

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
    const opened = await openList(context, input.flag('strict'))
    const chosen = isChosen(input) ? await choose(opened, input) : undefined
    const filter = plainFilter(input)
    const list = (brief: boolean) =>
      chosen?.listed ?? opened.skills.list({ filter, verbose: input.flag('verbose'), brief })
    const listed = list(true)
    const isWhole = chosen === undefined && filter === 'all'
    const all = isWhole ? listed : opened.skills.list({ brief: true })
    const compose = (columns: number): readonly Line[] => {
      if (listed.count === 0) return []
      const rows = chosen?.rows ?? rowsOf(opened, listed)
      const table = chosen?.tree?.(columns) ?? composeSkillTable(rows, columns)
      const body = input.flag('verbose') ? withDetails(table, listed.skills) : table
      return [...body, '', ...composeCounts(rows, input.text('filter') === 'shadowed')]
    }
    const notes = [...opened.notes, ...advise(listed, all), ...adviseRefused(opened)]
    const afterwards = async () => {
      saveSummary(opened, toSummary(all))
      await opened.skills.close()
    }
    return {
      exitCode: 0,
      // A person is shown no emojis, and is not kept waiting for them.
      get json() {
        return list(false)
      },
      lines: compose,
      notes,
      afterwards,
    }
  },
}

type Opened = OpenedSkills<SkillKeeper>

interface Chosen {
  readonly listed: ListAnswer
  readonly rows: readonly ListedRow[]
  readonly tree: ((columns: number) => readonly Line[]) | undefined
}

/** Loaded only where it is asked for: most people ask for the plain list. */
async function choose(opened: Opened, input: Input): Promise<Chosen> {
  const [{ chooseSkills, toListItem, toListedRow }, { composeSkillTree }] = await Promise.all([
    import('./chosen-skills.js'),
    import('./tree.js'),
  ])
  const skills = await chooseSkills(opened, input)
  const items = skills.map((skill) => toListItem(skill, input.flag('verbose')))
  return {
    listed: { count: items.length, skills: items },
    rows: skills.map(toListedRow),
    tree: input.flag('tree') ? (columns) => composeSkillTree(skills, columns) : undefined,
  }
}

/** Whether somebody asked for something that the plain list does not know. */
function isChosen(input: Input): boolean {
  const filter = input.text('filter')
  const isPlain = filter === undefined || filter === 'eligible' || filter === 'ineligible'
  return !isPlain || input.flag('tree') || input.text('sort') !== undefined || input.text('scope') !== undefined
}

function plainFilter(input: Input): 'all' | 'eligible' | 'ineligible' {
  if (input.flag('eligible') || input.text('filter') === 'eligible') return 'eligible'
  return input.flag('ineligible') || input.text('filter') === 'ineligible' ? 'ineligible' : 'all'
}

/** Nothing is left out silently; why, doctor says. */
function adviseRefused({ skills }: Opened): readonly string[] {
  const { length } = skills.registry.refused
  if (length === 0) return []
  const what = length === 1 ? 'One skill or folder' : `${length} skills or folders`
  return [`${what} could not be loaded. Run metier doctor to see why.`]
}

function advise(listed: ListAnswer, all: ListAnswer): readonly string[] {
  if (all.count === 0) return ['No skills were found. Run metier doctor to see where was looked.']
  return listed.count === 0 ? ['None of the skills is of that kind. Run metier list to see every skill.'] : []
}
