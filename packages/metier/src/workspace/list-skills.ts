/** The skills that can be activated in a workspace, those of the host first. */

import type { SkillManager } from '../manager/skill-manager.js'
import type { SkillDefinition } from './define-skill.js'
import type { Definitions } from './definitions.js'

export interface ListedSkill {
  /** The identifier to use. */
  readonly name: string
  readonly displayName: string
  readonly description: string
}

/** The list of this moment; the same object until skills came or went. */
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
