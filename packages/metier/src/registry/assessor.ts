/** Eligibility of records, all as of one moment. */

import {
  assessEligibility,
  type Eligibility,
  type Environment,
  isEligible,
  type SkillSettings,
} from '../eligibility/assess.js'
import { NO_REQUIREMENTS } from '../skill/metadata/requirements.js'
import type { SkillRecord } from './record/skill-record.js'

export interface Assessor {
  /** Whether a skill can be used here. */
  isEligible(record: SkillRecord): boolean
  /** What it lacks, in words. */
  assess(record: SkillRecord): Eligibility
}

/** Looks every program up at once, so that all answers are of one moment, whenever they are asked for. */
export function createAssessor(
  records: readonly SkillRecord[],
  environment: Environment,
  entries: ReadonlyMap<string, SkillSettings>,
): Assessor {
  const isPlain = entries.size === 0
  const settingsOf = (record: SkillRecord) => (isPlain ? undefined : entries.get(settingsKeyOf(record)))
  const programs = programsOf(records)
  // For many programs there is a cheaper way than for few.
  environment.expectBinaries?.(programs.size)
  for (const name of programs) environment.hasBinary(name)
  return {
    isEligible: (record) =>
      record.requirements === NO_REQUIREMENTS ||
      isEligible(record.requirements, environment, isPlain ? undefined : settingsOf(record)),
    assess: (record) => assessEligibility(record.requirements, environment, settingsOf(record)),
  }
}

/**
 * The key of `skills.entries` that is meant for a skill. A bare one is the user's own: a project names its skills and
 * their keys as it likes, so that its user has to name the project.
 */
export function settingsKeyOf({ requirements, name, root }: SkillRecord): string {
  return root.scope === 'project' ? `project:${name}` : (requirements.skillKey ?? name)
}

/** Counted, not iterated: thousands of skills pass here before the engine has compiled anything. */
function programsOf(records: readonly SkillRecord[]): ReadonlySet<string> {
  const programs = new Set<string>()
  for (let at = 0; at < records.length; at++) {
    const { requirements = NO_REQUIREMENTS } = records[at] ?? {}
    if (requirements === NO_REQUIREMENTS) continue
    const { bins, anyBins } = requirements
    for (let program = 0; program < bins.length; program++) programs.add(bins[program] ?? '')
    for (let program = 0; program < anyBins.length; program++) programs.add(anyBins[program] ?? '')
  }
  return programs
}
