/** Removes an installed skill, rolls it back, or pins it. */

import type { SkillPin, SkillRemoval, SkillRollback, StoreOutcome } from '../../contracts/store-outcomes.js'
import { succeed } from '../../skill/failure.js'
import { pinSkill } from '../../store/pin.js'
import { removeSkill } from '../../store/remove.js'
import { isEdited } from '../../store/versions/own-files.js'
import { rollbackSkill } from '../../store/versions/rollback.js'
import { describePlaced } from './describe-arrival.js'
import { locateInstalled, locateKept } from './locate-installed.js'
import { lookAgain, openStoreContext, type StoreOperation } from './store-context.js'
import type { PinOptions, RollbackOptions } from './store-options.js'
import { versionOf } from './update-skills.js'

/** Removes a skill that a lockfile names. */
export async function remove(operation: StoreOperation, text: string): Promise<StoreOutcome<SkillRemoval>> {
  const place = await locateInstalled(operation, text)
  if (!place.ok) return place
  const { root, scope, name } = place.value
  const outcome = await removeSkill(openStoreContext(operation, { path: root, scope }), name)
  if (!outcome.ok) return { ...outcome, skill: name }
  await lookAgain(operation)
  const back = await locateKept({ ...operation, options: { ...operation.options, choose: undefined } }, name)
  return succeed({ ...outcome.value, root, scope, rivals: back.ok ? [] : (back.details?.places ?? []) })
}

/** Restores a kept version of a skill to where it was. */
export async function rollback(
  operation: StoreOperation<RollbackOptions>,
  text: string,
): Promise<StoreOutcome<SkillRollback>> {
  const { host, options } = operation
  const place = await locateKept(operation, text)
  if (!place.ok) return place
  const { root, scope, name } = place.value
  const { to, accept, allow } = options
  const outcome = await rollbackSkill(openStoreContext(operation, { path: root, scope }), { name, to, accept, allow })
  if (!outcome.ok) return { ...outcome, skill: name }
  await lookAgain(operation)
  const { admitted, version, wasRemoved } = outcome.value
  const again = await locateInstalled({ ...operation, options: { ...options, choose: undefined } }, name)
  return succeed({
    ...(await describePlaced(host, admitted)),
    notices: [...admitted.warnings, ...admitted.notices],
    name,
    root,
    scope,
    rivals: again.ok ? [] : (again.details?.places ?? []),
    to: { version: versionOf(version.entry).version, digest: admitted.entry.digest, keptAt: version.keptAt },
    changes: admitted.changes,
    isEdited: isEdited(admitted.entry),
    wasRemoved,
    ...(admitted.examination.problem !== undefined && { problem: admitted.examination.problem }),
  })
}

/** Pins a skill to its version, or unpins it. */
export async function pin(operation: StoreOperation<PinOptions>, text: string): Promise<StoreOutcome<SkillPin>> {
  const { isPinned = true } = operation.options
  const place = await locateInstalled(operation, text)
  if (!place.ok) return place
  const { root, scope, name } = place.value
  const outcome = await pinSkill(openStoreContext(operation, { path: root, scope }), name, isPinned)
  if (!outcome.ok) return { ...outcome, skill: name }
  const { entry, isChanged } = outcome.value
  return succeed({ name, isPinned, isChanged, digest: entry.digest })
}
