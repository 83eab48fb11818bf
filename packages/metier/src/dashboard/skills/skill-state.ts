/** Whether a skill can be used here, in one word. */

import { isSwitchedOff, type Situation } from '../../registry/situation.js'
import type { SkillState } from '../api/common.js'
import type { SkillEntry } from '../live/skill-entries.js'

export function stateOf({ kind, record }: SkillEntry, { withheld, disabled, assessor }: Situation): SkillState {
  if (kind !== 'used') return kind
  if (withheld.has(record.name)) return 'withheld'
  if (isSwitchedOff(record, disabled)) return 'disabled'
  return assessor.isEligible(record) ? 'eligible' : 'ineligible'
}
