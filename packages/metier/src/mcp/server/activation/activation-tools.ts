/** The tools that change a conversation: `activate_skill`, `deactivate_skill` and `call_skill_tool`. */

import type { SkillManager } from '../../../manager/skill-manager.js'
import type { JsonSchema } from '../../../skill/json-schema.js'
import { traceActivation } from '../../../tools/activate-skill.js'
import type { CallOptions, ToolAnswer, ToolDefinition } from '../../../tools/agent-tool.js'
import { toServerAnswer } from '../../../tools/call-skill-tool.js'
import type { BUILT_IN_TOOLS } from '../../../tools/create-tools.js'
import { traceDeactivation } from '../../../tools/deactivate-skill.js'
import { findInputProblem, findNameProblem } from '../../../tools/input-problem.js'
import { fieldOf, textOf, toJsonAnswer, toResultAnswer } from '../../../tools/settle.js'
import type { SwitchResult } from '../../../workspace/activation/switch-result.js'
import { type DeclaredTool, findDeclaredTool } from '../../../workspace/skill-tools/declared-tool.js'
import type { CallResult } from '../../../workspace/tools/call-tool.js'
import type { Tool } from '../../../workspace/tools/tool.js'
import { jsonSchemaOf } from '../../../workspace/tools/tool-schema.js'
import type { Begun, Conversation, Conversations, RequestPlace } from '../conversation.js'

/** A tool whose answer depends on the conversation. */
export interface ConversationTool {
  /**
   * The definition, with a description of at most so many characters; undefined while the tool can do nothing. With
   * handles, it has a parameter for one.
   */
  define(characters: number, hasHandles: boolean): ToolDefinition | undefined
  call(input: unknown, place: RequestPlace, options: CallOptions): Promise<ToolAnswer>
}

/** What the tools work with. */
export interface ActivationToolsOptions {
  readonly skillManager: SkillManager
  readonly conversations: Conversations
  /** The definition of `activate_skill`. */
  readonly defineActivation: (characters: number) => ToolDefinition | undefined
}

type ConversationToolName = Extract<(typeof BUILT_IN_TOOLS)[number], { readonly isPerConversation: true }>['name']

/** Creates the tools by name. The compiler requires one for each built-in tool that is answered per conversation. */
export function createActivationTools(
  options: ActivationToolsOptions,
): Readonly<Record<ConversationToolName, ConversationTool>> {
  const { conversations, defineActivation } = options
  const withKey = (definition: ToolDefinition, hasHandles: boolean) => (hasHandles ? addKey(definition) : definition)
  return {
    activate_skill: {
      define: (characters, hasHandles) => {
        const definition = defineActivation(characters)
        return definition && withKey(definition, hasHandles)
      },
      call: (input, place, callOptions) =>
        traceActivation(
          options,
          input,
          () => activate(options, input, placeOf(place, input), callOptions),
          ({ isError, data }) => (isError ? undefined : textOf(data, 'name')),
        ),
    },
    deactivate_skill: {
      define: (_, hasHandles) => withKey(DEACTIVATE, hasHandles),
      call: async (input, place) => {
        const found = await findNamed(conversations, placeOf(place, input))
        if (!found.ok) return found.refusal
        const { conversation } = found
        const active = () => (conversation === undefined ? [] : activeNames(conversation.workspace))
        return traceDeactivation(input, active, () => deactivate(conversation, input))
      },
    },
    call_skill_tool: {
      define: (_, hasHandles) => withKey(CALL, hasHandles),
      call: async (input, place, callOptions) => {
        const found = await findNamed(conversations, placeOf(place, input))
        return found.ok ? callSkillTool(options, found.conversation, input, callOptions) : found.refusal
      },
    },
  }
}

const DEACTIVATE: ToolDefinition = {
  name: 'deactivate_skill',
  description: 'Deactivate a skill when its task is done, which removes its tools.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Name of the skill. If left out, deactivates every active skill' },
    },
    additionalProperties: false,
  },
}

