import type { ListAnswer, ListOptions } from '../../manager/answers.js'
import { answer, type Command, type Input, STRICT } from '../command.js'
import { type Line, styled } from '../lines.js'
import { type OpenedSkills, openSkills } from '../open-skills.js'
import { saveSummary, toSummary } from '../saved-summary.js'
import { type Cell, composeTable } from '../table.js'

export const command: Command = {
  name: 'list',
  summary: 'show the skills and which can be used here',
  details: [
    'A tick marks a skill that can be used here, a cross one that cannot, and a dash one that is switched off.',
  ],
  arguments: [],
  options: [
    { name: 'eligible', kind: 'flag', summary: 'only skills that can be used here', excludes: ['ineligible'] },
    { name: 'ineligible', kind: 'flag', summary: 'only skills that cannot be used here', excludes: ['eligible'] },
    { name: 'verbose', kind: 'flag', summary: 'also show where each skill lies and what it requires' },
    STRICT,
  ],
  examples: [
    { line: 'metier list --eligible', summary: 'what an agent started here can use' },
    { line: 'metier list --root ./skills --verbose', summary: 'the skills of one folder, with their requirements' },
    { line: 'metier list --json', summary: 'the same for a script' },
  ],
  async run(input, context) {
    const opened = await openSkills(context, input.flag('strict'))
    const verbose = input.flag('verbose')
    const filter = filterOf(input)
    const listed = opened.skills.list({ filter, verbose })
    const all = filter === 'all' ? listed : opened.skills.list()
    const advice = all.count > 0 ? [] : ['No skills were found. Run metier doctor to see where was looked.']
    return answer(listed, (columns) => composeList(opened, listed, verbose, columns), {
      notes: [...opened.notes, ...advice],
      afterwards: async () => {
        saveSummary(opened, toSummary(all))
        await opened.skills.close()
      },
    })
  },
}

function filterOf(input: Input): NonNullable<ListOptions['filter']> {
  if (input.flag('eligible')) return 'eligible'
  return input.flag('ineligible') ? 'ineligible' : 'all'
}

function composeList(opened: OpenedSkills, listed: ListAnswer, isVerbose: boolean, columns: number): readonly Line[] {
  if (listed.count === 0) return []
  const { skills } = opened
  const scopes = new Map(skills.getSkills().map(({ name, type }) => [name, type as string]))
  const head: readonly Cell[] = ['NAME', '', 'SCOPE', 'DESCRIPTION'].map((text) => ({ text, style: 'dim' }))
  const rows = listed.skills.map(({ name, eligible, description }): readonly Cell[] => {
    const scope = scopes.get(String(name))
    return [
      { text: String(name), style: 'bold' },
      markOf(eligible === true, scope === undefined),
      { text: scope ?? skills.registry.disabled.get(String(name))?.scope ?? '', style: 'dim' },
      { text: String(description) },
    ]
  })
  const table = composeTable([head, ...rows], columns)
  const lines = isVerbose ? withDetails(table, listed) : table
  return [...lines, '', countSkills(listed, scopes)]
}

function markOf(isEligible: boolean, isDisabled: boolean): Cell {
  if (isDisabled) return { text: '-', style: 'dim' }
  return isEligible ? { text: '✓', style: 'green' } : { text: '✗', style: 'red' }
}

function countSkills({ count, skills }: ListAnswer, scopes: ReadonlyMap<string, string>): string {
  const eligible = skills.filter((skill) => skill.eligible).length
  const disabled = skills.filter(({ name }) => !scopes.has(String(name))).length
  const parts = [`${eligible} eligible`, `${count - eligible - disabled} ineligible`]
  if (disabled > 0) parts.push(`${disabled} disabled`)
  return `${count} ${count === 1 ? 'skill' : 'skills'}: ${parts.join(', ')}`
}

/** The table's first line is its head; below each other line stands what `--verbose` adds. */
function withDetails(table: readonly Line[], { skills }: ListAnswer): readonly Line[] {
  return table.flatMap((line, at) => {
    const skill = skills[at - 1]
    if (skill === undefined) return [line]
    const needs = Object.entries(skill.requires as Readonly<Record<string, readonly string[]>>)
      .filter(([, names]) => names.length > 0)
      .map(([kind, names]) => `${kind}: ${names.join(', ')}`)
    const requires: readonly Line[] = needs.length === 0 ? [] : [[styled(`    requires ${needs.join('; ')}`, 'dim')]]
    return [line, [styled(`    ${skill.path}`, 'dim')], ...requires]
  })
}
