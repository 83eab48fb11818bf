import type { ListedUpdate, SkillUpdate, StoreListing, StoreOutcome } from '../../contracts/store-outcomes.js'
import { renderUpdate, renderUpdateAll } from '../../contracts/store-renderers.js'
import type { UpdateOptions } from '../../manager/store-operations/store-options.js'
import { type Command, type CommandOutcome, type Context, type Input, misuse } from '../arguments/command.js'
import { typeAgain, whereOf } from '../arguments/typed-again.js'
import { NOTHING_INSTALLED } from '../skills/nothing-yet.js'
import { updatePluginTask } from '../store/plugin-tasks.js'
import { nameWithRoot } from '../store/root-labels.js'
import {
  DECISIONS,
  decisionsOf,
  PERSONAL,
  PROJECT,
  runStoreCommand,
  type StoreTask,
  taskForOne,
  WHERE_NAMES_ARE,
} from '../store/store-command.js'
import { composeChanges } from '../store/store-lines.js'
import type { StoreFailure } from '../store/store-refusal.js'
import type { Talk } from '../store/store-talk.js'
import { composeNext, composeUpdate, wholeUpdate } from '../store/update-lines.js'
import { canAsk } from '../terminal/ask.js'
import { type Line, say, styled } from '../terminal/lines.js'
import { describeStep } from '../terminal/short-id.js'

export const command: Command = {
  name: 'update',
  summary: 'Update installed skills',
  details: [
    'Without NAME and --plugin, updates all skills in all lockfiles. Shows what changes. Never installs an older version, skips pinned skills, and refuses to overwrite local changes with a newer version unless --force is given. Asks again if the scan of the new files raises warnings.',
    '--plugin updates a plugin as a unit: every skill of it that is installed. Skills that the plugin no longer has are removed unless you edited or pinned them, and new ones are named. Plugins that a marketplace lists from another source are looked up in the marketplace again.',
    WHERE_NAMES_ARE,
  ],
  arguments: [{ name: 'NAME', summary: 'Name of the skill', isOptional: true, completes: 'skills' }],
  options: [
    {
      name: 'plugin',
      kind: 'text',
      value: 'PLUGIN',
      summary: 'Update every installed skill of this plugin',
    },
    { name: 'force', kind: 'flag', summary: 'Overwrite local changes and ignore a pin; requires NAME or --plugin' },
    {
      name: 'diff',
      kind: 'flag',
      summary: 'Show the changes file by file and ask first; without a terminal or --yes, only show them',
    },
    PROJECT,
    PERSONAL,
    ...DECISIONS,
  ],
  examples: [
    { line: 'metier update', summary: 'Update all skills' },
    { line: 'metier update --diff', summary: 'Review the changes first' },
    { line: 'metier update --plugin pdf-tools', summary: 'Update the skills of one plugin' },
    { line: 'metier update pdf --force', summary: 'Update one skill and overwrite local changes' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const name = input.argument('NAME')
    const plugin = input.text('plugin')
    if (plugin !== undefined) {
      if (name !== undefined) return misuse('--plugin cannot be used with NAME')
      const decide = (talk: Talk) => ({ ...decideOn(input, talk, context), force: input.flag('force') })
      return runStoreCommand(input, context, updatePluginTask(plugin, input, decide))
    }
    if (name === undefined && input.flag('force')) return misuse('--force requires NAME or --plugin')
    return name === undefined
      ? runStoreCommand(input, context, updateAllTask(input, context))
      : runStoreCommand(input, context, updateTask(input, context, name))
  },
}

function updateTask(input: Input, context: Context, name: string): StoreTask<StoreOutcome<SkillUpdate>> {
  const force = input.flag('force')
  return taskForOne({
    run: (writer, options, talk) => writer.update(name, { ...options, ...decideOn(input, talk, context), force }),
    render: renderUpdate,
    composeDone: (update, talk) => [
      ...composeUpdate(update, update.name, talk),
      ...composeUnpin(input, update),
      ...composeNext(input, [update], talk),
    ],
  })
}

function updateAllTask(input: Input, context: Context): StoreTask<StoreListing<ListedUpdate>> {
  return {
    run: (writer, options, talk) => writer.updateAll({ ...options, ...decideOn(input, talk, context) }),
    render: renderUpdateAll,
    compose: ({ skills, failures }, talk) => {
      if (skills.length === 0) return failures.length === 0 ? NOTHING_INSTALLED.map(say) : []
      const nameOf = nameWithRoot(skills)
      const done = skills.flatMap((skill) =>
        skill.outcome.ok ? [{ update: skill.outcome.value, shownName: nameOf(skill) }] : [],
      )
      const lines = done.flatMap(({ update, shownName }) => composeUpdate(update, shownName, talk))
      const updates = done.map(({ update }) => update)
      return [...lines, ...composeNext(input, updates, talk)]
    },
    findFailure,
  }
}

function decideOn(input: Input, talk: Talk, context: Context): Pick<UpdateOptions, 'accept' | 'allow' | 'review'> {
  return { ...decisionsOf(input), ...(input.flag('diff') && { review: reviewBy(input, talk, context) }) }
}

/** Skills that failed, and lockfiles that could not be read. */
function findFailure({ skills, failures }: StoreListing<ListedUpdate>): StoreFailure | undefined {
  const nameOf = nameWithRoot(skills)
  const failed = skills.flatMap((skill) =>
    skill.outcome.ok ? [] : [{ skill: skill.name, label: nameOf(skill), refusal: skill.outcome }],
  )
  if (failed.length + failures.length === 0) return undefined
  const counted = failed.length === 0 ? [] : [`${failed.length} of ${skills.length} skills could not be updated`]
  const hint = failures.flatMap(({ suggestions }) => suggestions).join('. ')
  return {
    error: [...counted, ...failures.map(({ message }) => message)].join('; '),
    ...(hint !== '' && { hint }),
    failed,
  }
}

/** Shows the changes and asks. Without a terminal, nothing is asked. */
function reviewBy(input: Input, talk: Talk, { io }: Context): NonNullable<UpdateOptions['review']> {
  return async (name, changes, { from, to }) => {
    if (input.flag('json') || input.flag('yes') || !canAsk(io)) return input.flag('yes')
    talk.shown.add(name)
    const lines = [[styled(name, 'bold'), ` ${describeStep(from, to)}`], ...composeChanges(changes, wholeUpdate(name))]
    return talk.ask({ skill: name, action: 'update' }, lines, `Apply these changes to '${name}'?`)
  }
}

/** Suggests how to unpin a skill that was named; an update of all skills just skips it. */
function composeUnpin(input: Input, { status, name }: SkillUpdate): readonly Line[] {
  if (status !== 'pinned') return []
  const unpin = { words: ['--unpin', name], option: 'unpin' }
  return [say(`To allow updates: ${typeAgain({ command: 'lock', pieces: [unpin, ...whereOf(input)] }, {})}`)]
}
