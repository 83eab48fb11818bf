/** The short form of a skill, which the Wave and neovate contracts share. */

import { directoryOf, type SkillRecord } from '../registry/record/skill-record.js'
import type { Scope } from '../registry/root.js'

/** The description of a skill that a host shows. */
export interface SkillMetadata {
  readonly name: string
  readonly description: string
  readonly type: 'personal' | 'project'
  /** The skill's directory. */
  readonly skillPath: string
  /** The skill's SKILL.md. */
  readonly path: string
}

export function metadataOf(record: SkillRecord): SkillMetadata {
  const { name, description, root, fileName } = record
  const skillPath = directoryOf(record)
  return { name, description, type: toType(root.scope), skillPath, path: `${skillPath}/${fileName}` }
}

/** The contracts know two types; a skill that is bundled with a host is not a project's. */
export function toType(scope: Scope): SkillMetadata['type'] {
  return scope === 'project' ? 'project' : 'personal'
}
