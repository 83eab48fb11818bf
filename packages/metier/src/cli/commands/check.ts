import { answer, type Command, STRICT } from '../command.js'
import { type Line, styled } from '../lines.js'
import { openSkills, refuseUnknown } from '../open-skills.js'
import { saveSummary, summariseSkills } from '../saved-summary.js'

export const command: Command = {
  name: 'check',
  summary: 'say why a skill cannot be used, and what would help',
  details: [
    'The fixes are commands to copy; Metier runs none of them. Those that this machine has the package manager for come first.',
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
    if ('error' in checked) return refuseUnknown(opened, name, checked)
    return answer(checked, () => composeCheck(checked as unknown as Checked), {
      notes: opened.notes,
      afterwards: async () => {
        saveSummary(opened, summariseSkills(opened.skills))
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

function composeCheck({ name, eligible, reasons, fixes }: Checked): readonly Line[] {
  if (eligible) return [[styled('✓ ', 'green'), styled(name, 'bold'), ' can be used here']]
  const lines: Line[] = [[styled('✗ ', 'red'), styled(name, 'bold'), ' cannot be used here']]
  for (const reason of reasons) lines.push(`  ${reason}`)
  if (fixes.length === 0) return lines
  lines.push('', fixes.length === 1 ? 'This would help:' : 'Any of these may help:')
  for (const fix of fixes) lines.push([styled(`  ${fix}`, 'cyan')])
  return lines
}
