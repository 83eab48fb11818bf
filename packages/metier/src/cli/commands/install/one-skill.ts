/** The answer about one skill. A skill that is installed already, with the same files of the same source, counts as success. */

import type { SkillInstallation, StoreOutcome } from '../../../contracts/store-outcomes.js'
import type { AcceptCommand } from '../../../contracts/store-refusals.js'
import { renderInstall } from '../../../contracts/store-renderers.js'
import type { StoreFailure } from '../../store/store-refusal.js'
import type { Line } from '../../terminal/lines.js'
import { composeInstalled, composeUnchanged, isUnchanged } from './several-task.js'

export function renderOne(outcome: StoreOutcome<SkillInstallation>, accept?: AcceptCommand): object {
  return { ...renderInstall(outcome, accept), ...(isUnchanged(outcome) && { unchanged: true }) }
}

export function composeOne(skill: string, outcome: StoreOutcome<SkillInstallation>): readonly Line[] {
  return outcome.ok ? composeInstalled(outcome.value) : composeUnchanged(skill, outcome)
}

export function findFailureOfOne(outcome: StoreOutcome<SkillInstallation>): StoreFailure | undefined {
  return outcome.ok || isUnchanged(outcome) ? undefined : { refusal: outcome }
}