const CALL: ToolDefinition = {
  name: 'call_skill_tool',
  description: 'Call a tool of an active skill by name. activate_skill lists the tools of a skill with their schemas.',
  inputSchema: {
    type: 'object',
    properties: {
      tool: { type: 'string', description: 'Name of the tool' },
      arguments: { type: 'object', description: "The tool's input", additionalProperties: true },
    },
    required: ['tool'],
    additionalProperties: false,
  },
}

const KEY: JsonSchema = { type: 'string', description: 'The activation that activate_skill returned' }

/** Without a connection, each request must say which conversation it belongs to. */
function addKey(definition: ToolDefinition): ToolDefinition {
  const { inputSchema } = definition
  const properties = { ...(inputSchema.properties as JsonSchema), activation: KEY }
  return { ...definition, inputSchema: { ...inputSchema, properties } }
}

/** Models send an empty string for an argument that they leave out. */
function placeOf(place: RequestPlace, input: unknown): RequestPlace {
  return { ...place, activation: (textOf(input, 'activation') || undefined) ?? place.activation }
}

type Named =
  | { readonly ok: true; readonly conversation: Conversation | undefined }
  | { readonly ok: false; readonly refusal: ToolAnswer }

/** The conversation of a request. A handle that is made up, expired or of another client is refused in the same words. */
async function findNamed(conversations: Conversations, place: RequestPlace): Promise<Named> {
  const conversation = await conversations.find(place)
  if (conversation !== undefined || place.activation === undefined) return { ok: true, conversation }
  return { ok: false, refusal: refuse('The activation is unknown or has expired', ['Call activate_skill again']) }
}

async function activate(
  { skillManager, conversations }: ActivationToolsOptions,
  input: unknown,
  place: RequestPlace,
  callOptions: CallOptions,
): Promise<ToolAnswer> {
  // The conversation of a process is restored if the request names it.
  if (place.activation !== undefined) await conversations.find(place)
  const begun = conversations.begin(place)
  const answer = await activateIn(begun, skillManager, input, callOptions)
  // No client has its handle, so keeping it would only displace conversations in use.
  if (answer.isError) await begun.takeBack?.()
  else begun.conversation.keep?.()
  return answer
}

async function activateIn(
  { conversation, handle }: Begun,
  skillManager: SkillManager,
  input: unknown,
  callOptions: CallOptions,
): Promise<ToolAnswer> {
  const { workspace, instructions } = conversation
  const { signal, client } = callOptions
  const given = textOf(input, 'name') ?? ''
  const resolution = workspace.skills.has(given) ? undefined : skillManager.resolve(given)
  // The tool reports the error, with similar names.
  if (resolution?.ok === false) return instructions.call(input, callOptions)
  const name = resolution?.value.name ?? given
  const wasActive = activeNames(workspace).includes(name)
  const activation = await workspace.activateSkill(name, { signal, client })
  if (!activation.success) return refuse(activation.message, activation.failure?.suggestions)
  const answer =
    resolution === undefined ? giveInstructions(name, activation) : await instructions.call(input, callOptions)
  // If the call was aborted while the instructions were read, the skill must not become active.
  if (answer.isError && signal?.aborted && !wasActive) await workspace.deactivateSkill(name)
  if (answer.isError) return answer
  const tools = activation.tools.map(describeTool)
  // The message contains file names, which the skill's author chose.
  const message = activation.message.replaceAll('<', '&lt;')
  const notes = [composeTools(tools, message), composeHandle(handle)].filter((note) => note !== '')
  return {
    text: [answer.text, ...notes].join('\n\n'),
    isError: false,
    data: { ...(answer.data as object), tools, ...(handle !== undefined && { activation: handle }) },
  }
}

/** The text of a skill in TypeScript comes from the host. */
function giveInstructions(name: string, { instructions = '', message }: SwitchResult): ToolAnswer {
  const content = instructions === '' ? message : instructions
  return { text: content, isError: false, data: { activated: true, name, content } }
}

function describeTool(tool: Tool): ToolDefinition {
  return { name: tool.toolName, description: tool.desc, inputSchema: jsonSchemaOf(tool) }
}

/** Includes the schemas, because many clients list tools only once. */
function composeTools(tools: readonly ToolDefinition[], message: string): string {
  // A message of more than one sentence has notes, such as tools that need approval.
  if (tools.length === 0) return message.includes('. ') ? message : ''
  // Escaped, so that no description can pass for a tag.
  const lines = tools.map((tool) => JSON.stringify(tool).replaceAll('<', '\\u003c'))
  return [message, 'Call its tools by name or through call_skill_tool:', ...lines].join('\n')
}

