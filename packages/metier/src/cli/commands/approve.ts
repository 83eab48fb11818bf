import type { Answer } from '../../manager/answers.js'
import type { FileChange } from '../../store/tree-changes.js'
import { askYesNo, canAsk } from '../ask.js'
import { answer, type Command, type Outcome, refuse } from '../command.js'
import { composeLines, type Line, styled } from '../lines.js'
import { openSkills, refuseUnknown } from '../open-skills.js'
import { composeChanges } from '../store-lines.js'

export const command: Command = {
  name: 'approve',
  summary: "agree to a skill's tools, servers and allowed tools",
  details: [
    'Shows what the skill would bring into effect and what changed since it was last approved. The approval holds for exactly these files: when one changes, it lapses. On a terminal you are asked first.',
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
    { name: 'revoke', kind: 'flag', summary: 'take the approval back', excludes: ['show'] },
    { name: 'yes', short: 'y', kind: 'flag', summary: 'ask nothing' },
  ],
  examples: [
    { line: 'metier approve pdf', summary: 'look at it, then agree' },
    { line: 'metier approve pdf --show', summary: 'what changed since the last approval' },
  ],
  async run(input, context): Promise<Outcome> {
    const opened = await openSkills(context, false)
    const { skills, notes } = opened
    const name = input.argument('NAME') ?? ''
    const afterwards = () => skills.close()
    if ('error' in skills.check(name)) return refuseUnknown(opened, name, skills.check(name))
    if (input.flag('revoke')) {
      const revoked = await skills.revoke(name)
      return answer(revoked, () => [`${name} is approved no longer`], { notes, afterwards })
    }
    const review = await skills.approve(name, { review: true })
    const isShown = input.flag('show') || typeof review.error === 'string'
    const isAsked = !isShown && !input.flag('yes') && !input.flag('json') && canAsk()
    if (isAsked) {
      process.stderr.write(composeLines(composeReview(review), false))
      if (!(await askYesNo(`Approve ${name} as it is now?`, context)))
        return { ...refuse('nothing was approved'), afterwards }
    }
    const given = isShown ? review : await skills.approve(name, { digest: String(review.digest) })
    if (typeof given.error === 'string') {
      return { ...refuse(given.error, typeof given.hint === 'string' ? [given.hint] : [], given), afterwards }
    }
    return answer(given, () => composeOutcome(given, isAsked), { notes, afterwards })
  },
}

function composeOutcome(given: Answer, isKnown: boolean): readonly Line[] {
  const state: Line = [
    styled(String(given.name), 'bold'),
    given.approved === true ? ' is approved' : ' is not approved',
  ]
  return [...(isKnown ? [] : composeReview(given)), state, [styled(`  ${given.digest}`, 'dim')]]
}

interface Named {
  readonly name: string
  readonly run?: readonly string[]
  readonly command?: readonly string[]
}

function composeReview(given: Answer): readonly Line[] {
  const named = (title: string, list: unknown): readonly Line[] =>
    (list as readonly Named[]).map(
      ({ name, run, command: words }) => `${title} ${name}: ${(run ?? words ?? []).join(' ')}`,
    )
  const allowed = given.allowedTools as readonly string[]
  return [
    ...composeChanges(given.changes as readonly FileChange[]),
    ...named('tool', given.tools),
    ...named('server', given.servers),
    ...(allowed.length === 0 ? [] : [`allowed without asking: ${allowed.join(' ')}`]),
  ]
}
