/** The skills in TypeScript that a workspace knows, and which of them have a given tool. */

import { compareVersions, readToolNeed, satisfies } from '../skill/tools-file/version-range.js'
import { defineSkill, type SkillDefinition } from './define-skill.js'

/** The skills in TypeScript of one workspace. */
export interface Definitions {
  readonly all: ReadonlyMap<string, SkillDefinition>
  /** A number that changes whenever a skill is added or removed. */
  version(): number
  add(definition: SkillDefinition): void
  remove(name: string): boolean
  /** The skills that have a tool of this name. */
  bringers(tool: string): readonly string[]
  /** The skill that has the newest version of a tool that satisfies the need. */
  providerOf(need: string): string | undefined
}

/** Creates the collection with the skills of the options. */
export function createDefinitions(initial: readonly SkillDefinition[]): Definitions {
  const all = new Map<string, SkillDefinition>()
  const bringers = new Map<string, Set<string>>()
  let version = 0
  const remove = (name: string): boolean => {
    version++
    for (const { toolName } of all.get(name)?.tools ?? []) bringers.get(toolName)?.delete(name)
    return all.delete(name)
  }
  const add = (given: SkillDefinition): void => {
    const definition = defineSkill(given)
    remove(definition.name)
    all.set(definition.name, definition)
    for (const { toolName } of definition.tools ?? []) {
      const known = bringers.get(toolName)
      if (known === undefined) bringers.set(toolName, new Set([definition.name]))
      else known.add(definition.name)
    }
  }
  for (const definition of initial) add(definition)
  return {
    all,
    version: () => version,
    add,
    remove,
    bringers: (tool) => [...(bringers.get(tool) ?? [])],
    providerOf: (need) => {
      const { name, range } = readToolNeed(need)
      const offers = [...(bringers.get(name) ?? [])].flatMap((skill) => {
        const tools = all.get(skill)?.tools?.filter(({ toolName }) => toolName === name) ?? []
        return tools.filter(({ version }) => satisfies(version, range)).map(({ version }) => ({ skill, version }))
      })
      return offers.reduce(
        (best, offer) => (compareVersions(offer.version, best.version) > 0 ? offer : best),
        offers[0] ?? NONE,
      ).skill
    },
  }
}

const NONE: { readonly skill: string | undefined; readonly version: string | undefined } = {
  skill: undefined,
  version: undefined,
}
