/** A snapshot on this machine, with this configuration. */

import type { Environment } from '../eligibility/assess.js'
import type { Assessor } from './assessor.js'
import { hasTrait, type SkillRecord } from './record/skill-record.js'
import type { Snapshot } from './snapshot.js'

/** The names of skills that a project disabled, each with the commands that undo it. */
export type ProjectSwitches = ReadonlyMap<string, readonly string[]>

/** A snapshot with everything that decides which of its skills can be used. */
export interface Situation {
  readonly snapshot: Snapshot
  readonly environment: Environment
  readonly assessor: Assessor
  /** Skills that may not be used whatever the machine has: disabled or withheld. */
  readonly disabled: ReadonlySet<string>
  /** The project's skills that need approval first, if the user requires it. */
  readonly withheld: ReadonlySet<string>
  readonly disabledByProject: ProjectSwitches
  /** The set that the snapshot is narrowed to; undefined for all skills. */
  readonly set?: { readonly name: string; isOutside(name: string): boolean } | undefined
}

/** Whether a skill may be used: its requirements are met, and it is not disabled. */
export function isUsable(record: SkillRecord, { assessor, disabled }: Situation): boolean {
  return !isSwitchedOff(record, disabled) && assessor.isEligible(record)
}

/** A skill of a snapshot, and whether it may be used. */
export interface AssessedSkill {
  readonly record: SkillRecord
  readonly eligible: boolean
  readonly disabled: boolean
  /** Whether it is disabled because it is not approved. */
  readonly withheld: boolean
}

/** Which skills to select. */
export type SkillFilter = 'all' | 'eligible' | 'ineligible'

/** Selects the skills that pass a filter, in order of precedence. */
export function selectSkills(situation: Situation, filter: SkillFilter = 'all'): readonly AssessedSkill[] {
  const skills: AssessedSkill[] = []
  for (const record of situation.snapshot.skills) {
    const skill = assessRecord(record, situation)
    if (filter === 'all' || skill.eligible === (filter === 'eligible')) skills.push(skill)
  }
  return skills
}

export function assessRecord(
  record: SkillRecord,
  { assessor, disabled: names, withheld: waiting }: Situation,
): AssessedSkill {
  const disabled = isSwitchedOff(record, names)
  const withheld = disabled && waiting.has(record.name)
  return { record, eligible: !disabled && assessor.isEligible(record), disabled, withheld }
}

/** Every skill, and whether it may be used, to compare two moments. */
export type Summary = ReadonlyMap<string, boolean>

export function summarise(skills: readonly AssessedSkill[]): Summary {
  return new Map(skills.map(({ record, eligible }) => [record.name, eligible]))
}

/** Whether a model may see a skill. */
export function isOffered(record: SkillRecord, situation: Situation): boolean {
  return hasTrait(record, 'modelInvocable') && isUsable(record, situation)
}

/** `project:NAME` disables only the project's skill; the name alone disables every copy. */
export function isSwitchedOff(record: SkillRecord, disabled: ReadonlySet<string>): boolean {
  return disabled.size > 0 && (disabled.has(record.name) || disabled.has(ownKeyOf(record)))
}

/** The key of a skill in the user's settings. Uses its name, not the key that it chose, which may be another skill's. */
export function ownKeyOf({ name, root }: SkillRecord): string {
  return root.scope === 'project' ? `project:${name}` : name
}
