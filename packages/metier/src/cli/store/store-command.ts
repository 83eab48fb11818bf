/** The shared part of the store commands: questions, progress and outcomes. */

import type { StoreOutcome } from '../../contracts/store-outcomes.js'
import type { AcceptCommand } from '../../contracts/store-refusals.js'
import type { SkillReader } from '../../manager/skill-reader.js'
import { SkillWriter } from '../../manager/skill-writer.js'
import type { OperationOptions } from '../../manager/store-operations/store-context.js'
import type { DecisionOptions } from '../../manager/store-operations/store-options.js'
import { answer, type CommandOutcome, type Context, type Input, type Option, refuse } from '../arguments/command.js'
import { typeAgain } from '../arguments/typed-again.js'
import { describeSurroundings, openStore } from '../skills/open-skills.js'
import { canAsk } from '../terminal/ask.js'
import type { Line } from '../terminal/lines.js'
import { asideOf } from '../terminal/print.js'
import { openProgress, showSteps } from '../terminal/show-progress.js'
import { connectBy } from './connect-by-asking.js'
import { refuseFailure, type StoreFailure } from './store-refusal.js'
import { approveBy, approveTold, chooseBy, openTalk, type Talk } from './store-talk.js'

export const PROJECT: Option = {
  name: 'project',
  kind: 'flag',
  summary: "Only use the project's skills",
  excludes: ['personal'],
}

export const PERSONAL: Option = { name: 'personal', kind: 'flag', summary: 'Only use your own skills' }

/** Help text on where names are looked up, for the commands with `PROJECT`. */
export const WHERE_NAMES_ARE =
  "NAME is the skill that 'metier info NAME' shows. If both the project and you have one installed, choose with --project or --personal; on a terminal you are asked."

/** Options to decide without a prompt. Tools that a model calls do not have them. */
export const DECISIONS: readonly Option[] = [
  {
    name: 'yes',
    short: 'y',
    kind: 'flag',
    summary: 'Accept warnings without asking; blocking findings are still refused',
  },
  { name: 'accept', kind: 'text', value: 'DIGEST', summary: 'Accept the warnings about the files with this digest' },
  {
    name: 'allow-rule',
    kind: 'texts',
    value: 'RULE',
    needs: 'digest',
    summary: 'Ignore a blocking rule for the files with --digest (repeatable)',
  },
  {
    name: 'digest',
    kind: 'text',
    value: 'DIGEST',
    needs: 'allow-rule',
    summary: 'Digest of the files that --allow-rule applies to',
  },
]

/** Reads the options of `DECISIONS`. */
export function decisionsOf(input: Input): Pick<DecisionOptions, 'accept' | 'allow'> {
  const [rules, digest] = [input.texts('allow-rule'), input.text('digest')]
  const allow = rules.length > 0 && digest !== undefined ? { allow: { rules, digest } } : {}
  return { accept: input.text('accept'), ...allow }
}

/** One operation on the store, and how its result is shown. */
export interface StoreTask<Given> {
  readonly run: (writer: SkillWriter, options: OperationOptions, talk: Talk) => Promise<Given>
  /** The document that `--json` prints. */
  readonly render: (given: Given, accept: AcceptCommand) => object
  /** The lines about what was done. */
  readonly compose: (given: Given, talk: Talk, columns: number) => readonly Line[]
  /** Undefined if nothing failed. */
  readonly findFailure: (given: Given) => StoreFailure | undefined
  /** Lines for stderr about what was done, for people. */
  readonly warn?: (given: Given, reader: SkillReader) => readonly Line[]
  /** True if names are those of a source, so that installed skills are not suggested. */
  readonly isFromSource?: boolean
}

