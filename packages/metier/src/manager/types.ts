/** The shapes that the Wave and neovate contracts name. */

import type { Scope } from '../registry/root.js'

/** What a host shows of a skill (W-15). */
export interface SkillMetadata {
  readonly name: string
  readonly description: string
  readonly type: 'personal' | 'project'
  /** The skill's folder (W-12). */
  readonly skillPath: string
  /** The skill's SKILL.md (N-7, C-7). */
  readonly path: string
}

/** The typed fields of a frontmatter. */
export type SkillFrontmatter = Readonly<Record<string, unknown>> & {
  readonly name: string
  readonly description: string
}

/** A skill with its text (W-16). */
export interface Skill extends SkillMetadata {
  /** The whole SKILL.md. */
  readonly content: string
  /** The Markdown after the frontmatter. */
  readonly body: string
  readonly frontmatter: SkillFrontmatter
  /** The conformant level, whatever the mode. */
  readonly isValid: boolean
  readonly errors: readonly string[]
}

/** W-18. */
export interface SkillError {
  readonly skillPath: string
  readonly message: string
}

/** W-17. */
export interface SkillDiscoveryResult {
  readonly personalSkills: ReadonlyMap<string, SkillMetadata>
  readonly projectSkills: ReadonlyMap<string, SkillMetadata>
  readonly errors: readonly SkillError[]
}

/** W-31. */
export type SkillErrorType =
  | 'skill_not_found'
  | 'skill_invalid'
  | 'skill_inaccessible'
  | 'skill_malformed'
  | 'system_error'

/** W-32. */
export interface SkillErrorDetails {
  readonly type: SkillErrorType
  readonly skillName?: string
  readonly message: string
  readonly suggestions?: readonly string[]
  readonly availableSkills?: readonly string[]
}

/** W-45. */
export interface ParsedSkillFile {
  readonly frontmatter: SkillFrontmatter
  /** The Markdown after the frontmatter. */
  readonly content: string
  readonly skillMetadata: SkillMetadata
  readonly validationErrors: readonly string[]
  readonly isValid: boolean
}

/** The contracts know two kinds; what is bundled with a host is nobody's project. */
export function toType(scope: Scope): SkillMetadata['type'] {
  return scope === 'project' ? 'project' : 'personal'
}
