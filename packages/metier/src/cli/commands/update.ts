import type { Answer } from '../../manager/answers.js'
import type { UpdateOptions } from '../../manager/store-operations.js'
import type { FileChange } from '../../store/tree-changes.js'
import { askYesNo, canAsk } from '../ask.js'
import { type Command, type Context, type Input, misuse, type Outcome } from '../command.js'
import { composeLines, type Line, styled } from '../lines.js'
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
    {
      name: 'diff',
      kind: 'flag',
      summary: 'show what would change, file by file, and ask first; without a terminal and --yes, only show it',
    },
    PROJECT,
    ...DECISIONS,
  ],
  examples: [
    { line: 'metier update', summary: 'all of them' },
    { line: 'metier update --diff', summary: 'what would change, before it does' },
    { line: 'metier update pdf --force', summary: 'one, also over local changes' },
  ],
  async run(input, context): Promise<Outcome> {
    const name = input.argument('NAME')
    const force = input.flag('force')
    if (name === undefined && force) return misuse('--force needs the NAME of one skill')
    const review = input.flag('diff') ? reviewBy(input, context) : undefined
    const composeEach = (given: Answer) => composeUpdated(given, review !== undefined && canShow(input))
    return runStoreCommand(
      input,
      context,
      ({ skills }, options) => {
        const decided = { ...options, ...decisionsOf(input), review }
        return name === undefined ? skills.updateAll(decided) : skills.update(name, { ...decided, force })
      },
      (given) => {
        if (!Array.isArray(given.skills)) return composeEach(given)
        return given.skills.length === 0 ? ['Nothing is installed.'] : given.skills.flatMap(composeEach)
      },
    )
  },
}

/** Somebody sits there who can be shown something before it happens. */
function canShow(input: Input): boolean {
  return !input.flag('json') && !input.flag('yes') && canAsk()
}

function reviewBy(input: Input, { signal }: Context): UpdateOptions['review'] {
  return async (name, changes) => {
    if (!canShow(input)) return input.flag('yes')
    process.stderr.write(composeLines(['', name, ...composeChanges(changes)], process.stderr.hasColors()))
    return askYesNo(`Change '${name}' like this?`, { signal })
  }
}

function composeUpdated(given: Answer, isShown: boolean): readonly Line[] {
  const changes = isShown ? [] : composeChanges((given.changes ?? []) as readonly FileChange[])
  if (given.updated !== true) return [`${given.name}: ${given.reason ?? given.error}`, ...changes]
  const { version } = given.to as { readonly version: string }
  return [[styled('✓ ', 'green'), styled(String(given.name), 'bold'), ` is now ${version}`], ...changes]
}
