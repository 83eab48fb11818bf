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
  const known = new Map<Requirements, boolean>([[NO_REQUIREMENTS, true]])
  const settingsOf = ({ requirements, name }: SkillRecord) =>
    entries.size === 0 ? undefined : entries.get(requirements.skillKey ?? name)
  for (const { requirements } of records) {
    if (known.has(requirements)) continue
    for (const name of requirements.bins) environment.hasBinary(name)
    for (const name of requirements.anyBins) environment.hasBinary(name)
    known.set(requirements, isEligible(requirements, environment))
  }
  return {
    isEligible: (record) => {
      const settings = settingsOf(record)
      const answer = settings === undefined ? known.get(record.requirements) : undefined
      return answer ?? isEligible(record.requirements, environment, settings)
    },
    assess: (record) => assessEligibility(record.requirements, environment, settingsOf(record)),
  }
}
