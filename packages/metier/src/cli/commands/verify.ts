import type { VerifyAnswer } from '../../manager/store-operations.js'
import { answer, type Command, type Outcome } from '../command.js'
import { type Line, styled } from '../lines.js'
import { openSkills } from '../open-skills.js'
import { openProgress, showSteps } from '../show-progress.js'
import { PROJECT } from '../store-command.js'
import { composeChanges } from '../store-lines.js'

export const command: Command = {
  name: 'verify',
  summary: 'compare installed skills with the lock, file by file',
  details: [
    'Ends with 1 when a file of an installed skill was changed, added or removed. Folders that no lock names are shown as unmanaged; they are no fault.',
  ],
  arguments: [],
  options: [PROJECT],
  examples: [
    { line: 'metier verify', summary: 'everything that was installed' },
    { line: 'metier verify --project --json', summary: "this project's skills, as a check in a pipeline" },
  ],
  async run(input, context): Promise<Outcome> {
    const { skills, notes } = await openSkills(context, false)
    const progress = input.flag('json') ? undefined : openProgress()
    const given = await skills.verify({
      signal: context.signal,
      ...(input.flag('project') && { project: true }),
      ...(progress !== undefined && { onProgress: showSteps(progress) }),
    })
    progress?.end()
    return answer(given, () => composeVerified(given), {
      exitCode: given.ok ? 0 : 1,
      notes: [...notes, ...(given.errors ?? [])],
      afterwards: () => skills.close(),
    })
  },
}

const STYLES = { ok: 'green', changed: 'red', missing: 'red', unmanaged: 'dim' } as const

function composeVerified({ skills, ok }: VerifyAnswer): readonly Line[] {
  if (skills.length === 0) return ['Nothing is installed.']
  const lines = skills.flatMap(({ name, status, changes, origin, problem, scannedWith }): readonly Line[] => [
    [
      styled(status.padEnd(10), STYLES[status]),
      name,
      styled(origin === undefined ? '' : `  from ${origin.client} ${origin.version ?? ''}`, 'dim'),
    ],
    ...(problem === undefined ? [] : [['           ', problem]]),
    ...(scannedWith === undefined ? [] : [describeOlderScan(name, scannedWith)]),
    ...(status === 'changed' ? composeChanges(changes) : []).map(
      (line): Line => (typeof line === 'string' ? line : ['  ', ...line]),
    ),
  ])
  return ok ? lines : [...lines, '', 'Run metier update NAME --force or metier rollback NAME to mend what changed.']
}

function describeOlderScan(name: string, ruleSet: string): Line {
  return [
    styled(`           scanned with the rules of ${ruleSet}; metier audit ${name} looks with those of now`, 'dim'),
  ]
}
