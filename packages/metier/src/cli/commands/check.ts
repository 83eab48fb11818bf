import type { NeedsObject } from '../../eligibility/assess.js'
import { helpFor } from '../annotate-fix.js'
import { answer, type Command, STRICT } from '../command.js'
import { type Line, styled } from '../lines.js'
import { openSkills, refuseUnknown } from '../open-skills.js'
import { saveSummary, toSummary } from '../saved-summary.js'

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
    const { missing, install } = opened.skills.info(name) as unknown as Needs
    return answer(checked, () => composeCheck(checked as unknown as Checked, { missing, install }), {
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

interface Needs {
  readonly missing: NeedsObject
  readonly install: readonly { readonly kind: string; readonly url?: string }[]
}

function composeCheck({ name, eligible, reasons, fixes }: Checked, { missing, install }: Needs): readonly Line[] {
  if (eligible) return [[styled('✓ ', 'green'), styled(name, 'bold'), ' can be used here']]
  const lines: Line[] = [[styled('✗ ', 'red'), styled(name, 'bold'), ' cannot be used here']]
  for (const reason of reasons) lines.push(`  ${reason}`)
  const commands = helpFor(fixes, missing)
  if (commands.length > 0) lines.push('', 'This may help:')
  for (const line of commands) lines.push([styled(`  ${line}`, 'cyan')])
  // Nothing that is fetched by hand is a command, but its user should know of it.
  const downloads =
    missing.os.length > 0 ? [] : install.flatMap(({ kind, url }) => (kind === 'download' && url ? [url] : []))
  if (downloads.length > 0)
    lines.push('', 'The skill says that it can be downloaded from:', ...downloads.map((url) => `  ${url}`))
  return lines
}
