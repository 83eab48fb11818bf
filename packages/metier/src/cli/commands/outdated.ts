import type { OutdatedAnswer } from '../../manager/store-operations/compare-installed.js'
import { answer, type Command, type CommandOutcome } from '../arguments/command.js'
import { openSkills } from '../skills/open-skills.js'
import { nameWithRoot } from '../store/root-labels.js'
import { PROJECT } from '../store/store-command.js'
import { composeErrors } from '../store/store-lines.js'
import type { Line, Style } from '../terminal/lines.js'
import { describeStep } from '../terminal/short-id.js'
import { openProgress, showWaits } from '../terminal/show-progress.js'
import { type Cell, composeTable } from '../terminal/table.js'

export const command: Command = {
  name: 'outdated',
  summary: 'show which installed skills have something newer',
  details: [
    'Asks the source of every skill in the lock. Changes nothing. Ends with 1 when a source could not be asked.',
  ],
  arguments: [],
  options: [PROJECT],
  examples: [
    { line: 'metier outdated', summary: 'what metier update would bring' },
    { line: 'metier outdated --json', summary: 'the same for a script' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const { skills, notes } = await openSkills(context, false)
    const progress = input.flag('json') ? undefined : openProgress(context.io)
    const asking = skills.outdated({
      signal: context.signal,
      onProgress: progress && showWaits(progress),
      ...(input.flag('project') && { project: true }),
    })
    const given = await asking.finally(() => progress?.end())
    const { errors = [] } = given
    const isFailed = errors.length > 0 || given.skills.some(({ status }) => status === 'unavailable')
    return answer(given, (columns) => composeOutdated(given, columns), {
      exitCode: isFailed ? 1 : 0,
      notes: [...notes, ...composeErrors(errors)],
      afterwards: () => skills.close(),
    })
  },
}

type OutdatedSkill = OutdatedAnswer['skills'][number]

const STYLES: Readonly<Record<OutdatedSkill['status'], Style>> = {
  current: 'green',
  outdated: 'yellow',
  older: 'dim',
  unavailable: 'red',
}

function composeOutdated({ skills, errors }: OutdatedAnswer, columns: number): readonly Line[] {
  if (skills.length === 0) return errors === undefined ? ['Nothing is installed.'] : []
  const nameOf = nameWithRoot(skills)
  const rows = skills.map((skill): readonly Cell[] => {
    const { status, pinned } = skill
    return [
      { text: nameOf(skill), style: 'bold' },
      { text: pinned ? `${status}, pinned` : status, style: STYLES[status] },
      { text: describeOutdated(skill), style: 'dim' },
    ]
  })
  return composeTable(rows, columns)
}

function describeOutdated({ current, latest = current, error }: OutdatedSkill): string {
  return error ?? describeStep(current, latest)
}