/** A task about one skill, which is either done or refused. */
export function taskForOne<Value>(
  task: Pick<StoreTask<StoreOutcome<Value>>, 'run' | 'render' | 'isFromSource' | 'warn'> & {
    readonly composeDone: (value: Value, talk: Talk) => readonly Line[]
  },
): StoreTask<StoreOutcome<Value>> {
  const { composeDone, ...others } = task
  return {
    ...others,
    compose: (given, talk) => (given.ok ? composeDone(given.value, talk) : []),
    findFailure: (given) => (given.ok ? undefined : { refusal: given }),
  }
}

/** Runs a task with the options of the command line. Asks the user if there is a terminal. */
export async function runStoreCommand<Given>(
  input: Input,
  context: Context,
  task: StoreTask<Given>,
): Promise<CommandOutcome> {
  const opened = await openStore(context)
  const writer = new SkillWriter(opened.known)
  const { progress, options, talk } = describeOptions(input, context)
  const done: string[] = []
  let given: Given
  try {
    given = await task.run(writer, { ...options, onDone: (skill) => done.push(skill) }, talk)
  } catch (error) {
    if (!context.signal.aborted) throw error
    return stop(input, done)
  } finally {
    progress?.end()
  }
  if (context.signal.aborted) return stop(input, done)
  // A plugin may lead to another source, which does not have to be named then.
  const isOfPlugin = input.pieces.some(({ option }) => option === 'plugin')
  const accept: AcceptCommand = ({ skill, digest }) =>
    typeAgain(input, {
      ...(!isOfPlugin && { skill }),
      without: ['all', 'accept'],
      with: ['--accept', digest],
    })
  const json = task.render(given, accept)
  const lines = (columns: number) => task.compose(given, talk, columns)
  const afterwards = () => opened.skills.close()
  const failure = task.findFailure(given)
  const warnings = input.flag('json') ? [] : (task.warn?.(given, opened.reader) ?? [])
  // Said now: an installation may have created the root.
  const notes = [...describeSurroundings(context, opened), ...(opened.keyNotes ?? []), ...warnings]
  if (failure === undefined) return answer(json, lines, { notes, afterwards })
  const call = { opened, writer, input, context, options, talk, accept, isFromSource: task.isFromSource === true }
  return { ...(await refuseFailure(failure, json, call)), lines, afterwards }
}

/** Lists the skills that were installed or updated before Ctrl-C: they stay. */
function stop({ command, pieces }: Input, done: readonly string[]): CommandOutcome {
  const error = 'stopped'
  if (done.length === 0) return refuse(error)
  const brought = pieces.some(({ option }) => option === 'frozen') ? 'restored' : 'installed'
  const happened = command === 'install' ? brought : command === 'remove' ? 'removed' : 'updated'
  const what = `${done.join(', ')} ${done.length === 1 ? 'was' : 'were'} ${happened}`
  return { ...refuse(error), doneBefore: [`${what} before you stopped; nothing else was changed`] }
}

function describeOptions(input: Input, { io, signal }: Context) {
  const isJson = input.flag('json')
  const progress = isJson ? undefined : openProgress(io)
  const clear = () => progress?.end()
  const appearance = asideOf(input)
  const talk = openTalk(io, clear, appearance)
  const options: OperationOptions = {
    signal,
    ...chooseScope(input),
    ...(progress !== undefined && { onProgress: showSteps(progress) }),
    ...(!isJson &&
      canAsk(io) && {
        approve: approveBy(talk),
        choose: chooseBy(talk, input.command),
        connectSkills: connectBy(talk),
      }),
    ...(isAgreed(input) && { approve: isJson ? () => true : approveTold(io, clear, appearance) }),
  }
  return { progress, options, talk }
}

/** What `--project` and `--personal` say. Not every store command has both. */
export function chooseScope({ pieces }: Input): Pick<OperationOptions, 'project'> {
  const isGiven = (name: string) => pieces.some(({ option }) => option === name)
  if (isGiven('project')) return { project: true }
  return isGiven('personal') ? { project: false } : {}
}

/** Whether `--yes` was given. Not every store command has it. */
function isAgreed({ pieces }: Input): boolean {
  return pieces.some(({ option }) => option === 'yes')
}
