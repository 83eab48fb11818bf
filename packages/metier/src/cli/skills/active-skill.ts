/** Activates a skill for one command: asks what must be asked, and deactivates the skill whatever happens. */

import { renderApproval, renderApprovalRefusal, type SkillApproval } from '../../contracts/decisions.js'
import { SkillDecisions } from '../../manager/skill-decisions.js'
import { startServer } from '../../mcp/host/start-server.js'
import { describePermission } from '../../workspace/permission/describe-question.js'
import type { AskPermission } from '../../workspace/permission/permission.js'
import { findSandboxSight } from '../../workspace/sandbox/sandbox-sight.js'
import type { CallResult } from '../../workspace/tools/call-tool.js'
import type { Category, Tool } from '../../workspace/tools/tool.js'
import { VirtualWorkspace } from '../../workspace/virtual-workspace.js'
import { type CommandOutcome, type Context, decline, type Input, refuse } from '../arguments/command.js'
import { refuseUnknown } from '../arguments/refuse-unknown.js'
import { typeAgain } from '../arguments/typed-again.js'
import { refuseReview } from '../commands/approve/refuse-review.js'
import { composeReminder, composeReview, describeApproval } from '../commands/approve/review-lines.js'
import { askYesNo } from '../terminal/ask.js'
import { keptAmong } from '../terminal/keep-options.js'
import type { Line } from '../terminal/lines.js'
import { asideOf, printAside } from '../terminal/print.js'
import type { OpenedSkills } from './open-skills.js'

/** A call of a command that activates a skill. */
export interface ActivatingCall {
  readonly input: Input
  readonly context: Context
  readonly opened: OpenedSkills
  /** Whether the user can be asked: stdin may be in use. */
  readonly mayAsk: boolean
}

/** A skill while it is active. */
export interface SkillSession {
  /** The tools of the skill and of the skills it needs. */
  readonly tools: readonly Tool[]
  call(tool: string, params: unknown): Promise<CallResult>
  /** The commands that would allow what could not be asked. */
  hints(): readonly string[]
}

/** Runs a function while a skill is active. A refusal to activate it is the outcome. */
export async function withActiveSkill(
  name: string,
  calling: ActivatingCall,
  use: (active: SkillSession) => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  const { context, opened } = calling
  const { skills, reader } = opened
  if (reader.find(name) === undefined) return refuseUnknown(calling, name)
  // A skill that cannot be used here need not be approved first.
  const resolution = skills.resolve(name)
  if (!resolution.ok) return refuse(resolution.failure.message, resolution.failure.suggestions)
  const objection = await settleApproval(name, calling)
  if (objection !== undefined) return objection
  const { approve, unasked } = createQuestions(calling)
  const { signal, workdir } = context
  const workspace = new VirtualWorkspace({ skillManager: skills, startServer, approve, workdir })
  const hints = () => (unasked.size === 0 ? [] : [composeAllowing(calling.input, [...unasked])])
  try {
    const activated = await workspace.activateSkill(name, { signal })
    if (!activated.success) {
      const { message, suggestions = [] } = activated.failure ?? { message: activated.message }
      const help = hints().length > 0 ? hints() : suggestions
      return refuse(message, help, { error: message, ...(help.length > 0 && { suggestions: help }) })
    }
    const outcome = await use({
      tools: activated.tools,
      call: (tool, params) => workspace.callTool(tool, params, { signal }),
      hints,
    })
    // What a tool wrote belongs to its error.
    return { ...outcome, notes: [...(outcome.notes ?? []), ...(activated.notes ?? [])] }
  } finally {
    await workspace.close()
  }
}

/** Asks for approval of the current files if the skill brings tools. Undefined if it may be activated. */
export async function settleApproval(name: string, calling: ActivatingCall): Promise<CommandOutcome | undefined> {
  const { context, opened, mayAsk, input } = calling
  const decisions = new SkillDecisions(opened.known)
  const reviewed = await decisions.review(name)
  if (!reviewed.ok) return refuseReview(renderApprovalRefusal(reviewed.refusal), context)
  const review = renderApproval(reviewed.value)
  if (review.approved || !bringsTools(review)) return undefined
  if (!mayAsk) {
    const error =
      review.state === 'lapsed' ? `'${name}' ${describeApproval(review)}` : `The tools of '${name}' are not approved`
    const hint = `Review and approve them: ${composeCommand(input, 'approve', name)}`
    return refuse(error, [hint], { error, suggestions: [hint] })
  }
  const sandbox = await findSandboxSight(opened.settings.sandbox, opened.reader.projectOf(context.workdir))
  const shown = { approval: review, files: reviewed.value.review.files, sandbox }
  show([...composeReview(shown, context.io.stderr.columns), ...composeReminder(review)], calling)
  if (!(await askYesNo(`Approve ${review.name} as it is now?`, context.io))) return decline('Not approved')
  const approved = await decisions.approve(name, { digest: review.digest })
  return approved.ok ? undefined : refuseReview(renderApprovalRefusal(approved.refusal), context)
}

function bringsTools({ tools, servers, reuses }: SkillApproval): boolean {
  return tools.length + servers.length + reuses.length > 0
}

function show(lines: readonly Line[], { input, context }: ActivatingCall): void {
  printAside(context.io, lines, asideOf(input))
}

interface Questions {
  readonly approve: AskPermission
  /** The categories that could not be asked about. */
  readonly unasked: ReadonlySet<Category>
}

function createQuestions(calling: ActivatingCall): Questions {
  const { input, context, mayAsk } = calling
  const allowed = input.texts('allow')
  const unasked = new Set<Category>()
  return {
    unasked,
    approve: async (request) => {
      const { category } = request
      if (allowed.includes(category)) return true
      if (!mayAsk) {
        unasked.add(category)
        return false
      }
      show(describePermission(request).split('\n'), calling)
      return askYesNo('Allow it?', context.io)
    },
  }
}

function composeAllowing(input: Input, categories: readonly Category[]): string {
  const added = categories.flatMap((category) => ['--allow', category])
  return `It needs your consent, but there is no terminal to ask. To allow it: ${typeAgain(input, { with: added })}`
}

/** Another command about a skill, with the options that found it. */
export function composeCommand({ pieces }: Pick<Input, 'pieces'>, command: string, ...words: readonly string[]) {
  return typeAgain({ command, pieces: [...words.map((word) => ({ words: [word] })), ...keptAmong(pieces)] }, {})
}
