/** Installs several skills of one source, and ends with a line that accounts for each of them. */

import type { RequestedInstallation, SkillInstallation, StoreOutcome } from '../../../contracts/store-outcomes.js'
import { describeWarnings, renderInstallSeveral } from '../../../contracts/store-renderers.js'
import type { InstallSeveralOptions } from '../../../manager/store-operations/store-options.js'
import type { StoreTask } from '../../store/store-command.js'
import { composePlaced } from '../../store/store-lines.js'
import type { StoreFailure } from '../../store/store-refusal.js'
import type { Line } from '../../terminal/lines.js'
import { describeWords } from './offers.js'
import { warnOfRivals } from './warn-of-rivals.js'

type Installations = StoreOutcome<readonly RequestedInstallation[]>

export function severalTask(asked: InstallSeveralOptions): StoreTask<Installations> {
  return {
    run: (writer, options) => writer.installSeveral({ ...options, ...asked }),
    render: renderInstallSeveral,
    compose: composeInstallations,
    findFailure: findFailures,
    warn: warnOfRivals,
    isFromSource: true,
  }
}

export function composeInstalled(skill: SkillInstallation): readonly Line[] {
  return composePlaced(skill, describeWarnings(skill))
}

export function composeInstallations(given: Installations): readonly Line[] {
  if (!given.ok) return []
  const lines = given.value.flatMap(({ skill, outcome }): readonly Line[] => {
    if (outcome.ok) return composeInstalled(outcome.value)
    return composeUnchanged(skill, outcome)
  })
  return [...lines, composeSummary(given.value)]
}

/** Empty if the skill could not be installed for another reason. */
export function composeUnchanged(skill: string, outcome: RequestedInstallation['outcome']): readonly Line[] {
  if (outcome.ok || !isUnchanged(outcome)) return []
  return [`${outcome.skill ?? skill} is already installed in ${outcome.details?.path}`]
}

/** It is as it was asked for: with the same files of the same source. */
export function isUnchanged(outcome: RequestedInstallation['outcome']): boolean {
  return !outcome.ok && outcome.details?.alike === 'files'
}

function composeSummary(installations: readonly RequestedInstallation[]): Line {
  const unchanged = installations.filter(({ outcome }) => isUnchanged(outcome)).length
  const skipped = installations.flatMap(({ skill, outcome }) => (outcome.ok || isUnchanged(outcome) ? [] : [skill]))
  return [
    `${installations.length - skipped.length - unchanged} installed`,
    ...(unchanged === 0 ? [] : [`${unchanged} already installed`]),
    ...(skipped.length === 0 ? [] : [`${skipped.length} skipped: ${describeWords(skipped)}`]),
  ].join(', ')
}

export function findFailures(given: Installations): StoreFailure | undefined {
  if (!given.ok) return { refusal: given }
  const failed = given.value.flatMap(({ skill, outcome }) =>
    outcome.ok || isUnchanged(outcome) ? [] : [{ skill, label: skill, refusal: outcome }],
  )
  const error = `${failed.length} of ${given.value.length} skills could not be installed`
  return failed.length === 0 ? undefined : { error, failed }
}
