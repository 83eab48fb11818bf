/** A workspace as tools for any adapter: the ones that switch skills, and what the skills bring, in three ways of delivery. */

import type { JsonSchema } from '../skill/json-schema.js'
import type { SwitchResult } from '../workspace/activation/switch-result.js'
import type { ListedSkill } from '../workspace/list-skills.js'
import type { ActiveSkill, WorkspaceSkillManager } from '../workspace/skill-manager-view.js'
import type { CallResult } from '../workspace/tools/call-tool.js'
import type { PotentialTools } from '../workspace/tools/known-tools.js'
import { jsonSchemaOf, type Tool, type ToolRegistration, ToolSource } from '../workspace/tools/tool.js'
import { type ActivatingManager, createActivateSkillTool } from './activate-skill.js'
import type { CallOptions, ToolAnswer, ToolDefinition } from './agent-tool.js'
import { findInputProblem, findNameProblem } from './input-problem.js'
import type { OfferableTool } from './offerable-tool.js'
import { fieldOf, textOf, toJsonAnswer, toResultAnswer } from './settle.js'

/**
 * How tools of skills reach a model. `toggle`: the list changes with what is active. `static`: all of them are listed
 * and those of inactive skills refuse. `dispatch`: the list never changes, and `call_skill_tool` calls them by name.
 */
export type Delivery = 'toggle' | 'static' | 'dispatch'

/** What the tools need of a workspace. */
export interface ToolWorkspace {
  readonly skills: ReadonlyMap<string, unknown>
  /** What inactive skills would bring, as far as it is known. */
  readonly potentialTools: PotentialTools
  /** Looks at the files of skills for it. */
  learnTools(): Promise<void>
  readonly toolSet: ReadonlyMap<string, ToolRegistration>
  readonly skillManager: ActivatingManager & Pick<WorkspaceSkillManager, 'getActiveSkills'>
  listSkills(): readonly ListedSkill[]
  getAvailableTools(): readonly Tool[]
  findTool(name: string): ToolRegistration | undefined
  activateSkill(name: string, options?: { readonly signal?: AbortSignal }): Promise<SwitchResult>
  deactivateSkill(name?: string): Promise<SwitchResult>
  callTool(name: string, params: unknown, options?: { readonly signal?: AbortSignal }): Promise<CallResult>
}

export interface WorkspaceToolsOptions {
  readonly delivery?: Delivery
}

/** The tools of this moment, for an adapter; a library that keeps its list asks each tool before each step. */
export function createWorkspaceTools(
  workspace: ToolWorkspace,
  options: WorkspaceToolsOptions = {},
): () => readonly OfferableTool[] {
  const { delivery = 'toggle' } = options
  const steps = createStepCount(workspace)
  const control = [createActivate(workspace, steps), createDeactivate(workspace, steps)]
  const dispatch = delivery === 'dispatch' ? [createDispatch(workspace, steps)] : []
  // Nobody's tool takes the place of these, and no list may have a name twice.
  const own = new Set([...control, ...dispatch].map(({ name }) => name))
  const known = new Map<string, OfferableTool>()
  return () => {
    steps.offer()
    // What is not known yet is listed the next time; hosts that list once wait for `learnTools` first.
    if (delivery === 'static') void workspace.learnTools().catch(() => undefined)
    for (const name of namesOf(workspace, delivery)) {
      if (!own.has(name) && !known.has(name)) known.set(name, toOfferable(name, { workspace, delivery, steps }))
    }
    return [...control, ...dispatch, ...known.values()]
  }
}

interface StepCount {
  offer(): void
  call(): void
}

/** Tools are listed for the model, and again to find the one that it calls: only what comes after a call is another offer. */
function createStepCount(workspace: ToolWorkspace): StepCount {
  let isCounted = false
  return {
    offer: () => {
      if (!isCounted) workspace.getAvailableTools()
      isCounted = true
    },
    call: () => {
      isCounted = false
    },
  }
}

/** Every name that means something now or would if its skill were active. */
function namesOf({ toolSet, potentialTools }: ToolWorkspace, delivery: Delivery): Iterable<string> {
  const names = new Set<string>()
  for (const [name, { source }] of toolSet) if (delivery !== 'dispatch' || source !== ToolSource.SKILL) names.add(name)
  if (delivery === 'dispatch') return names
  for (const name of potentialTools.keys()) names.add(name)
  return names
}

interface Offering {
  readonly workspace: ToolWorkspace
  readonly delivery: Delivery
  readonly steps: StepCount
}

function toOfferable(name: string, { workspace, delivery, steps }: Offering): OfferableTool {
  const memory = createDefinitionMemory()
  return {
    name,
    get definition() {
      const registration = workspace.findTool(name)
      if (registration?.enabled) return isHidden(registration, delivery) ? undefined : memory(registration.tool)
      const inactive = delivery === 'static' ? workspace.potentialTools.get(name) : undefined
      return inactive && memory(inactive.tool)
    },
    call: async (input, { signal }: CallOptions = {}) => {
      steps.call()
      return toAnswer(await workspace.callTool(name, input, signal && { signal }))
    },
  }
}

