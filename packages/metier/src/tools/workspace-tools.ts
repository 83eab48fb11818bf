/**
 * A workspace as tools for any adapter: the tools that activate skills, and the tools of skills, in three ways of
 * delivery.
 */

import type { WorkspaceSkillManager } from '../workspace/skill-manager-view.js'
import type { PotentialTools } from '../workspace/tools/known-tools.js'
import { type Tool, type ToolRegistration, ToolSource } from '../workspace/tools/tool.js'
import { jsonSchemaOf } from '../workspace/tools/tool-schema.js'
import type { ActivatingWorkspace } from './activate-in-workspace.js'
import { type ActivatingManager, createActivateSkillTool } from './activate-skill.js'
import type { CallOptions, OfferableTool, ToolDefinition } from './agent-tool.js'
import { type CallingWorkspace, createCallSkillTool, toCallAnswer } from './call-skill-tool.js'
import { createDeactivateSkillTool, type DeactivatingWorkspace } from './deactivate-skill.js'
import { createReadSkillFileTool } from './read-skill-file.js'
import { createSnapshotMemory } from './snapshot-memory.js'

/**
 * How the tools of skills reach a model. `toggle`: the list changes with what is active. `static`: all are listed, and
 * those of inactive skills refuse. `dispatch`: the list never changes, and `call_skill_tool` calls them by name.
 */
export type Delivery = 'toggle' | 'static' | 'dispatch'

/** Every way of delivery, the usual one first. */
export const DELIVERIES: readonly Delivery[] = ['toggle', 'static', 'dispatch']

/** The part of a workspace that the tools use; a `VirtualWorkspace` has all of it. */
export interface ToolWorkspace extends ActivatingWorkspace, DeactivatingWorkspace, CallingWorkspace {
  /** The tools that inactive skills would add, as far as they are known. */
  readonly potentialTools: PotentialTools
  /** Reads the files of every skill to find them. */
  learnTools(): Promise<void>
  readonly toolSet: ReadonlyMap<string, ToolRegistration>
  readonly skillManager: ActivatingManager & Pick<WorkspaceSkillManager, 'getActiveSkills'>
  getAvailableTools(): readonly Tool[]
  findTool(name: string): ToolRegistration | undefined
}

/** Options of `createWorkspaceTools`. */
export interface WorkspaceToolsOptions {
  /** How the tools of skills reach the model; `toggle` if left out. */
  readonly delivery?: Delivery
}

/**
 * Turns a workspace into tools for an adapter. Call the returned function before each request: it lists
 * `activate_skill`, `deactivate_skill`, `read_skill_file` and the tools of skills. A tool without a `definition` cannot be
 * used now, and is listed so that a call of it says why; `offerTools` leaves it out.
 *
 * @example
 * import { toOpenAITools } from 'metier/openai'
 * import { createWorkspaceTools, defineSkill, VirtualWorkspace } from 'metier/workspace'
 *
 * const greeting = defineSkill({ name: 'greeting', description: 'Greets people' })
 * const listTools = createWorkspaceTools(new VirtualWorkspace({ skills: [greeting] }))
 * const request = { tools: toOpenAITools(listTools()) }
 */
export function createWorkspaceTools(
  workspace: ToolWorkspace,
  options: WorkspaceToolsOptions = {},
): () => readonly OfferableTool[] {
  const { delivery = 'toggle' } = options
  if (!DELIVERIES.includes(delivery))
    throw new TypeError(`There is no delivery '${delivery}'. Use ${DELIVERIES.join(', ')}`)
  const steps = createStepCount(workspace)
  const counted = countCalls(workspace, steps)
  const { skillManager } = workspace
  const control = [
    createActivateSkillTool({ skillManager, workspace: counted }),
    createDeactivateSkillTool(counted),
    offerWithFiles(createReadSkillFileTool({ skillManager }), skillManager),
    ...(delivery === 'dispatch' ? [createCallSkillTool(counted)] : []),
  ]
  // These names are reserved, and no list may have a name twice.
  const own = new Set(control.map(({ name }) => name))
  const known = new Map<string, OfferableTool>()
  return () => {
    steps.offer()
    // Tools that are not known yet are listed the next time. Hosts that list once call `learnTools` first.
    if (delivery === 'static') void workspace.learnTools().catch(() => undefined)
    for (const name of namesOf(workspace, delivery)) {
      if (!own.has(name) && !known.has(name)) known.set(name, toOfferable(name, { workspace, delivery, counted }))
    }
    return [...control, ...known.values()]
  }
}

/** Skills that are files refer to further files. A workspace without such skills does not offer to read any. */
function offerWithFiles(tool: OfferableTool, manager: ActivatingManager): OfferableTool {
  const { name, definition } = tool
  return {
    name,
    get definition() {
      return hasFiles(manager) ? definition : undefined
    },
    call: (input, options) => tool.call(input, options),
  }
}

const hasFiles = createSnapshotMemory((manager: ActivatingManager) => manager.getAvailableSkills().length > 0)

interface StepCount {
  offer(): void
  call(): void
}

/** Tools are listed for the model and again to find the called one, so only the first list after a call counts as an offer. */
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

type SwitchedWorkspace = ActivatingWorkspace & DeactivatingWorkspace & CallingWorkspace

/** The workspace with every switch and call counted as a step. */
function countCalls(workspace: ToolWorkspace, { call }: StepCount): SwitchedWorkspace {
  return {
    skills: workspace.skills,
    skillManager: workspace.skillManager,
    listSkills: () => workspace.listSkills(),
    activateSkill: (name, options) => {
      call()
      return workspace.activateSkill(name, options)
    },
    deactivateSkill: (name) => {
      call()
      return workspace.deactivateSkill(name)
    },
    callTool: (name, params, options) => {
      call()
      return workspace.callTool(name, params, options)
    },
  }
}

/** Every name of an available tool or of a tool that an inactive skill would add. */
function namesOf({ toolSet, potentialTools }: ToolWorkspace, delivery: Delivery): Iterable<string> {
  const names = new Set<string>()
  for (const [name, { source }] of toolSet) if (delivery !== 'dispatch' || source !== ToolSource.SKILL) names.add(name)
  if (delivery === 'dispatch') return names
  for (const name of potentialTools.keys()) names.add(name)
  // They are not offered, but a call of one says what it waits for.
  for (const name of potentialTools.withheld ?? []) names.add(name)
  return names
}

interface Surroundings {
  readonly workspace: ToolWorkspace
  readonly delivery: Delivery
  readonly counted: CallingWorkspace
}

function toOfferable(name: string, { workspace, delivery, counted }: Surroundings): OfferableTool {
  const memory = createDefinitionMemory()
  return {
    name,
    get definition() {
      const registration = workspace.findTool(name)
      if (registration?.enabled) return isHidden(registration, delivery) ? undefined : memory(registration.tool)
      const inactive = delivery === 'static' ? workspace.potentialTools.get(name) : undefined
      return inactive && memory(inactive.tool)
    },
    call: async (input, { signal }: CallOptions = {}) =>
      toCallAnswer(await counted.callTool(name, input, signal && { signal })),
  }
}

/** With `dispatch` the list never changes, so it shows no tools of skills. */
function isHidden({ source }: ToolRegistration, delivery: Delivery): boolean {
  return delivery === 'dispatch' && source === ToolSource.SKILL
}

/** Returns the same object until the tool changes, because adapters compare. */
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
