import {
  type ReviewOutcome,
  renderApproval,
  renderApprovalRefusal,
  renderRevoke,
  type SkillApproval,
} from '../../../contracts/decisions.js'
import { describeMissingSkill } from '../../../contracts/skills.js'
import { SkillDecisions } from '../../../manager/skill-decisions.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import { findSandboxSight, type SandboxSight } from '../../../workspace/sandbox/sandbox-sight.js'
import { answer, type Command, type CommandOutcome, type Context, type Input, refuse } from '../../arguments/command.js'
import { refuseUnknown } from '../../arguments/refuse-unknown.js'
import { openReader } from '../../skills/open-skills.js'
import { askYesNo, canAsk } from '../../terminal/ask.js'
import { type Line, say, styled } from '../../terminal/lines.js'
import { asideOf, printAside } from '../../terminal/print.js'
import { wrapLine } from '../../terminal/wrap-lines.js'
import { composePowers } from './lines.js'
import { refuseReview } from './refuse-review.js'
import { composeNothing, composeReminder, composeReview, describeApproval, type ShownReview } from './review-lines.js'

export const command: Command = {
  name: 'approve',
  summary: 'Approve what a skill may run and use',
  details: [
    'Shows everything the skill would be allowed to do (each program with its arguments, variables, directory and network access, each server, the settings it gets), then what changed since you last approved it; the first time, the files with their sizes. The approval applies to exactly these files and lapses if one changes. On a terminal, asks first; without a terminal, --yes or --digest is required.',
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'Name of the skill',
      completes: 'skills',
      whenMissing: describeMissingSkill('approve'),
    },
  ],
  options: [
    { name: 'show', kind: 'flag', summary: 'Show what would be approved, without approving it' },
    { name: 'revoke', kind: 'flag', summary: 'Revoke the approval', excludes: ['show', 'yes', 'digest'] },
    { name: 'yes', short: 'y', kind: 'flag', summary: 'Approve the current files without asking' },
    {
      name: 'digest',
      kind: 'text',
      value: 'DIGEST',
      summary: 'Approve only if the files have this digest (see --show)',
    },
  ],
  examples: [
    { line: 'metier approve pdf', summary: 'Review and approve a skill' },
    { line: 'metier approve pdf --show', summary: 'Show what changed since the last approval' },
    { line: 'metier approve pdf --digest sha256:1f0c…', summary: 'Approve exactly these files from a script' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const opened = await openReader(context, false)
    const { reader, known, notes, settings } = opened
    const name = input.argument('NAME') ?? ''
    const skill = reader.find(name)
    if (skill === undefined) return refuseUnknown({ input, context, opened }, name)
    const decisions = new SkillDecisions(known)
    const findSight = () => findSandboxSight(settings.sandbox, reader.projectOf(context.workdir))
    const asked = { name, isWithheld: skill.withheld, findSight }
    const outcome = input.flag('revoke') ? revoke(decisions, name) : approve(decisions, asked, input, context)
    const { notes: said = [], ...rest } = await outcome
    return { ...rest, notes: [...notes, ...said], afterwards: () => known.close() }
  },
}

interface AskedSkill {
  readonly name: string
  /** Whether it cannot be used until it is approved. */
  readonly isWithheld: boolean
  /** Says whether its programs would run in a sandbox. */
  readonly findSight: () => Promise<SandboxSight>
}

async function revoke(decisions: SkillDecisions, name: string): Promise<CommandOutcome> {
  const { status } = await decisions.approvedFiles(name)
  const json = renderRevoke(await decisions.revoke(name))
  if ('error' in json) return refuse(json.error, [], json)
  const said = status.state === 'unapproved' ? 'is not approved; nothing to revoke' : 'is no longer approved'
  return answer(json, () => [`${name} ${said}`])
}

