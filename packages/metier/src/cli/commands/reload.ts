import { type ReloadResult, renderReload } from '../../contracts/skills.js'
import { readSummary, saveSummary } from '../../manager/details/saved-summary.js'
import { summarise } from '../../registry/situation.js'
import { answer, type Command, STRICT } from '../arguments/command.js'
import { openReader } from '../skills/open-skills.js'
import { type Line, styled } from '../terminal/lines.js'

export const command: Command = {
  name: 'reload',
  summary: 'Scan all skills again and report what changed',
  details: [
    'Compares with the last list, info, check or reload of the same roots. Run it after you install a program to see which skills can be used now.',
  ],
  arguments: [],
  options: [STRICT],
  examples: [
    { line: 'metier reload', summary: 'Show which skills can be used now' },
    { line: 'metier reload --json', summary: 'Print it as JSON' },
  ],
  async run(input, context) {
    const opened = await openReader(context, input.flag('strict'))
    const current = summarise(opened.reader.select())
    const before = readSummary(opened)
    const reloaded = renderReload(before ?? current, current)
    return answer(reloaded, () => composeReload(reloaded, before === undefined), {
      notes: opened.notes,
      afterwards: async () => {
        saveSummary(opened, current)
        await opened.known.close()
      },
    })
  },
}

function composeReload({ previous, current, changes }: ReloadResult, isFirst: boolean): readonly Line[] {
  const lines: Line[] = changes.map(({ skill, was, now }) => [
    styled(now === 'eligible' ? '✓ ' : '✗ ', now === 'eligible' ? 'green' : 'red'),
    styled(skill, 'bold'),
    ` was ${was}, is ${now}`,
  ])
  if (isFirst) lines.push('Nothing to compare with: this is the first scan of these roots.')
  else if (lines.length === 0) lines.push('Nothing changed.')
  const before = changes.length === 0 ? '' : ` (before: ${previous.eligible} of ${previous.total})`
  return [...lines, '', `${current.eligible} of ${current.total} skills can be used${before}`]
}
