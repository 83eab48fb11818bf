/** The skill manager as a workspace shows it: every method of its own, and what is active here. */

import type { SkillManager } from '../manager/skill-manager.js'
import type { Activation, ActiveSkills } from './activation/activation.js'
import type { SkillDefinition } from './define-skill.js'
import type { SkillToolState, Tool } from './tools/tool.js'
import { type ToolTable, withNeeds } from './tools/tool-table.js'

/** A skill that is active, as its host sees it. */
export interface ActiveSkill {
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly version?: string | undefined
  /** What a model reads while it is active. */
  readonly instructions: string
  readonly tools: readonly Tool[]
}

/** V-4…V-7. */
export interface ActiveSkillMethods {
  /** The skill that was activated last and still is; null where none is. */
  getActiveSkill(): ActiveSkill | null
  getActiveSkills(): readonly ActiveSkill[]
  getActiveSkillTools(): Tool[]
  getActiveSkillToolNames(): string[]
  isToolFromActiveSkill(toolName: string): boolean
  getAllSkillToolStates(): SkillToolState[]
}

export type WorkspaceSkillManager = SkillManager & ActiveSkillMethods

/** A view of a manager with some methods added or replaced. The manager itself stays as it is: one may serve many workspaces. */
export function overlayManager<Methods extends object>(
  manager: SkillManager,
  methods: Methods,
): SkillManager & Methods {
  return new Proxy(manager, {
    get: (target, key) => {
      if (Object.hasOwn(methods, key)) return Reflect.get(methods, key)
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
    has: (target, key) => Object.hasOwn(methods, key) || Reflect.has(target, key),
  }) as SkillManager & Methods
}

export interface States {
  readonly definitions: ReadonlyMap<string, SkillDefinition>
  active(): ActiveSkills
  table(): ToolTable
}

export function createActiveSkillMethods(states: States): ActiveSkillMethods {
  const tools = () => requestedOf(states.active()).flatMap((activation) => toolsOf(activation, states.table()))
  return {
    getActiveSkill: () => {
      const last = requestedOf(states.active()).at(-1)
      return last === undefined ? null : describe(last, states.table())
    },
    getActiveSkills: () => requestedOf(states.active()).map((activation) => describe(activation, states.table())),
    getActiveSkillTools: tools,
    getActiveSkillToolNames: () => tools().map(({ toolName }) => toolName),
    isToolFromActiveSkill: (name) => tools().some(({ toolName }) => toolName === name),
    getAllSkillToolStates: () => listStates(states),
  }
}

/** The activations of the skills that were asked for, the latest last. */
function requestedOf({ requested, activations }: ActiveSkills): readonly Activation[] {
  return requested.flatMap((name) => activations.find((activation) => activation.name === name) ?? [])
}

/** Everything that is active, with what others need: all of it has tools to show. */
export function describeAll({ activations }: ActiveSkills, table: ToolTable): readonly ActiveSkill[] {
  return activations.map((activation) => describe(activation, table))
}

/** What is there because of one skill: its tools, and those of the skills that it needs. */
export function toolsFor({ name }: Activation, { activations }: ActiveSkills, table: ToolTable): readonly Tool[] {
  return withNeeds(name, activations).flatMap((activation) => toolsOf(activation, table))
}

/** The tools of an active skill by the names that they have here. */
export function toolsOf({ name }: Activation, table: ToolTable): readonly Tool[] {
  return table.addedBy(name).flatMap((added) => table.granted.get(added)?.tool ?? [])
}

function describe(activation: Activation, table: ToolTable): ActiveSkill {
  const { name, displayName, description, version, instructions } = activation
  return { name, displayName, description, version, instructions, tools: toolsOf(activation, table) }
}

function listStates({ definitions, active, table }: States): SkillToolState[] {
  const now = table()
  const { activations } = active()
  const byName = new Map(activations.map((activation) => [activation.name, activation]))
  const registered = [...definitions.values()].map(({ name, tools = [] }) =>
    stateOf(name, tools, byName.get(name), now),
  )
  const fromFiles = activations.filter(({ name }) => !definitions.has(name))
  return [
    ...registered,
    ...fromFiles.map((activation) => stateOf(activation.name, toolsOf(activation, now), activation, now)),
  ]
}

function stateOf(
  skillName: string,
  tools: readonly Tool[],
  activation: Activation | undefined,
  table: ToolTable,
): SkillToolState {
  const addedToolNames = activation === undefined ? [] : table.addedBy(skillName)
  return { skillName, tools, active: activation !== undefined, addedToolNames }
}