async function approve(
  decisions: SkillDecisions,
  { name, isWithheld, findSight }: AskedSkill,
  input: Input,
  context: Context,
): Promise<CommandOutcome> {
  const reviewed = await decisions.review(name)
  if (!reviewed.ok) return refuseReview(renderApprovalRefusal(reviewed.refusal), context)
  const review = renderApproval(reviewed.value)
  if (isPointless(review, isWithheld, input))
    return answer(review, (columns) => wrapLine(composeNothing(review), columns))
  const shown = { approval: review, files: reviewed.value.review.files, sandbox: await findSight() }
  const decision = await decide(shown, input, context)
  switch (decision.kind) {
    case 'shown':
      return answer(review, (columns) => [...composeReview(shown, columns), ...composeState(review, columns)])
    // If the user says no, that is not an error.
    case 'declined':
      return { exitCode: 1, json: review, lines: () => [], notes: ['Not approved: you declined.'] }
    case 'undecided': {
      const [error, hint] = ['not approved: cannot ask without a terminal', agreeTo(review)]
      return refuse(error, [...composeReview(shown), say(hint)], { ...review, error, hint })
    }
    case 'agreed':
      return report(
        await decisions.approve(name, { digest: decision.digest }),
        decision.isSeen ? undefined : shown,
        context,
      )
  }
}

/** With `unseen`, shows the review as it was before the approval. */
function report(approved: ReviewOutcome, unseen: ShownReview | undefined, context: Context): CommandOutcome {
  if (approved.ok) {
    const approval = renderApproval(approved.value)
    return answer(approval, (columns) => [
      ...(unseen === undefined ? [] : composeReview(unseen, columns)),
      ...composeState(approval, columns),
    ])
  }
  const { refusal } = approved
  const refused = renderApprovalRefusal(refusal)
  const hinted = refusal.code === 'digest_mismatch' ? { ...refused, hint: agreeTo(refusal) } : refused
  return refuseReview(hinted, context)
}

function agreeTo({ name, digest }: Pick<SkillApproval, 'name' | 'digest'>): string {
  return `To approve exactly the current files: metier approve ${quoteForShell(name)} --digest ${digest}`
}

/** The decision after a review. */
type Decision =
  | { readonly kind: 'shown' | 'declined' | 'undecided' }
  /** Approve these files. `isSeen` is true if the review is already on the screen. */
  | { readonly kind: 'agreed'; readonly digest: string; readonly isSeen: boolean }

/** Without a terminal, the options must say what to approve. */
async function decide(shown: ShownReview, input: Input, context: Context): Promise<Decision> {
  const { approval: review } = shown
  if (input.flag('show')) return { kind: 'shown' }
  const digest = input.text('digest') ?? (input.flag('yes') || review.approved ? review.digest : undefined)
  if (digest !== undefined) return { kind: 'agreed', digest, isSeen: false }
  if (input.flag('json') || !canAsk(context.io)) return { kind: 'undecided' }
  printAside(
    context.io,
    [...composeReview(shown, context.io.stderr.columns), ...composeReminder(review)],
    asideOf(input),
  )
  const isAgreed = await askYesNo(`Approve ${review.name} as it is now?`, context.io)
  return isAgreed ? { kind: 'agreed', digest: review.digest, isSeen: true } : { kind: 'declined' }
}

function composeState(approval: SkillApproval, columns: number): readonly Line[] {
  const state: Line = [styled(approval.name, 'bold'), ` ${describeApproval(approval)}`]
  return [...wrapLine(state, columns, '  '), [styled(`  ${approval.digest}`, 'dim')]]
}

/** Whether an approval would change nothing. One that an option asks for is recorded all the same. */
function isPointless(approval: SkillApproval, isWithheld: boolean, input: Input): boolean {
  const isAsked = ['show', 'yes'].some((name) => input.flag(name)) || input.text('digest') !== undefined
  return !isAsked && !isWithheld && composePowers(approval, { kind: 'enclosed' }).length === 0
}
