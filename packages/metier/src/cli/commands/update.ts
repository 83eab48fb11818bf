import type { Answer } from '../../manager/answers.js'
import type { UpdateOptions } from '../../manager/store-operations/store-operations.js'
import type { FileChange } from '../../store/versions/tree-changes.js'
import { type Command, type CommandOutcome, type Context, type Input, misuse } from '../arguments/command.js'
import { typeAgain } from '../arguments/typed-again.js'
import { nameWithRoot, type RootedRow } from '../store/root-labels.js'
import { DECISIONS, decisionsOf, PROJECT, runStoreCommand, WHERE_NAMES_ARE } from '../store/store-command.js'
import { composeApproval, composeChanges } from '../store/store-lines.js'
import type { Talk } from '../store/store-talk.js'
import { canAsk } from '../terminal/ask.js'
import { type Line, styled } from '../terminal/lines.js'
import { describeStep } from '../terminal/short-id.js'

export const command: Command = {
  name: 'update',
  summary: 'bring the newest state of installed skills in',
  details: [
    'Without NAME, every skill of every lock. Shows what changes. Never goes back to an older version, leaves pinned skills alone, and refuses to replace files that were changed by hand unless it is forced. What the new files warn of is asked about again.',
    WHERE_NAMES_ARE,
  ],
  arguments: [{ name: 'NAME', summary: 'the skill', isOptional: true, completes: 'skills' }],
  options: [
    { name: 'force', kind: 'flag', summary: 'also over local changes, and though it is pinned; needs NAME' },
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
  async run(input, context): Promise<CommandOutcome> {
    const name = input.argument('NAME')
    const force = input.flag('force')
    if (name === undefined && force) return misuse('--force needs the NAME of one skill')
    const review = (talk: Talk) => (input.flag('diff') ? { review: reviewBy(input, talk, context) } : {})
    return runStoreCommand(
      input,
      context,
      ({ skills }, options, talk) => {
        const decided = { ...options, ...decisionsOf(input), ...review(talk) }
        return name === undefined ? skills.updateAll(decided) : skills.update(name, { ...decided, force })
      },
      (given, talk, all) => {
        if (!Array.isArray(given.skills)) {
          const lines = composeUpdated(given, String(given.name), talk)
          return [...lines, ...composeUnpin(input, given), ...composeNext(input, [given], talk)]
        }
        if (given.skills.length === 0) return ['Nothing is installed.']
        const nameOf = nameWithRoot(all.skills as readonly RootedRow[])
        const lines = given.skills.flatMap((skill) => composeUpdated(skill, nameOf(skill), talk))
        return [...lines, ...composeNext(input, given.skills, talk)]
      },
    )
  },
}

/** Where nobody can be asked, it is only shown. */
function reviewBy(input: Input, talk: Talk, { io }: Context): NonNullable<UpdateOptions['review']> {
  return async (name, changes, { from, to }) => {
    if (input.flag('json') || input.flag('yes') || !canAsk(io)) return input.flag('yes')
    talk.shown.add(name)
    const lines = [[styled(name, 'bold'), ` ${describeStep(from, to)}`], ...composeChanges(changes)]
    return talk.ask({ skill: name, action: 'update' }, lines, `Change '${name}' like this?`)
  }
}

function composeUpdated(given: Answer, shownName: string, { shown, declined }: Talk): readonly Line[] {
  const name = String(given.name)
  const changes = shown.has(name) ? [] : composeChanges((given.changes ?? []) as readonly FileChange[])
  if (given.updated === true) {
    const [from, to] = [given.from, given.to] as readonly { readonly version: string }[]
    const step = describeStep(from?.version ?? '', to?.version ?? '')
    return [
      [styled('✓ ', 'green'), styled(shownName, 'bold'), ` was updated: ${step}`],
      ...changes,
      ...composeApproval(given),
    ]
  }
  if (declined.has(name)) return [`${shownName}: left as it is, you said no`]
  if (!isOnlyShown(given)) return [`${shownName}: ${given.reason ?? given.error}`]
  return [[styled(shownName, 'bold'), ` ${describeStep(String(given.current), String(given.latest))}`], ...changes]
}

/** Whoever names a pinned skill wants it updated; among all of them it was meant to be left. */
function composeUnpin({ pieces }: Input, { updated, reason, name }: Answer): readonly Line[] {
  if (updated !== false || reason !== 'pinned') return []
  const where = pieces.filter(({ option = '' }) => WHERE.has(option))
  const unpin = { words: ['--unpin', String(name)], option: 'unpin' }
  return [`To let it be updated: ${typeAgain({ command: 'lock', pieces: [unpin, ...where] }, {})}`]
}

const WHERE: ReadonlySet<string> = new Set(['project', 'root', 'workdir', 'config'])

function isOnlyShown({ updated, changes }: Answer): boolean {
  return updated === false && Array.isArray(changes)
}

/** What was shown to nobody who could say yes is brought in by the same words without `--diff`. */
function composeNext(input: Input, skills: readonly Answer[], { declined }: Talk): readonly Line[] {
  if (declined.size > 0 || !skills.some(isOnlyShown)) return []
  return ['', `Nothing was changed. To bring this in: ${typeAgain(input, { without: ['diff'] })}`]
}
