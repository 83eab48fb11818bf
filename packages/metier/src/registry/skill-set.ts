/** Named sets of skills: which skills belong to one, and a snapshot of them alone. */

import { matchesPattern } from '../skill/text/pattern.js'
import { detailsOf } from './record/details.js'
import type { SkillRecord } from './record/skill-record.js'
import type { Snapshot } from './snapshot.js'

/** A set by its name. */
export interface SkillSet {
  readonly name: string
  /** Names, directories below a root such as `@acme/*`, and tags such as `tag:db`. `*` matches any part. */
  readonly patterns: readonly string[]
}

const TAG = 'tag:'

/** Whether one of the patterns matches a skill. */
export function isInSet(record: SkillRecord, { patterns }: Pick<SkillSet, 'patterns'>): boolean {
  return patterns.some((pattern) => {
    if (pattern.startsWith(TAG)) return hasTag(record, pattern.slice(TAG.length))
    return matchesPattern(pattern, pattern.includes('/') ? record.directory : record.name)
  })
}

/** Tags are compared without case: authors write `DB` and `db`. */
function hasTag(record: SkillRecord, pattern: string): boolean {
  const wanted = pattern.toLowerCase()
  return detailsOf(record).tags.some((tag) => matchesPattern(wanted, tag.toLowerCase()))
}

/** The snapshot with the skills of a set alone. A skill that is shadowed stays shadowed by the one that takes precedence. */
export function narrowSnapshot(snapshot: Snapshot, set: SkillSet): Snapshot {
  const { edits: _, ...whole } = snapshot
  const skills = snapshot.skills.filter((record) => isInSet(record, set))
  const kept = new Set(skills)
  return {
    ...whole,
    skills,
    positions: new Map(skills.map(({ name }, at) => [name, at])),
    shadowed: snapshot.shadowed.filter(({ record, shadowedBy }) => kept.has(shadowedBy) && isInSet(record, set)),
    refused: snapshot.refused.filter((record) => isInSet(record, set)),
  }
}
