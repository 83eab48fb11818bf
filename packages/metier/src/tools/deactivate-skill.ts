/** The `deactivate_skill` tool of a workspace: offered while a skill is active. */

import type { SwitchResult } from '../workspace/activation/switch-result.js'
import type { ActiveSkillMethods } from '../workspace/skill-manager-view.js'
import type { OfferableTool, ToolAnswer, ToolDefinition } from './agent-tool.js'
import { type ConversationalTool, TEXT, toOutputSchema, YES_OR_NO } from './built-in-tool.js'
import { findNameProblem } from './input-problem.js'
import { textOf, toJsonAnswer } from './settle.js'
import { traceTool } from './trace-tool.js'

/** The part of a workspace that the tool uses. */
export interface DeactivatingWorkspace {
  readonly skillManager: Pick<ActiveSkillMethods, 'getActiveSkills'>
  deactivateSkill(name?: string): Promise<SwitchResult>
}

const NAME = 'deactivate_skill'

/** Creates the tool; while no skill is active it has no definition. */
export function createDeactivateSkillTool({ skillManager, deactivateSkill }: DeactivatingWorkspace): OfferableTool {
  const active = () => skillManager.getActiveSkills().map(({ name }) => name)
  let last: { readonly names: readonly string[]; readonly definition: ToolDefinition } | undefined
  return {
    name: NAME,
    get definition() {
      const names = active()
      if (names.length === 0) return undefined
      const isSame = last?.names.length === names.length && names.every((name, at) => name === last?.names[at])
      if (last === undefined || !isSame) last = { names, definition: define(names) }
      return last.definition
    },
    call: (input) =>
      traceDeactivation(input, active, async () => {
        const problem = findNameProblem(input)
        if (problem !== undefined) return toJsonAnswer({ error: problem, suggestions: describeActive(active()) })
        return toAnswer(await deactivateSkill(textOf(input, 'name')))
      }),
  }
}

/** Makes a deactivation by a model. If the host uses OpenTelemetry, it is a span. */
export function traceDeactivation(
  input: unknown,
  active: () => readonly string[],
  work: () => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  const open = () => ({ skill: active().find((name) => name === textOf(input, 'name')) })
  return traceTool(() => ({ tool: NAME, kind: 'plain', input, open, isRefusal: ({ isError }) => isError }), work)
}

function define(names: readonly string[]): ToolDefinition {
  return {
    name: NAME,
    description:
      'Deactivate a skill when its task is done, which removes its tools. Without a name, deactivates every active skill.',
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string', enum: names, description: 'Name of the skill' } },
      required: [],
      additionalProperties: false,
    },
  }
}

function describeActive(names: readonly string[]): readonly string[] {
  return [names.length === 0 ? 'No skill is active' : `Active: ${names.join(', ')}`]
}

function toAnswer({ success, message, failure }: SwitchResult): ToolAnswer {
  if (success) return { text: JSON.stringify({ message }), isError: false, data: { message } }
  return toJsonAnswer({ error: message, suggestions: failure?.suggestions ?? [] })
}

/** How the tool is offered. */
export const deactivateSkillTool: ConversationalTool<typeof NAME, 'registry'> = {
  name: NAME,
  profile: 'registry',
  traits: {
    title: 'Deactivate a skill',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    outputSchema: toOutputSchema({ deactivated: YES_OR_NO, name: TEXT, message: TEXT }),
  },
  isPerConversation: true,
}
