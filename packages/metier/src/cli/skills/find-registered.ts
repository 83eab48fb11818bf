import type { Answer } from '../../manager/answers.js'
import type { SkillManager } from '../../manager/skill-manager.js'
import type { RegisteredSkill } from '../../registry/registered-skill.js'

/** The skill of an `info` answer with what the contract leaves out. */
export function findRegistered(skills: SkillManager, { name, path }: Answer): RegisteredSkill | undefined {
  const { all, shadowed } = skills.registry
  const winner = all.get(String(name))
  return winner?.path === path ? winner : shadowed.find((skill) => skill.path === path)
}
