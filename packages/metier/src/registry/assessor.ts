/** Eligibility of records, worked out once for each distinct set of requirements. */

import {
  assessEligibility,
  type Eligibility,
  type Environment,
  isEligible,
  type SkillSettings,
} from '../eligibility/assess.js'
import { NO_REQUIREMENTS, type Requirements } from '../skill/requirements.js'
import type { SkillRecord } from './skill-record.js'

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
  const known = new Map<Requirements, boolean>()
  const settingsOf = ({ requirements, name }: SkillRecord) => entries.get(requirements.skillKey ?? name)
  const isPlain = entries.size === 0
  for (const requirements of distinctRequirements(records, environment)) {
    for (const name of requirements.bins) environment.hasBinary(name)
    for (const name of requirements.anyBins) environment.hasBinary(name)
    known.set(requirements, isEligible(requirements, environment))
  }
  return {
    isEligible: (record) => {
      const { requirements } = record
      if (isPlain && requirements === NO_REQUIREMENTS) return true
      const settings = isPlain ? undefined : settingsOf(record)
      const answer = settings === undefined ? known.get(requirements) : undefined
      return answer ?? isEligible(requirements, environment, settings)
    },
    assess: (record) => assessEligibility(record.requirements, environment, settingsOf(record)),
  }
}

/** The environment is told beforehand how much it will be asked: for many programs there is a cheaper way. */
function distinctRequirements(records: readonly SkillRecord[], environment: Environment): ReadonlySet<Requirements> {
  const distinct = new Set<Requirements>()
  for (const { requirements } of records) if (requirements !== NO_REQUIREMENTS) distinct.add(requirements)
  let programs = 0
  for (const { bins, anyBins } of distinct) programs += bins.length + anyBins.length
  environment.expectBinaries?.(programs)
  return distinct
}
