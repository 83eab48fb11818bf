/** The short form of a skill that the Wave and neovate contracts share. */

import { directoryOf, type SkillRecord } from '../registry/record/skill-record.js'
import type { Scope } from '../registry/root.js'

/** What a host shows of a skill. */
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

/** The contracts know two kinds; a skill that is bundled with a host belongs to no project. */
export function toType(scope: Scope): SkillMetadata['type'] {
  return scope === 'project' ? 'project' : 'personal'
}
