import type { Diagnostic } from '../../skill/diagnostic.js'
import type { Requirements } from '../../skill/metadata/requirements.js'
import type { Root } from '../root.js'
import { unpackText } from './kept-text.js'

/** A skill in the registry: small and immutable. Everything else is derived from `frontmatter` on demand. */
export interface SkillRecord {
  readonly name: string
  readonly description: string
  readonly root: Root
  /** The skill's directory below its root, with forward slashes. */
  readonly directory: string
  readonly fileName: string
  readonly requirements: Requirements
  /** A sum of `Trait` values: one number takes less memory than six booleans. */
  readonly traits: number
  /** The frontmatter, if it has more than name and description or has problems; see `frontmatterOf`. */
  readonly frontmatter: string | undefined
  /** Problems with the file other than its frontmatter. */
  readonly diagnostics: readonly Diagnostic[] | undefined
}

export const Trait = {
  loadable: 1,
  conformant: 2,
  userInvocable: 4,
  modelInvocable: 8,
  /** The main file is a link; every scan checks its target. */
  linked: 16,
} as const

export function sumTraits(has: Readonly<Record<keyof typeof Trait, boolean>>): number {
  return (
    (has.loadable ? Trait.loadable : 0) |
    (has.conformant ? Trait.conformant : 0) |
    (has.userInvocable ? Trait.userInvocable : 0) |
    (has.modelInvocable ? Trait.modelInvocable : 0) |
    (has.linked ? Trait.linked : 0)
  )
}

export function hasTrait(record: SkillRecord, trait: keyof typeof Trait): boolean {
  return (record.traits & Trait[trait]) !== 0
}

/** The text of a record's frontmatter, if it was kept. */
export function frontmatterOf({ frontmatter }: SkillRecord): string | undefined {
  return frontmatter === undefined ? undefined : unpackText(frontmatter)
}

/** The directory of a skill. */
export function directoryOf(record: SkillRecord): string {
  return record.directory === '' ? record.root.path : `${record.root.path}/${record.directory}`
}

/** The main file of a skill. */
export function fileOf(record: SkillRecord): string {
  return `${directoryOf(record)}/${record.fileName}`
}

/** Whether a skill has no frontmatter, so that its name and description are guesses. */
export function lacksFrontmatter({ diagnostics }: SkillRecord): boolean {
  return diagnostics?.some(({ code }) => code === 'frontmatter_missing' || code === 'frontmatter_unclosed') === true
}
