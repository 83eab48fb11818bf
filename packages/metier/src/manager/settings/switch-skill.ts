/** Enables or disables a skill in the user's configuration. */

import type { SkillSwitchOutcome, SwitchRefusal } from '../../contracts/decisions.js'
import { findSkill } from '../../registry/snapshot.js'
import type { KnownSkills } from '../known-skills.js'
import { storeSwitch } from './configuration-store.js'

/** A skill, and whether to enable it. */
export interface SwitchRequest {
  readonly name: string
  readonly isEnabled: boolean
}

export function switchSkill(known: KnownSkills, request: SwitchRequest): Promise<SkillSwitchOutcome> {
  return known.inTurn(async () => {
    const refusal = findRefusal(known, request) ?? (await keepSwitch(known, request))
    if (refusal !== undefined) return { ok: false, refusal }
    known.applySwitches()
    return { ok: true, ...request }
  })
}

/** Returns why the change is refused, before anything is written. */
function findRefusal(known: KnownSkills, { name, isEnabled }: SwitchRequest): SwitchRefusal | undefined {
  const record = findSkill(known.situation().snapshot, name)
  if (record === undefined) return { code: 'skill_not_found', name }
  if (name !== record.name) return { code: 'name_qualified', name: record.name }
  const { disabledByProject } = known.settings()
  const commands = isEnabled ? (disabledByProject.get(name) ?? disabledByProject.get(`project:${name}`)) : undefined
  if (commands === undefined) return undefined
  return { code: 'disabled_by_project', name, file: known.place.projectConfiguration, commands }
}

async function keepSwitch(known: KnownSkills, { name, isEnabled }: SwitchRequest): Promise<SwitchRefusal | undefined> {
  const { file } = known.settings()
  if (file === undefined) {
    known.turn(name, isEnabled)
    return undefined
  }
  const stored = await storeSwitch(file, name, isEnabled)
  return stored.ok ? undefined : { code: 'setting_unwritable', failure: stored.failure }
}
