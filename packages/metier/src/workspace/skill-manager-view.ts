/** The skill manager as a workspace shows it: every method of its own, and what is active here. */

import type { SkillManager } from '../manager/skill-manager.js'
import type { SkillToolState, Tool } from './tools/tool.js'

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
