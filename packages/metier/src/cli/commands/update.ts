import type { Answer } from '../../manager/answers.js'
import type { FileChange } from '../../store/tree-changes.js'
import { type Command, misuse, type Outcome } from '../command.js'
import { type Line, styled } from '../lines.js'
import { DECISIONS, decisionsOf, PROJECT, runStoreCommand } from '../store-command.js'
import { composeChanges } from '../store-lines.js'

export const command: Command = {
  name: 'update',
  summary: 'bring the newest state of installed skills in',
  details: [
    'Without NAME, every skill of the lock. Shows what changes. Never goes back to an older version, leaves pinned skills alone, and refuses to replace files that were changed by hand unless it is forced. What the new files warn of is asked about again.',
  ],
  arguments: [{ name: 'NAME', summary: 'the skill', isOptional: true, completes: 'skills' }],
  options: [
    { name: 'force', kind: 'flag', summary: 'also over local changes, and though it is pinned' },
    PROJECT,
    ...DECISIONS,
  ],
  examples: [
    { line: 'metier update', summary: 'all of them' },
    { line: 'metier update pdf --force', summary: 'one, also over local changes' },
  ],
  async run(input, context): Promise<Outcome> {
    const name = input.argument('NAME')
    const force = input.flag('force')
    if (name === undefined && force) return misuse('--force needs the NAME of one skill')
    return runStoreCommand(
      input,
      context,
      ({ skills }, options) => {
        if (name === undefined) return skills.updateAll(options)
        return skills.update(name, { ...options, ...decisionsOf(input), force })
      },
      (given) => (Array.isArray(given.skills) ? given.skills.flatMap(composeUpdated) : composeUpdated(given)),
    )
  },
}

function composeUpdated(given: Answer): readonly Line[] {
  if (given.updated !== true) return [`${given.name}: ${given.reason ?? given.error}`]
  const { version } = given.to as { readonly version: string }
  const lines: Line[] = [[styled('✓ ', 'green'), styled(String(given.name), 'bold'), ` is now ${version}`]]
  return [...lines, ...composeChanges(given.changes as readonly FileChange[])]
}
