/** What the commands that change or look at the store share: asking, progress, and how an answer ends. */

import type { Answer } from '../manager/answers.js'
import type { OperationOptions } from '../manager/store-context.js'
import type { DecisionOptions } from '../manager/store-operations.js'
import { quoteForShell } from '../skill/shell-quote.js'
import type { ApprovalRequest, Approve } from '../store/approval-request.js'
import { askYesNo, canAsk } from './ask.js'
import { answer, type Context, type Input, type Option, type Outcome, refuse } from './command.js'
import { composeLines, type Line } from './lines.js'
import { type OpenedSkills, openSkills } from './open-skills.js'
import { openProgress, showSteps } from './show-progress.js'
import { composeChanges, composeFindings } from './store-lines.js'
import { fitToTerminal } from './wrap-lines.js'

export const PROJECT: Option = {
  name: 'project',
  kind: 'flag',
  summary: "in the project's .agents/skills instead of the user's own",
}

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
    summary: 'set a blocking rule aside, for the files of --digest only; may be repeated',
  },
  { name: 'digest', kind: 'text', value: 'DIGEST', summary: 'what --allow-rule holds for' },
]

/** What the words of `DECISIONS` say. */
export function decisionsOf(input: Input): Pick<DecisionOptions, 'accept' | 'allow' | 'approve'> {
  const [rules, digest] = [input.texts('allow-rule'), input.text('digest')]
  const allow = rules.length > 0 && digest !== undefined ? { allow: { rules, digest } } : {}
  return { accept: input.text('accept'), ...allow, ...(input.flag('yes') && { approve: agreeTo(input) }) }
}

/** Whoever agrees beforehand is told to what. */
function agreeTo(input: Input): Approve {
  return (request) => {
    // A bar may stand in the line.
    if (!input.flag('json')) show(request, process.stderr.isTTY === true ? [''] : [])
    return true
  }
}

/** Runs an operation on the store with what the words say and who sits at the terminal. */
export async function runStoreCommand(
  input: Input,
  context: Context,
  operation: (opened: OpenedSkills, options: OperationOptions) => Promise<Answer>,
  compose: (given: Answer) => readonly Line[],
): Promise<Outcome> {
  const opened = await openSkills(context, false)
  const { progress, options } = describeOptions(input, context)
  let given: Answer
  try {
    given = await operation(opened, options)
  } finally {
    progress?.end()
  }
  const afterwards = () => opened.skills.close()
  if (typeof given.error !== 'string') return answer(given, () => compose(given), { notes: opened.notes, afterwards })
  const next = await suggestNext(opened, given, options)
  const refused = refuse(nameError(given), [...opened.notes, ...explain(given), ...next], given)
  return { ...refused, lines: () => composeDone(given, compose), afterwards }
}

/** The contract's words name no skill where the object beside them does. */
function nameError({ error, name, source }: Answer): string {
  const text = String(error)
  const what = name ?? source
  return typeof what !== 'string' || text.includes(what) ? text : `${what}: ${text}`
}

/** What to type next: the name that was meant, or how to trust a source. */
async function suggestNext({ skills }: OpenedSkills, given: Answer, options: OperationOptions) {
  const untrusted = [given, ...((given.skills ?? []) as readonly Answer[])].find(isUntrusted)
  if (untrusted !== undefined) return [`If you trust it: metier trust ${quoteForShell(String(untrusted.source))}`]
  if (given.code !== 'skill_not_found' || typeof given.name !== 'string') return []
  const { nearestNames } = await import('../registry/search/nearest-names.js')
  const { skills: locked } = await skills.locked(options)
  const names = (locked as readonly Answer[]).map(({ name }) => String(name)).filter((name) => name !== given.name)
  const near = nearestNames(names, given.name)
  return near.length === 0 ? [] : [`Did you mean: ${near.join(', ')}`]
}

/** Where the source itself is trusted, the reason says what is not. */
function isUntrusted({ error, reason, source }: Answer): boolean {
  return error === 'untrusted source' && reason === undefined && typeof source === 'string'
}

/** Of several skills, those that it went well with. */
function composeDone(given: Answer, compose: (given: Answer) => readonly Line[]): readonly Line[] {
  if (!Array.isArray(given.skills)) return []
  const skills = given.skills.filter((skill: Answer) => typeof skill.error !== 'string')
  return skills.length === 0 ? [] : compose({ ...given, skills })
}

function describeOptions(input: Input, { signal }: Context) {
  const isJson = input.flag('json')
  const progress = isJson ? undefined : openProgress()
  const ask: Approve = (request) => {
    progress?.end()
    show(request)
    const { message } = request
    return askYesNo(`${message.charAt(0).toUpperCase()}${message.slice(1)}. Do it?`, { signal })
  }
  const options: OperationOptions = {
    signal,
    ...(input.flag('project') && { project: true }),
    ...(progress !== undefined && { onProgress: showSteps(progress) }),
    ...(!isJson && canAsk() && { approve: ask }),
  }
  return { progress, options }
}

function show({ findings = [], changes = [] }: ApprovalRequest, before: readonly Line[] = []): void {
  const lines = [...before, ...composeFindings(findings), ...composeChanges(changes)]
  process.stderr.write(composeLines(fitToTerminal(lines), false))
}

function explain(given: Answer): readonly Line[] {
  const findings = Array.isArray(given.findings) ? composeFindings(given.findings) : []
  const skills = Array.isArray(given.skills)
    ? given.skills.filter((skill: Answer) => typeof skill.error === 'string')
    : []
  const failed = skills.flatMap((skill: Answer) => [`${skill.name}: ${skill.error}`, ...hintOf(skill)])
  const changes = Array.isArray(given.changes) ? composeChanges(given.changes) : []
  return [...findings, ...failed, ...changes, ...hintOf(given)]
}

/** The contract's hints speak to a model; at a terminal the same is an option. */
function hintOf({ hint, reason }: Answer): readonly Line[] {
  const texts = [reason, hint].filter((text) => typeof text === 'string' && text !== '') as readonly string[]
  return texts.map((text) => text.replace('force=true', '--force'))
}
