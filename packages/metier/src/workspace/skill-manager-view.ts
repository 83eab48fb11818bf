/** The skill manager as a workspace shows it: with all of its methods, and with what is active in this workspace. */

import type { SkillManager } from '../manager/skill-manager.js'
import type { Activation, ActiveSkills } from './activation/activation.js'
import type { SkillDefinition } from './define-skill.js'
import type { PotentialTools } from './tools/known-tools.js'
import type { SkillToolState, Tool } from './tools/tool.js'
import { type ToolTable, withNeeds } from './tools/tool-table.js'

/** A skill that is active. */
export interface ActiveSkill {
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly version?: string | undefined
  /** The text that a model reads while the skill is active. */
  readonly instructions: string
  /** Its tools, under the names they have in this workspace. */
  readonly tools: readonly Tool[]
}

/** What the skill manager of a workspace can do in addition. */
export interface ActiveSkillMethods {
  /** The active skill that was activated last; null if none is active. */
  getActiveSkill(): ActiveSkill | null
  /** Every skill that was activated by name and still is active, the latest last. */
  getActiveSkills(): readonly ActiveSkill[]
  /** The tools of the active skills; empty if none is active. */
  getActiveSkillTools(): Tool[]
  /** The names of these tools. */
  getActiveSkillToolNames(): string[]
  /** Whether a tool belongs to an active skill. */
  isToolFromActiveSkill(toolName: string): boolean
  /**
   * The state of every skill: those in TypeScript, then those that are files. The tools of an inactive skill that is
   * files are listed once they are known; `workspace.learnTools()` reads them.
   */
  getAllSkillToolStates(): SkillToolState[]
}

/** A `SkillManager` that also knows what is active in its workspace. */
export type WorkspaceSkillManager = SkillManager & ActiveSkillMethods

/**
 * A view of a manager with some methods added or replaced. The manager itself does not change: it may serve many
 * workspaces.
 */
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

/** Where the methods look. */
export interface States {
  readonly definitions: ReadonlyMap<string, SkillDefinition>
  /** Knows the skills that are files. */
  readonly manager: Pick<SkillManager, 'getSkills'>
  readonly potential: PotentialTools
  active(): ActiveSkills
  table(): ToolTable
}

/** Creates the methods over what is active. */
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

/** The activations of the requested skills, the latest last. */
function requestedOf({ requested, activations }: ActiveSkills): readonly Activation[] {
  return requested.flatMap((name) => activations.find((activation) => activation.name === name) ?? [])
}

/** Describes everything that is active, including the skills that others need. */
export function describeAll({ activations }: ActiveSkills, table: ToolTable): readonly ActiveSkill[] {
  return activations.map((activation) => describe(activation, table))
}

/** The tools that one skill accounts for: its own, and those of the skills it needs. */
export function toolsFor({ name }: Activation, { activations }: ActiveSkills, table: ToolTable): readonly Tool[] {
  return withNeeds(name, activations).flatMap((activation) => toolsOf(activation, table))
}

/** The tools of an active skill, under the names they have in this workspace. */
export function toolsOf({ name }: Activation, table: ToolTable): readonly Tool[] {
  return table.addedBy(name).flatMap((added) => table.granted.get(added)?.tool ?? [])
}

function describe(activation: Activation, table: ToolTable): ActiveSkill {
  const { name, displayName, description, version, instructions } = activation
  return { name, displayName, description, version, instructions, tools: toolsOf(activation, table) }
}

function listStates({ definitions, manager, potential, active, table }: States): SkillToolState[] {
  const now = table()
  const { activations } = active()
  const byName = new Map(activations.map((activation) => [activation.name, activation]))
  const registered = [...definitions.values()].map(({ name, tools = [] }) =>
    stateOf(name, tools, byName.get(name), now),
  )
  const learnt = collectBySkill(potential)
  // An active skill whose files are gone has a state as long as its tools are available.
  const names = [...manager.getSkills().map(({ name }) => name), ...byName.keys()]
  const others = new Set(names.filter((name) => !definitions.has(name)))
  const fromFiles = [...others].map((name) => {
    const activation = byName.get(name)
    const tools = activation === undefined ? (learnt.get(name) ?? []) : toolsOf(activation, now)
    return stateOf(name, tools, activation, now)
  })
  return [...registered, ...fromFiles]
}

function collectBySkill(potential: PotentialTools): ReadonlyMap<string, readonly Tool[]> {
  const bySkill = new Map<string, Tool[]>()
  for (const { tool, skill } of potential.values()) {
    const known = bySkill.get(skill)
    if (known === undefined) bySkill.set(skill, [tool])
    else known.push(tool)
  }
  return bySkill
}

function stateOf(
  skillName: string,
  tools: readonly Tool[],
  activation: Activation | undefined,
  table: ToolTable,
): SkillToolState {
  const addedToolNames = activation === undefined ? [] : [...table.addedBy(skillName)]
  return { skillName, tools: [...tools], active: activation !== undefined, addedToolNames }
}
