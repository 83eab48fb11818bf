/** V-3…V-7: what active and registered skills are at this moment, computed from what is active. */

import type { Activation, ActiveSkills } from './activation/activation.js'
import type { SkillDefinition } from './define-skill.js'
import type { ActiveSkill, ActiveSkillMethods } from './skill-manager-view.js'
import type { SkillToolState, Tool } from './tools/tool.js'
import { type ToolTable, withNeeds } from './tools/tool-table.js'

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
