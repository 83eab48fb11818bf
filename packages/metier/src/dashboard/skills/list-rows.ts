/** The table of skills: small rows, composed once for each version. */

import type { ConfiguredSet } from '../../manager/settings/settings.js'
import { registeredSkill } from '../../registry/registered-skill.js'
import type { Situation } from '../../registry/situation.js'
import { isInSet } from '../../registry/skill-set.js'
import { diagnosticsOf } from '../../registry/snapshot.js'
import { shorten } from '../../skill/text/shorten.js'
import type { AuditState, SkillState } from '../api/common.js'
import type { SkillRow } from '../api/skills.js'
import type { CurrentSkills } from '../live/live-skills.js'
import type { SkillEntry } from '../live/skill-entries.js'
import { readLockEntries } from './lock-entries.js'
import { factsOf } from './skill-facts.js'
import { stateOf } from './skill-state.js'
import { sourceLabel } from './source-label.js'

const LONGEST_REASON = 160

export async function listRows(
  { situation, entries }: CurrentSkills,
  sets: Iterable<ConfiguredSet>,
  auditOf: (entry: SkillEntry) => AuditState,
): Promise<readonly SkillRow[]> {
  const findLocked = await readLockEntries(situation)
  const named = [...sets]
  return entries.all.map((entry) => {
    const { id, record } = entry
    const { summary, emoji, tags, tokens } = factsOf(record)
    const state = stateOf(entry, situation)
    const reason = reasonOf(entry, state, situation)
    const own = named.filter((set) => isInSet(record, set)).map(({ name }) => name)
    return {
      id,
      name: record.name,
      description: summary,
      ...(emoji !== undefined && { emoji }),
      scope: record.root.scope,
      state,
      ...(reason !== undefined && { reason }),
      source: sourceLabel(findLocked(record)),
      audit: auditOf(entry),
      ...(tags.length > 0 && { tags }),
      ...(own.length > 0 && { sets: own }),
      tokens,
    }
  })
}

/** Why a skill cannot be used, in a few words; undefined if it can. */
export function reasonOf(entry: SkillEntry, state: SkillState, situation: Situation): string | undefined {
  const { record, shadowedBy } = entry
  switch (state) {
    case 'eligible':
      return undefined
    case 'shadowed':
      return `shadowed by the ${shadowedBy?.root.scope ?? ''} skill of the same name`
    case 'refused':
      return shorten(
        diagnosticsOf(record).find(({ severity }) => severity === 'error')?.message ?? 'it cannot be loaded',
        LONGEST_REASON,
      )
    case 'ineligible':
    case 'disabled':
    case 'withheld':
      return shorten(registeredSkill(record, situation).reasons[0] ?? state, LONGEST_REASON)
  }
}
