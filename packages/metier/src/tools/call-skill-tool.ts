/** The `call_skill_tool` tool of a workspace: reaches the tools of active skills in a list that never changes. */

import type { CallResult } from '../workspace/tools/call-tool.js'
import type { ServerAnswer } from '../workspace/tools/server-answer.js'
import type { CallOptions, OfferableTool, ToolAnswer, ToolDefinition } from './agent-tool.js'
import { type ConversationalTool, RUNS } from './built-in-tool.js'
import { findInputProblem } from './input-problem.js'
import { fieldOf, textOf, toJsonAnswer, toResultAnswer } from './settle.js'

/** The part of a workspace that the tool uses. */
export interface CallingWorkspace {
  callTool(name: string, params: unknown, options?: { readonly signal?: AbortSignal }): Promise<CallResult>
}

const NAME = 'call_skill_tool'

const DEFINITION: ToolDefinition = {
  name: NAME,
  description: 'Call a tool of an active skill by name. activate_skill lists the tools of a skill with their schemas.',
  inputSchema: {
    type: 'object',
    properties: {
      tool: { type: 'string', description: 'Name of the tool' },
      arguments: { type: 'object', description: "The tool's input, as its schema describes it" },
    },
    required: ['tool'],
    additionalProperties: false,
  },
}

/** Creates the tool. */
export function createCallSkillTool({ callTool }: CallingWorkspace): OfferableTool {
  return {
    name: NAME,
    definition: DEFINITION,
    call: async (input, { signal }: CallOptions = {}) => {
      const problem = findInputProblem(input, { tool: 'text', arguments: 'object' }, ['tool'])
      if (problem !== undefined) return toJsonAnswer({ error: problem, suggestions: [CALL_LIKE_THIS] })
      return toCallAnswer(await callTool(textOf(input, 'tool') ?? '', argumentsOf(input), signal && { signal }))
    },
  }
}

const CALL_LIKE_THIS =
  'Call it with { "tool": "name", "arguments": { … } }. activate_skill lists the tools and their schemas'

/** Models also write `input`, which cannot mean anything else. */
function argumentsOf(input: unknown): unknown {
  return fieldOf(input, 'arguments') ?? fieldOf(input, 'input') ?? {}
}

/** Turns the result of a call in a workspace into an answer for a model. */
export function toCallAnswer(result: CallResult): ToolAnswer {
  const { answer } = result
  if (result.success) return answer === undefined ? toResultAnswer(result.result) : toServerAnswer(answer)
  const { message, suggestions, details } = result.failure
  const failure = toJsonAnswer({ error: message, ...(suggestions.length > 0 && { suggestions }), ...details })
  return answer === undefined ? failure : { ...failure, answer }
}

/** A model that reads text gets a description of an image, not its bytes. */
export function toServerAnswer(answer: ServerAnswer): ToolAnswer {
  const { value, text, hasMedia } = answer
  return { ...toResultAnswer(value), ...(hasMedia && { text }), answer }
}

/** How the tool is offered. */
export const callSkillTool: ConversationalTool<typeof NAME, 'registry'> = {
  name: NAME,
  profile: 'registry',
  traits: { title: 'Call a tool of an active skill', annotations: RUNS },
  isPerConversation: true,
}