function composeHandle(handle: string | undefined): string {
  if (handle === undefined) return ''
  return `Pass "activation": "${handle}" to activate_skill, deactivate_skill and call_skill_tool from now on.`
}

async function deactivate(conversation: Conversation | undefined, input: unknown): Promise<ToolAnswer> {
  const active = conversation === undefined ? [] : activeNames(conversation.workspace)
  const problem = findNameProblem(input)
  if (problem !== undefined) return refuse(problem, [`Active: ${active.join(', ') || 'none'}`])
  const name = textOf(input, 'name')
  if (conversation === undefined || active.length === 0) return refuse('No skill is active')
  if (name !== undefined && !active.includes(name)) {
    return refuse(`Skill '${name}' is not active. Active: ${active.join(', ')}`)
  }
  const names = name === undefined ? active : [name]
  for (const one of names) {
    const ended = await conversation.workspace.deactivateSkill(one)
    if (!ended.success) return refuse(ended.message)
    // After a new activation the model must get the instructions again.
    conversation.instructions.forget(one)
  }
  conversation.keep?.()
  const message = `Deactivated: ${names.join(', ')}`
  return { text: message, isError: false, data: { deactivated: true, name: names.join(', '), message } }
}

async function callSkillTool(
  { skillManager }: ActivationToolsOptions,
  conversation: Conversation | undefined,
  input: unknown,
  options: CallOptions,
): Promise<ToolAnswer> {
  const problem = findInputProblem(input, { tool: 'text', arguments: 'object' }, ['tool'])
  const name = textOf(input, 'tool')
  if (problem !== undefined || name === undefined) return refuse(problem ?? '', [CALL_LIKE_THIS])
  if (conversation === undefined) {
    const unknown = `No active skill has the tool '${name}'. Call activate_skill first`
    return (await explainDeclared(name, skillManager)) ?? refuse(unknown)
  }
  return callInWorkspace(conversation, name, fieldOf(input, 'arguments') ?? {}, options)
}

/** Explains a call of a tool of a skill that is not approved, or not active; undefined if no skill declares the tool. */
export async function explainDeclared(name: string, skillManager: SkillManager): Promise<ToolAnswer | undefined> {
  const declared = await findDeclaredTool(name, skillManager)
  return declared && toRefusal(declared)
}

/** A refusal of a call with what to do next. */
export function toRefusal({ message, suggestions }: DeclaredTool): ToolAnswer {
  return { text: [message, ...suggestions].join('\n- '), isError: true, data: { error: message, suggestions } }
}

const CALL_LIKE_THIS =
  'Call it with { "tool": "name", "arguments": { … } }. activate_skill lists the tools and their schemas'

/** Calls a tool of an active skill. A failure is an answer that says what to do next. */
export async function callInWorkspace(
  { workspace }: Conversation,
  name: string,
  input: unknown,
  { signal, client }: CallOptions,
): Promise<ToolAnswer> {
  return toAnswer(await workspace.callTool(name, input, { signal, client }))
}

function toAnswer(result: CallResult): ToolAnswer {
  const { answer } = result
  if (result.success && answer !== undefined) return toServerAnswer(answer)
  if (result.success) return toResultAnswer(result.result === undefined ? 'Done.' : result.result)
  const { message, suggestions, details } = result.failure
  const text = [message, ...suggestions.map((suggestion) => `- ${suggestion}`)].join('\n')
  const data = { error: message, suggestions, ...(details !== undefined && { details }) }
  return { text, isError: true, data, answer }
}

function refuse(error: string, suggestions: readonly string[] = []): ToolAnswer {
  const text = [error, ...suggestions].join('\n- ')
  return { ...toJsonAnswer({ error, ...(suggestions.length > 0 && { suggestions }) }), text }
}

/** The skills that were activated by name in a workspace, the latest last. */
function activeNames({ skillManager }: Conversation['workspace']): readonly string[] {
  return skillManager.getActiveSkills().map(({ name }) => name)
}
