/** After an installation, names the skill that a new one would be confused with. */

import type { RequestedInstallation, SkillInstallation, StoreOutcome } from '../../../contracts/store-outcomes.js'
import type { SkillReader } from '../../../manager/skill-reader.js'
import { OVERLAP_SCORE } from '../../../registry/overlap/scores.js'
import { warnOfOverlap } from '../../skills/nearest-skill.js'
import type { Line } from '../../terminal/lines.js'

export function warnOfRival(given: StoreOutcome<SkillInstallation>, reader: SkillReader): readonly Line[] {
  if (!given.ok) return []
  const { name } = given.value
  const nearest = reader.nearest(name)
  if (nearest === undefined || nearest.score < OVERLAP_SCORE) return []
  return [warnOfOverlap(name, nearest.record.name, nearest.score)]
}

/** One line for all of them: the pair with the highest score. */
export function warnOfRivals(
  given: StoreOutcome<readonly RequestedInstallation[]>,
  reader: SkillReader,
): readonly Line[] {
  const outcomes = given.ok ? given.value.map(({ outcome }) => outcome) : []
  const [only, another] = outcomes
  if (only === undefined || another === undefined) return only === undefined ? [] : warnOfRival(only, reader)
  const names = new Set(outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.name] : [])))
  const { rivals = [], copies = [] } = names.size === 0 ? {} : (reader.overlap({}) ?? {})
  const [worst] = [...rivals, ...copies]
    .filter(({ records }) => records.some(({ name }) => names.has(name)))
    .sort((a, b) => b.score - a.score)
  if (worst === undefined) return []
  const [left, right] = worst.records
  const [mine, other] = names.has(left.name) ? [left, right] : [right, left]
  return [warnOfOverlap(mine.name, other.name, worst.score)]
}
