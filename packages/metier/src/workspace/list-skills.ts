/** The skills that can be activated in a workspace, the host's own first. */

import type { SkillManager } from '../manager/skill-manager.js'
import type { SkillDefinition } from './define-skill.js'
import type { Definitions } from './definitions.js'

/** A skill that can be activated. */
export interface ListedSkill {
  /** The name that the skill is activated by. */
  readonly name: string
  /** The name to show. */
  readonly displayName: string
  readonly description: string
}

/** Creates a function that lists the skills; it returns the same array until skills are added or removed. */
export function createSkillList(definitions: Definitions, manager: SkillManager | undefined) {
  let last:
    | { readonly version: number; readonly registry: unknown; readonly skills: readonly ListedSkill[] }
    | undefined
  return (): readonly ListedSkill[] => {
    const [version, registry] = [definitions.version(), manager?.registry]
    if (last?.version !== version || last.registry !== registry) {
      last = { version, registry, skills: listSkills(definitions.all, manager) }
    }
    return last.skills
  }
}

function listSkills(
  definitions: ReadonlyMap<string, SkillDefinition>,
  manager: SkillManager | undefined,
): readonly ListedSkill[] {
  const own = [...definitions.values()].map(({ name, displayName = name, description }) => ({
    name,
    displayName,
    description,
  }))
  const files = (manager?.getAvailableSkills() ?? []).filter(({ name }) => !definitions.has(name))
  return [...own, ...files.map(({ name, description }) => ({ name, displayName: name, description }))]
}
