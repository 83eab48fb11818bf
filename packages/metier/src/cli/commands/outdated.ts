import { answer, type Command, type Outcome } from '../command.js'
import { type Line, styled } from '../lines.js'
import { openSkills } from '../open-skills.js'
import { openProgress, showWaits } from '../show-progress.js'
import { PROJECT } from '../store-command.js'

export const command: Command = {
  name: 'outdated',
  summary: 'show which installed skills have something newer',
  details: ['Asks the source of every skill in the lock. Changes nothing.'],
  arguments: [],
  options: [PROJECT],
  examples: [
    { line: 'metier outdated', summary: 'what metier update would bring' },
    { line: 'metier outdated --json', summary: 'the same for a script' },
  ],
  async run(input, context): Promise<Outcome> {
    const { skills, notes } = await openSkills(context, false)
    const progress = input.flag('json') ? undefined : openProgress()
    const asking = skills.outdated({
      signal: context.signal,
      onProgress: progress && showWaits(progress),
      ...(input.flag('project') && { project: true }),
    })
    const given = await asking.finally(() => progress?.end())
    const lines = given.skills.map(
      ({ name, status, current, latest, pinned, error }): Line => [
        styled(name, 'bold'),
        ` ${status}${pinned ? ', pinned' : ''}`,
        styled(status === 'outdated' ? `  ${current} → ${latest}` : (error ?? ''), 'dim'),
      ],
    )
    const isFailed = given.errors !== undefined
    return answer(given, () => (lines.length === 0 ? ['Nothing is installed.'] : lines), {
      exitCode: isFailed ? 1 : 0,
      notes: [...notes, ...(given.errors ?? [])],
      afterwards: () => skills.close(),
    })
  },
}
