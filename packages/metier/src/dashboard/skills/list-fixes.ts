/** The commands that would make a skill usable, each with the missing things that it provides. */

import { findFixes } from '../../eligibility/fixes.js'
import { suggestFixes } from '../../manager/details/suggest-fixes.js'
import { detailsOf } from '../../registry/record/details.js'
import type { SkillRecord } from '../../registry/record/skill-record.js'
import { registeredSkill } from '../../registry/registered-skill.js'
import type { Situation } from '../../registry/situation.js'
import type { FixView } from '../api/common.js'

export function listFixes(record: SkillRecord, situation: Situation): readonly FixView[] {
  const { assessor, environment } = situation
  const installs = findFixes(detailsOf(record).install, assessor.assess(record).missing, environment)
  const { fixes, missing, settingsKey } = registeredSkill(record, situation)
  return suggestFixes({ fixes, missing, settingsKey, installs })
}