/** A list that must not change shows none of the tools that come and go. */
function isHidden({ source }: ToolRegistration, delivery: Delivery): boolean {
  return delivery === 'dispatch' && source === ToolSource.SKILL
}

/** The same object until the tool is another one: adapters compare. */
function createDefinitionMemory(): (tool: Tool) => ToolDefinition {
  let last: { readonly tool: Tool; readonly definition: ToolDefinition } | undefined
  return (tool) => {
    if (last?.tool !== tool) last = { tool, definition: define(tool) }
    return last.definition
  }
}

function define(tool: Tool): ToolDefinition {
  return { name: tool.toolName, description: tool.desc, inputSchema: jsonSchemaOf(tool) }
}

function createActivate(workspace: ToolWorkspace, steps: StepCount): OfferableTool {
  const { skillManager, skills } = workspace
  return createActivateSkillTool({
    skillManager,
    workspace: {
      skills,
      skillManager,
      listSkills: () => workspace.listSkills(),
      activateSkill: (name, options) => {
        steps.call()
        return workspace.activateSkill(name, options)
      },
    },
  })
}

function createDeactivate(workspace: ToolWorkspace, steps: StepCount): OfferableTool {
  const active = () => workspace.skillManager.getActiveSkills().map(({ name }: ActiveSkill) => name)
  let last: { readonly names: readonly string[]; readonly definition: ToolDefinition } | undefined
  return {
    name: 'deactivate_skill',
    get definition() {
      const names = active()
      if (names.length === 0) return undefined
      const isSame = last?.names.length === names.length && names.every((name, at) => name === last?.names[at])
      if (last === undefined || !isSame) last = { names, definition: defineDeactivate(names) }
      return last.definition
    },
    call: async (input) => {
      const problem = findNameProblem(input)
      if (problem !== undefined) return toJsonAnswer({ error: problem, suggestions: describeActive(active()) })
      steps.call()
      return toSwitchAnswer(await workspace.deactivateSkill(textOf(input, 'name')))
    },
  }
}

function defineDeactivate(names: readonly string[]): ToolDefinition {
  const description = 'Deactivate a skill that is no longer needed: its tools go. Without a name, every active skill.'
  return { name: 'deactivate_skill', description, inputSchema: nameSchema(names, []) }
}

function describeActive(names: readonly string[]): readonly string[] {
  return [names.length === 0 ? 'No skill is active' : `Active: ${names.join(', ')}`]
}

function nameSchema(names: readonly string[] | undefined, required: readonly string[]): JsonSchema {
  const name = { type: 'string', ...(names !== undefined && { enum: names }), description: 'Name of the skill' }
  return { type: 'object', properties: { name }, required, additionalProperties: false }
}

const DISPATCH: ToolDefinition = {
  name: 'call_skill_tool',
  description:
    'Call a tool of an active skill by its name. activate_skill tells which tools a skill brings, with their schemas.',
  inputSchema: {
    type: 'object',
    properties: {
      tool: { type: 'string', description: 'Name of the tool' },
      arguments: { type: 'object', description: "What the tool's schema asks for" },
    },
    required: ['tool'],
    additionalProperties: false,
  },
}

function createDispatch(workspace: ToolWorkspace, steps: StepCount): OfferableTool {
  return {
    name: DISPATCH.name,
    definition: DISPATCH,
    call: async (input, { signal }: CallOptions = {}) => {
      const problem = findInputProblem(input, { tool: 'text', arguments: 'object' }, ['tool'])
      if (problem !== undefined) return toJsonAnswer({ error: problem, suggestions: [CALL_LIKE_THIS] })
      steps.call()
      return toAnswer(await workspace.callTool(textOf(input, 'tool') ?? '', argumentsOf(input), signal && { signal }))
    },
  }
}

const CALL_LIKE_THIS =
  'Call it with { "tool": "name", "arguments": { … } }; activate_skill tells which tools there are and what they take'

/** Models write `input` as well, and nothing else could be meant. */
function argumentsOf(input: unknown): unknown {
  return fieldOf(input, 'arguments') ?? fieldOf(input, 'input') ?? {}
}

function toAnswer(answer: CallResult): ToolAnswer {
  if (answer.success) return toResultAnswer(answer.result)
  const { message, suggestions, details } = answer.failure
  return toJsonAnswer({ error: message, ...(suggestions.length > 0 && { suggestions }), ...details })
}

function toSwitchAnswer({ success, message, failure }: SwitchResult): ToolAnswer {
  if (success) return { text: JSON.stringify({ message }), isError: false, data: { message } }
  return toJsonAnswer({ error: message, suggestions: failure?.suggestions ?? [] })
}
