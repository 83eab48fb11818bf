/** The texts about skills that clients get: the instructions, and the description of `activate_skill`. */

import type { SkillListEntry } from '../../contracts/skill-list.js'
import type { SkillManager } from '../../manager/skill-manager.js'
import { defineActivation } from '../../tools/activation-definition.js'
import type { ToolDefinition } from '../../tools/agent-tool.js'
import type { BuiltInTool } from '../../tools/built-in-tool.js'
import type { SkillDefinition } from '../../workspace/define-skill.js'
import { composeInstructions, describeRest } from './instructions.js'

export interface CatalogueOptions {
  readonly skillManager: SkillManager
  /** The host's own skills, which are listed first. */
  readonly skills: readonly SkillDefinition[]
  readonly tools: readonly BuiltInTool[]
  readonly countUses: (() => ReadonlyMap<string, number>) | undefined
}

/** The texts about the skills of this moment. */
export interface SkillTexts {
  instructions(): string
  /** The definition of `activate_skill`, with a description of at most so many characters; undefined without skills. */
  defineActivation(characters: number): ToolDefinition | undefined
}

/** Creates the texts when they are first asked for, and again after the registry changed. */
export function createCatalogue({ skillManager, skills, tools, countUses }: CatalogueOptions): SkillTexts {
  let made: { readonly registry: object; readonly texts: SkillTexts } | undefined
  const texts = () => {
    const { registry } = skillManager
    if (made?.registry !== registry) {
      const listed = sortByUse([...skills, ...skillManager.getAvailableSkills()], countUses)
      made = { registry, texts: composeTexts(tools, listed) }
    }
    return made.texts
  }
  return {
    instructions: () => texts().instructions(),
    defineActivation: (characters) => texts().defineActivation(characters),
  }
}

function composeTexts(tools: readonly BuiltInTool[], skills: readonly SkillListEntry[]): SkillTexts {
  const rest = describeRest(tools)
  const definitions = new Map<number, ToolDefinition | undefined>()
  let instructions: string | undefined
  return {
    instructions: () => {
      instructions ??= composeInstructions(tools, skills)
      return instructions
    },
    defineActivation: (characters) => {
      if (!definitions.has(characters)) definitions.set(characters, defineActivation(skills, characters, rest))
      return definitions.get(characters)
    },
  }
}

/** Skills that fit into every list anyway keep their order: reading the counts takes time. */
const FITTING = 8

function sortByUse(
  skills: readonly SkillListEntry[],
  countUses: (() => ReadonlyMap<string, number>) | undefined,
): readonly SkillListEntry[] {
  if (countUses === undefined || skills.length <= FITTING) return skills
  const uses = countUses()
  return skills.toSorted((one, other) => (uses.get(other.name) ?? 0) - (uses.get(one.name) ?? 0))
}
