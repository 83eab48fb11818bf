/** Assesses the eligibility of records, all at the same moment. */

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
  /** The unmet requirements, with a message for each. */
  assess(record: SkillRecord): Eligibility
}

/** Looks up every program at once, so that all results describe the same moment. */
export function createAssessor(
  records: readonly SkillRecord[],
  environment: Environment,
  entries: ReadonlyMap<string, SkillSettings>,
): Assessor {
  const isPlain = entries.size === 0
  const settingsOf = (record: SkillRecord) => (isPlain ? undefined : entries.get(settingsKeyOf(record)))
  const programs = programsOf(records)
  // Many programs are looked up in a cheaper way than a few.
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
 * The key of a skill in `skills.entries`. A plain key is for the user's own skills: a project chooses the names and keys of its skills,
 * so settings for them must name the project.
 */
export function settingsKeyOf({ requirements, name, root }: SkillRecord): string {
  return root.scope === 'project' ? `project:${name}` : (requirements.skillKey ?? name)
}

/** Uses loops, not iterators: thousands of skills pass here before the engine has compiled anything. */
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
