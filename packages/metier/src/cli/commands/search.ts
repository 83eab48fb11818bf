import type { SearchAnswer } from '../../manager/search-skills.js'
import { wrapText } from '../../skill/columns.js'
import { answer, type Command, STRICT } from '../command.js'
import { type Line, styled } from '../lines.js'
import { openSkills } from '../open-skills.js'

export const command: Command = {
  name: 'search',
  summary: 'find skills by what they do',
  details: ['Looks at names, descriptions, tags and headings, forgives slips, and says which words matched.'],
  arguments: [{ name: 'QUERY', summary: 'words to look for', isRepeated: true }],
  options: [{ name: 'limit', kind: 'count', value: 'N', default: 10, summary: 'show at most N skills' }, STRICT],
  examples: [
    { line: 'metier search "release notes"', summary: 'skills about release notes, best first' },
    { line: 'metier search pdf --limit 3 --json', summary: 'the three best for a script' },
  ],
  async run(input, context) {
    const opened = await openSkills(context, input.flag('strict'))
    const query = input.rest('QUERY').join(' ')
    const found = opened.skills.search(query, { limit: input.count('limit') ?? 10 })
    const nothing = found.count > 0 ? [] : [`Nothing matches ${query}. Run metier list to see every skill.`]
    return answer(found, (columns) => composeFound(found, columns), {
      notes: [...opened.notes, ...nothing],
      afterwards: () => opened.skills.close(),
    })
  },
}

const READABLE = 100
const DESCRIPTION_LINES = 2

function composeFound({ results }: SearchAnswer, columns: number): readonly Line[] {
  const width = Math.min(columns, READABLE) - 2
  return results.flatMap(({ name, description, path, matched, shadowedBy }, at): Line[] => [
    ...(at === 0 ? [] : ['']),
    [styled(name, 'bold'), styled(matched.length === 0 ? '' : `  matched: ${matched.join(', ')}`, 'dim')],
    ...wrapText(description, width)
      .slice(0, DESCRIPTION_LINES)
      .map((line) => `  ${line}`),
    [styled(`  ${path}`, 'dim')],
    ...(shadowedBy === undefined ? [] : [[styled(`  shadowed by ${shadowedBy}`, 'yellow')]]),
  ])
}
