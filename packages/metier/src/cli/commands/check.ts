import { describeMissingSkill, renderCheck } from '../../contracts/skills.js'
import type { RegisteredSkill } from '../../registry/registered-skill.js'
import { summarise } from '../../registry/situation.js'
import { answer, type Command, STRICT } from '../arguments/command.js'
import { refuseUnknown } from '../arguments/refuse-unknown.js'
import { helpFor } from '../skills/annotate-fix.js'
import { openReader } from '../skills/open-skills.js'
import { saveSummary } from '../skills/saved-summary.js'
import { type Line, styled } from '../terminal/lines.js'

export const command: Command = {
  name: 'check',
  summary: 'say why a skill cannot be used, and what would help',
  details: [
    'The fixes are commands to copy; Metier runs none of them. Those that this machine has the package manager for come first.',
    'That a skill cannot be used is an answer like any other and ends with 0; a script reads eligible of --json.',
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'the skill',
      completes: 'skills',
      whenMissing: describeMissingSkill('check'),
    },
  ],
  options: [STRICT],
  examples: [
    { line: 'metier check video-frames', summary: 'what is missing, and the command that provides it' },
    { line: 'metier check pdf --json', summary: 'the same for a script' },
  ],
  async run(input, context) {
    const name = input.argument('NAME') ?? ''
    const opened = await openReader(context, input.flag('strict'))
    const skill = opened.reader.find(name)
    if (skill === undefined) return refuseUnknown({ input, context, opened }, name)
    return answer(renderCheck(name, skill), () => composeCheck(skill), {
      notes: opened.notes,
      afterwards: async () => {
        saveSummary(opened, summarise(opened.reader.select()))
        await opened.known.close()
      },
    })
  },
}

function composeCheck(skill: RegisteredSkill): readonly Line[] {
  const { name, eligible, reasons } = skill
  if (eligible) return [[styled('✓ ', 'green'), styled(name, 'bold'), ' can be used here']]
  const lines: Line[] = [[styled('✗ ', 'red'), styled(name, 'bold'), ' cannot be used here']]
  for (const reason of reasons) lines.push(`  ${reason}`)
  const commands = helpFor(skill)
  if (commands.length > 0) lines.push('', 'This may help:')
  for (const line of commands) lines.push([styled(`  ${line}`, 'cyan')])
  // Nothing that is fetched by hand is a command, but its user should know of it.
  const downloads =
    skill.missing.os.length > 0 ? [] : skill.install.filter(({ kind, url }) => kind === 'download' && url)
  if (downloads.length > 0) lines.push('', 'The skill says that it can be downloaded from:')
  lines.push(...downloads.map(({ url }) => `  ${url}`))
  return lines
}
