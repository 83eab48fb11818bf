/** What the commands that change or look at the store share: asking, progress, and how an answer ends. */

import type { Answer } from '../../manager/answers.js'
import type { OperationOptions } from '../../manager/store-operations/store-context.js'
import type { DecisionOptions } from '../../manager/store-operations/store-operations.js'
import { answer, type CommandOutcome, type Context, type Input, type Option, refuse } from '../arguments/command.js'
import { typeAgain } from '../arguments/typed-again.js'
import { type OpenedSkills, openSkills } from '../skills/open-skills.js'
import { canAsk } from '../terminal/ask.js'
import type { Line } from '../terminal/lines.js'
import { openProgress, showSteps } from '../terminal/show-progress.js'
import { refuseGiven } from './store-refusal.js'
import { approveBy, approveTold, openTalk, type Talk } from './store-talk.js'

export const PROJECT: Option = {
  name: 'project',
  kind: 'flag',
  summary: "only in the project's .agents/skills",
}

/** What `PROJECT` narrows, for the commands that take a name. */
export const WHERE_NAMES_ARE =
  "NAME is looked for in the lock of the user's own skills first, then in that of the project's; with --project only there."

/** Options by which a person decides beforehand; no tool that a model calls has them. */
export const DECISIONS: readonly Option[] = [
  {
    name: 'yes',
    short: 'y',
    kind: 'flag',
    summary: 'agree to what is warned of, for scripts; what is blocked stays blocked',
  },
  { name: 'accept', kind: 'text', value: 'DIGEST', summary: 'agree to the warnings about exactly these files' },
  {
    name: 'allow-rule',
    kind: 'texts',
    value: 'RULE',
    needs: 'digest',
    summary: 'set a blocking rule aside, for the files of --digest only; may be repeated',
  },
  { name: 'digest', kind: 'text', value: 'DIGEST', needs: 'allow-rule', summary: 'what --allow-rule holds for' },
]

/** What the words of `DECISIONS` say. */
export function decisionsOf(input: Input): Pick<DecisionOptions, 'accept' | 'allow'> {
  const [rules, digest] = [input.texts('allow-rule'), input.text('digest')]
  const allow = rules.length > 0 && digest !== undefined ? { allow: { rules, digest } } : {}
  return { accept: input.text('accept'), ...allow }
}

/**
 * Runs an operation on the store with what the words say and who sits at the terminal. Where some of several skills
 * failed, only the others are composed, beside all of them.
 */
export async function runStoreCommand(
  input: Input,
  context: Context,
  operation: (opened: OpenedSkills, options: OperationOptions, talk: Talk) => Promise<Answer>,
  compose: (given: Answer, talk: Talk, all: Answer) => readonly Line[],
): Promise<CommandOutcome> {
  const opened = await openSkills(context, false)
  const { progress, options, talk } = describeOptions(input, context)
  const done: string[] = []
  let given: Answer
  try {
    given = await operation(opened, { ...options, onDone: (skill) => done.push(skill) }, talk)
  } catch (error) {
    if (!context.signal.aborted) throw error
    return stop(input, done)
  } finally {
    progress?.end()
  }
  if (context.signal.aborted) return stop(input, done)
  const afterwards = () => opened.skills.close()
  if (typeof given.error !== 'string') {
    return answer(given, () => compose(given, talk, given), { notes: opened.notes, afterwards })
  }
  const refused = await refuseGiven(given, { opened, input, context, options, talk })
  return { ...refused, lines: () => composeDone(given, (done) => compose(done, talk, given)), afterwards }
}

/** What was brought in stays in, so whoever pressed Ctrl-C has to know of it. */
function stop({ command, pieces }: Input, done: readonly string[]): CommandOutcome {
  const error = 'stopped'
  if (done.length === 0) return refuse(error)
  const brought = pieces.some(({ option }) => option === 'frozen') ? 'restored' : 'installed'
  const happened = command === 'install' ? brought : 'updated'
  const what = `${done.join(', ')} ${done.length === 1 ? 'was' : 'were'} ${happened}`
  return { ...refuse(error), doneBefore: [`${what} before you stopped; everything else was left as it is`] }
}

/** Of several skills, those that it went well with. */
function composeDone(given: Answer, compose: (given: Answer) => readonly Line[]): readonly Line[] {
  if (!Array.isArray(given.skills)) return []
  const skills = given.skills.filter((skill: Answer) => typeof skill.error !== 'string')
  return skills.length === 0 ? [] : compose({ ...given, skills })
}

function describeOptions(input: Input, { io, signal }: Context) {
  const isJson = input.flag('json')
  const progress = isJson ? undefined : openProgress(io)
  const clear = () => progress?.end()
  const talk = openTalk(io, clear, input.flag('no-color'))
  const options: OperationOptions = {
    signal,
    ...(input.flag('project') && { project: true }),
    ...(progress !== undefined && { onProgress: showSteps(progress) }),
    ...(!isJson && canAsk(io) && { approve: approveBy(talk) }),
    ...(isAgreed(input) && { approve: isJson ? () => true : approveTold(io, clear) }),
    acceptBy: (skill, digest) => typeAgain(input, { skill, without: ['all', 'accept'], with: ['--accept', digest] }),
  }
  return { progress, options, talk }
}

/** Not every command of the store has something to agree to. */
function isAgreed({ pieces }: Input): boolean {
  return pieces.some(({ option }) => option === 'yes')
}
