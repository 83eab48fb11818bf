import type { RegisteredSkill } from '../../registry/registered-skill.js'
import { answer, type Command, STRICT } from '../arguments/command.js'
import { refuseUnknown } from '../arguments/refuse-unknown.js'
import { helpFor } from '../skills/annotate-fix.js'
import { findRegistered } from '../skills/find-registered.js'
import { openSkills } from '../skills/open-skills.js'
import { saveSummary, toSummary } from '../skills/saved-summary.js'
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
      whenMissing: "skill name required for 'check' action",
    },
  ],
  options: [STRICT],
  examples: [
    { line: 'metier check video-frames', summary: 'what is missing, and the command that provides it' },
    { line: 'metier check pdf --json', summary: 'the same for a script' },
  ],
  async run(input, context) {
    const name = input.argument('NAME') ?? ''
    const opened = await openSkills(context, input.flag('strict'))
    const checked = opened.skills.check(name)
    if ('error' in checked) return refuseUnknown({ input, context, opened }, name, checked)
    const skill = findRegistered(opened.skills, opened.skills.info(name))
    return answer(checked, () => composeCheck(checked as unknown as Checked, skill), {
      notes: opened.notes,
      afterwards: async () => {
        saveSummary(opened, toSummary(opened.skills.list()))
        await opened.skills.close()
      },
    })
  },
}

interface Checked {
  readonly name: string
  readonly eligible: boolean
  readonly reasons: readonly string[]
  readonly fixes: readonly string[]
}

function composeCheck({ name, eligible, reasons }: Checked, skill: RegisteredSkill | undefined): readonly Line[] {
  if (eligible) return [[styled('✓ ', 'green'), styled(name, 'bold'), ' can be used here']]
  const lines: Line[] = [[styled('✗ ', 'red'), styled(name, 'bold'), ' cannot be used here']]
  for (const reason of reasons) lines.push(`  ${reason}`)
  if (skill === undefined) return lines
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
