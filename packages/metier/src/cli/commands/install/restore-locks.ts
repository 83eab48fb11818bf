/** `install --frozen`: restores what lockfiles record. */

import type { RestoredRow, StoreOutcome } from '../../../contracts/store-outcomes.js'
import { renderFrozen } from '../../../contracts/store-renderers.js'
import { findStoreRoots } from '../../../manager/store-operations/store-context.js'
import type { FrozenOptions } from '../../../manager/store-operations/store-options.js'
import { lockFileOf } from '../../../store/store-folder.js'
import { isFile } from '../../../system/files/files.js'
import type { CommandOutcome, Context, Input } from '../../arguments/command.js'
import { findSurroundings } from '../../skills/open-skills.js'
import { nameWithRoot } from '../../store/root-labels.js'
import { decisionsOf, runStoreCommand, type StoreTask } from '../../store/store-command.js'
import { composeNotices } from '../../store/store-lines.js'
import type { Line } from '../../terminal/lines.js'

export async function restoreLocks(input: Input, context: Context): Promise<CommandOutcome> {
  const names = input.rest('SKILL')
  const only = findOnlyLocks(input, context)
  const asked = {
    ...decisionsOf(input),
    ...(names.length > 0 && { skills: names }),
    ...(only.length > 0 && { project: true }),
  }
  const outcome = await runStoreCommand(input, context, restoreTask(asked))
  if (only.length === 0) return outcome
  const which = only.length === 1 ? 'lockfile' : 'lockfiles'
  return { ...outcome, notes: [`Using the project's ${which}: ${only.join(', ')}`, ...(outcome.notes ?? [])] }
}

/** The project's lockfiles, if --project was not given and you have none of your own. */
function findOnlyLocks(input: Input, context: Context): readonly string[] {
  if (input.flag('project') || context.roots.length > 0) return []
  const { options, place, settings } = findSurroundings(context, false)
  const [own = [], shared = []] = [false, true].map((isProject) =>
    findStoreRoots({ options, place, settings: () => settings }, isProject)
      .map(({ path }) => lockFileOf(path))
      .filter(isFile),
  )
  return own.length === 0 ? shared : []
}

function restoreTask(asked: FrozenOptions): StoreTask<StoreOutcome<readonly RestoredRow[]>> {
  return {
    run: (writer, options) => writer.installFrozen({ ...options, ...asked }),
    render: renderFrozen,
    compose: (given) => (given.ok ? composeRestored(given.value) : []),
    findFailure: (given) => {
      if (!given.ok) return { refusal: given }
      const nameOf = nameWithRoot(given.value)
      const failed = given.value.flatMap((skill) =>
        skill.status === 'failed'
          ? [
              {
                skill: skill.name,
                label: nameOf(skill),
                refusal: { ...skill.outcome, skill: skill.name, root: skill.root },
              },
            ]
          : [],
      )
      const error = `could not restore from the lockfile: ${failed.map(({ label }) => label).join(', ')}`
      return failed.length === 0 ? undefined : { error, failed }
    },
  }
}

function composeRestored(rows: readonly RestoredRow[]): readonly Line[] {
  const nameOf = nameWithRoot(rows)
  return rows.flatMap((row) => {
    if (row.status === 'failed') return []
    const notices = row.status === 'restored' ? composeNotices(row.notices) : []
    return [`${nameOf(row)} ${row.status}`, ...notices]
  })
}
