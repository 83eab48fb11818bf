/** Eligibility of records, worked out once for each distinct set of requirements. */

import { assessEligibility, type Eligibility, type Environment, type SkillSettings } from '../eligibility/assess.js'
import type { Requirements } from '../skill/requirements.js'
import type { SkillRecord } from './skill-record.js'

export type Assessor = (record: SkillRecord) => Eligibility

export function createAssessor(environment: Environment, entries: ReadonlyMap<string, SkillSettings>): Assessor {
  const known = new Map<Requirements, Eligibility>()
  return (record) => {
    const { requirements } = record
    const settings = entries.size === 0 ? undefined : entries.get(requirements.skillKey ?? record.name)
    if (settings !== undefined) return assessEligibility(requirements, environment, settings)
    const earlier = known.get(requirements)
    if (earlier !== undefined) return earlier
    const eligibility = assessEligibility(requirements, environment)
    known.set(requirements, eligibility)
    return eligibility
  }
}
