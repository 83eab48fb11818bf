import { basename } from 'node:path'
import { describeMissingSkill, renderCheck } from '../../contracts/skills.js'
import { saveSummary } from '../../manager/details/saved-summary.js'
import { findApproval, type SkillDetails } from '../../manager/details/skill-details.js'
import { SkillDecisions } from '../../manager/skill-decisions.js'
import type { RegisteredSkill } from '../../registry/registered-skill.js'
import { type Situation, summarise } from '../../registry/situation.js'
import { diagnosticsOf, findByFile } from '../../registry/snapshot.js'
import type { Diagnostic } from '../../skill/diagnostic.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { captureEnvironment } from '../../system/environment.js'
import { explainAbsent, reviewTools } from '../../system/skill-files/review-tools.js'
import { answer, type Command, STRICT } from '../arguments/command.js'
import { refuseUnknown } from '../arguments/refuse-unknown.js'
import { helpFor } from '../skills/annotate-fix.js'
import { composeNearest } from '../skills/nearest-skill.js'
import { openReader } from '../skills/open-skills.js'
import { composeAbsent, composeMistakes } from '../skills/tool-mistakes.js'
import { type Line, styled } from '../terminal/lines.js'
import { counted } from './validate/lines.js'

export const command: Command = {
  name: 'check',
  summary: 'Explain why a skill cannot be used and how to fix it',
  details: [
    'Prints commands that would fix the problem; Metier does not run them. Commands for package managers that are installed on this machine come first.',
    'Exits with 0 even if the skill cannot be used. In scripts, use the "eligible" field of --json. The JSON has no guesses and no commands for variables; metier info NAME --json has them, as "suggestedFixes".',
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'Name of the skill',
      completes: 'skills',
      whenMissing: describeMissingSkill('check'),
    },
  ],
  options: [STRICT],
  examples: [
    { line: 'metier check video-frames', summary: 'Show what is missing and how to install it' },
    { line: 'metier check pdf --json', summary: 'Print it as JSON' },
  ],
  async run(input, context) {
    const name = input.argument('NAME') ?? ''
    const opened = await openReader(context, input.flag('strict'))
    const skill = opened.reader.find(name)
    if (skill === undefined) return refuseUnknown({ input, context, opened }, name)
    const review = await reviewTools(skill.skillPath)
    const absent = skill.eligible ? explainAbsent(review, captureEnvironment().hasBinary) : []
    const brings = skill.eligible && review.tools !== undefined
    const approval = brings ? await findApproval(new SkillDecisions(opened.known), name) : undefined
    const oddities = findOddities(opened.known.situation(), skill)
    return answer(
      renderCheck(name, skill),
      () => [
        ...composeCheck(skill),
        ...composeOddities(oddities, skill),
        ...composeMistakes(review.diagnostics),
        ...composeAbsent(absent),
        ...composeApproval(approval, skill),
        ...composeNearest(opened.reader.nearest(name)),
      ],
      {
        notes: opened.notes,
        afterwards: async () => {
          saveSummary(opened, summarise(opened.reader.select()))
          await opened.known.close()
        },
      },
    )
  },
}

/** What is wrong with its SKILL.md. It can be used, but its name and description may be guesses. */
function findOddities({ snapshot }: Situation, { path }: RegisteredSkill): readonly Diagnostic[] {
  const record = findByFile(snapshot, path)
  return record === undefined ? [] : diagnosticsOf(record).filter(({ severity }) => severity !== 'notice')
}

/** The skill can be used as text, but its tools have no effect. */
function composeApproval(approval: SkillDetails['approval'], { name }: RegisteredSkill): readonly Line[] {
  if (approval === undefined || approval === 'approved') return []
  const why = approval === 'lapsed' ? 'Its files changed since you approved its tools' : 'Its tools need your approval'
  return [[styled('  warning: ', 'yellow'), `${why}:`], [styled(`  metier approve ${quoteForShell(name)}`, 'cyan')]]
}

const MOST_ODDITIES = 5

function composeOddities(oddities: readonly Diagnostic[], { path, skillPath }: RegisteredSkill): readonly Line[] {
  if (oddities.length === 0) return []
  const left = oddities.length - MOST_ODDITIES
  return [
    [styled('  warning: ', 'yellow'), `Its ${basename(path)} has ${counted(oddities.length, 'problem')}:`],
    ...oddities
      .slice(0, MOST_ODDITIES)
      .map(({ line, column, message }) => `  ${basename(path)}:${line}:${column} ${message}`),
    ...(left > 0 ? [`  … and ${left} more`] : []),
    [styled(`  metier validate ${quoteForShell(skillPath)}`, 'cyan')],
  ]
}

function composeCheck(skill: RegisteredSkill): readonly Line[] {
  const { name, eligible, reasons } = skill
  if (eligible) return [[styled('✓ ', 'green'), styled(name, 'bold'), ' can be used here']]
  const lines: Line[] = [[styled('✗ ', 'red'), styled(name, 'bold'), ' cannot be used here']]
  for (const reason of reasons) lines.push(`  ${reason}`)
  const commands = helpFor(skill)
  if (commands.length > 0) lines.push('', 'To fix it, try:')
  for (const line of commands) lines.push([styled(`  ${line}`, 'cyan')])
  // Downloads have no command, but users should know about them.
  const downloads =
    skill.missing.os.length > 0 ? [] : skill.install.filter(({ kind, url }) => kind === 'download' && url)
  if (downloads.length > 0) lines.push('', 'Downloads named by the skill:')
  lines.push(...downloads.map(({ url }) => `  ${url}`))
  return lines
}
