/** The skills that can be activated in a workspace, those of the host first. */

import type { SkillManager } from '../manager/skill-manager.js'
import type { SkillDefinition } from './define-skill.js'

export interface ListedSkill {
  /** The identifier to use. */
  readonly name: string
  readonly displayName: string
  readonly description: string
}

export function listSkills(
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
