/** Why a skill was not switched on or off, and what would do it. */

import type { SkillRecord } from '../../registry/record/skill-record.js'
import type { Failure } from '../../skill/failure.js'
import type { Answer } from '../answers.js'
import type { ResolvedOptions } from '../options.js'
import type { Settings } from './settings.js'

export interface SwitchRequest {
  readonly name: string
  readonly isOn: boolean
  readonly record: SkillRecord
  readonly settings: Settings
  readonly place: ResolvedOptions
}

/** What stands in the way before anything is written; undefined where nothing does. */
export function refuseSwitch({ name, isOn, record, settings, place }: SwitchRequest): Answer | undefined {
  if (name !== record.name) return { error: `Skills are switched by name, all copies at once: '${record.name}'` }
  const byProject = settings.disabledByProject
  const commands = isOn ? (byProject.get(name) ?? byProject.get(`project:${name}`)) : undefined
  if (commands === undefined) return undefined
  return {
    error: `'${name}' is disabled by the project: ${place.projectConfiguration}`,
    hint: `If you may change it, run ${commands.join(' and ')}`,
  }
}

/** The configuration could not be changed. */
export function refuseStoring({ message, suggestions }: Failure): Answer {
  return { error: message, ...(suggestions.length > 0 && { hint: suggestions.join('. ') }) }
}
