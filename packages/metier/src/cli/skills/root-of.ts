import { sep } from 'node:path'
import type { RegisteredSkill } from '../../manager/view.js'

/** A qualified name is `scope:path-below-root`; the path alone where the root itself is the skill. */
export function pathBelowRoot({ qualifiedName, scope, skillPath }: RegisteredSkill): string {
  const path = qualifiedName.slice(scope.length + 1)
  return skillPath.split(sep).join('/').endsWith(`/${path}`) ? path : ''
}

/** The root that a skill lies in. */
export function rootOf(skill: RegisteredSkill): string {
  const path = pathBelowRoot(skill)
  return path === '' ? skill.skillPath : skill.skillPath.slice(0, -path.length - 1)
}
