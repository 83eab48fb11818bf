import type { Answer } from '../../../manager/answers.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import type { FileChange } from '../../../store/versions/tree-changes.js'
import { answer, type Command, type CommandOutcome, type Context, type Input, refuse } from '../../arguments/command.js'
import { refuseUnknown } from '../../arguments/refuse-unknown.js'
import { type OpenedSkills, openSkills } from '../../skills/open-skills.js'
import { composeChanges } from '../../store/store-lines.js'
import { askYesNo, canAsk } from '../../terminal/ask.js'
import { composeLines, type Line, styled } from '../../terminal/lines.js'
import { composePowers } from './lines.js'

export const command: Command = {
  name: 'approve',
  summary: "agree to a skill's tools, servers and allowed tools",
  details: [
    'Shows everything the skill would be allowed (each program with its arguments, variables, directory and network, each server, the settings it gets), then what changed since it was last approved. The approval holds for exactly these files: when one changes, it lapses. On a terminal you are asked first; elsewhere nothing is approved without --yes or --digest.',
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'the skill',
      completes: 'skills',
      whenMissing: "skill name required for 'approve' action",
    },
  ],
  options: [
    { name: 'show', kind: 'flag', summary: 'only show it; approve nothing' },
    { name: 'revoke', kind: 'flag', summary: 'take the approval back', excludes: ['show', 'yes', 'digest'] },
    { name: 'yes', short: 'y', kind: 'flag', summary: 'approve it as it is now; ask nothing' },
    { name: 'digest', kind: 'text', value: 'DIGEST', summary: 'approve exactly these files, as --show has them' },
  ],
  examples: [
    { line: 'metier approve pdf', summary: 'look at it, then agree' },
    { line: 'metier approve pdf --show', summary: 'what changed since the last approval' },
    { line: 'metier approve pdf --digest sha256:1f0c…', summary: 'from a script: these files or none' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const opened = await openSkills(context, false)
    const { skills, notes } = opened
    const name = input.argument('NAME') ?? ''
    const afterwards = () => skills.close()
    if ('error' in skills.check(name)) return refuseUnknown({ input, context, opened }, name, skills.check(name))
    if (input.flag('revoke')) return { ...(await revoke(opened, name)), afterwards }
    const review = await skills.approve(name, { review: true })
    const decision = await decide(review, input, context)
    // A person's own no is no error, and needs no explanation.
    if (decision.isDeclined === true) {
      const declined = [...notes, 'Not approved: you said no.']
      return { exitCode: 1, json: review, lines: () => [], notes: declined, afterwards }
    }
    const given = decision.digest === undefined ? review : await skills.approve(name, { digest: decision.digest })
    const error = given.error ?? decision.error
    if (typeof error === 'string') {
      const hint = given.hint ?? decision.hint ?? suggestDigest(given, decision)
      const said = [...notes, ...composeRefused(review, decision), ...(typeof hint === 'string' ? [hint] : [])]
      return { ...refuse(error, said, { ...given, error, ...(hint !== undefined && { hint }) }), afterwards }
    }
    return answer(given, () => composeOutcome(given, decision.isSeen === true), { notes, afterwards })
  },
}

async function revoke({ skills, notes }: OpenedSkills, name: string): Promise<CommandOutcome> {
  const { state } = await skills.approval(name)
  const revoked = await skills.revoke(name)
  if (typeof revoked.error === 'string') return refuse(revoked.error, notes, revoked)
  const said = state === 'unapproved' ? 'was not approved' : 'is approved no longer'
  return answer(revoked, () => [`${name} ${said}`], { notes })
}

/** Of files that are not those that were named. */
function suggestDigest(given: Answer, { digest }: Decision): string | undefined {
  const isOther = digest !== undefined && given.digest !== undefined && given.digest !== digest
  return isOther ? agreeTo(String(given.name), given) : undefined
}

function agreeTo(name: string, { digest }: Answer): string {
  return `If you agree to exactly the files that it has now: metier approve ${quoteForShell(name)} --digest ${digest}`
}

interface Decision {
  /** What is approved; nothing where it is left out. */
  readonly digest?: string
  /** Whether the person has the review before them already. */
  readonly isSeen?: boolean
  readonly isDeclined?: boolean
  readonly error?: string
  readonly hint?: string
}

/** Nobody's silence is a yes: without a person at a terminal the words must say what is approved. */
async function decide(review: Answer, input: Input, context: Context): Promise<Decision> {
  const digest = String(review.digest)
  const given = input.text('digest')
  if (input.flag('show') || typeof review.error === 'string') return {}
  if (given !== undefined) return { digest: given }
  if (input.flag('yes') || review.approved === true) return { digest }
  if (input.flag('json') || !canAsk(context.io)) {
    return { error: 'nothing was approved: nobody can be asked', hint: agreeTo(String(review.name), review) }
  }
  context.io.stderr.write(composeLines(composeReview(review), false))
  const isAgreed = await askYesNo(`Approve ${review.name} as it is now?`, context.io)
  return isAgreed ? { digest, isSeen: true } : { isDeclined: true }
}

function composeRefused(review: Answer, { error }: Decision): readonly Line[] {
  return error === undefined ? [] : composeReview(review)
}

function composeOutcome(given: Answer, isKnown: boolean): readonly Line[] {
  const state: Line = [styled(String(given.name), 'bold'), ` ${describeState(given)}`]
  return [...(isKnown ? [] : composeReview(given)), state, [styled(`  ${given.digest}`, 'dim')]]
}

/** An approval that holds no longer is another thing than none. */
function describeState({ approved, state, approvedAt, changes }: Answer): string {
  if (approved === true) return 'is approved'
  if (state !== 'lapsed') return 'is not approved'
  const paths = (changes as readonly FileChange[]).map(({ path }) => path)
  const what = paths.length > MOST_NAMED ? `${paths.length} files` : paths.join(', ')
  const since = typeof approvedAt === 'string' ? ` of ${approvedAt.slice(0, 10)}` : ''
  return `is approved no longer: the approval${since} has lapsed, because ${what} changed`
}

const MOST_NAMED = 3

/** What it may do comes first, whole; however much changed, it cannot push that away. */
function composeReview(given: Answer): readonly Line[] {
  return [...composePowers(given), ...composeChanges(given.changes as readonly FileChange[])]
}
