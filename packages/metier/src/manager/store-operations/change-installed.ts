/** Removes an installed skill, rolls it back, or pins it. */

import type { SkillPin, SkillRollback, StoreOutcome } from '../../contracts/store-outcomes.js'
import { succeed } from '../../skill/failure.js'
import { isEdited } from '../../store/lock.js'
import { pinSkill } from '../../store/pin.js'
import { type RemovedSkill, removeSkill } from '../../store/remove.js'
import { rollbackSkill } from '../../store/versions/rollback.js'
import { describePlaced } from './describe-arrival.js'
import { findKeepingStoreOf, findStoreOf, lookAgain, openStoreContext, type StoreOperation } from './store-context.js'
import type { PinOptions, RollbackOptions } from './store-options.js'
import { versionOf } from './update-skills.js'

/** Removes a skill that a lockfile names. */
export async function remove(operation: StoreOperation, name: string): Promise<StoreOutcome<RemovedSkill>> {
  const { host, options } = operation
  const root = await findStoreOf(host, name, options.project)
  if (!root.ok) return { ...root, skill: name }
  const outcome = await removeSkill(openStoreContext(operation, root.value), name)
  if (!outcome.ok) return { ...outcome, skill: name }
  await lookAgain(operation)
  return outcome
}

/** Restores a kept version of a skill. */
export async function rollback(
  operation: StoreOperation<RollbackOptions>,
  name: string,
): Promise<StoreOutcome<SkillRollback>> {
  const { host, options } = operation
  const root = await findKeepingStoreOf(host, name, options.project)
  if (!root.ok) return { ...root, skill: name }
  const { to, accept, allow } = options
  const outcome = await rollbackSkill(openStoreContext(operation, root.value), { name, to, accept, allow })
  if (!outcome.ok) return { ...outcome, skill: name }
  await lookAgain(operation)
  const { admitted, version } = outcome.value
  return succeed({
    ...(await describePlaced(host, admitted)),
    name,
    to: { version: versionOf(version.entry).version, digest: admitted.entry.digest, keptAt: version.keptAt },
    changes: admitted.changes,
    isEdited: isEdited(admitted.entry),
  })
}

/** Pins a skill to its version, or unpins it. */
export async function pin(operation: StoreOperation<PinOptions>, name: string): Promise<StoreOutcome<SkillPin>> {
  const { host, options } = operation
  const { project, isPinned = true } = options
  const root = await findStoreOf(host, name, project)
  if (!root.ok) return { ...root, skill: name }
  const outcome = await pinSkill(openStoreContext(operation, root.value), name, isPinned)
  if (!outcome.ok) return { ...outcome, skill: name }
  const { entry, isChanged } = outcome.value
  return succeed({ name, isPinned, isChanged, digest: entry.digest })
}
