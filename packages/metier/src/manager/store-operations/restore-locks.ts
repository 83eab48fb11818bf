/** Restores the exact versions that the lockfiles of the project, or those of the user, name. */

import type { RestoredRow, StoreOutcome } from '../../contracts/store-outcomes.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { readLock } from '../../store/lock.js'
import { restoreLock } from '../../store/restore.js'
import { lockFileOf } from '../../store/store-folder.js'
import { findLockedNames } from './locate-installed.js'
import {
  findInstallRoot,
  findStoreRoots,
  lookAgain,
  openStoreContext,
  type StoreOperation,
  type StoreRoot,
} from './store-context.js'
import type { FrozenOptions } from './store-options.js'

/** Every lockfile is read before anything is changed. */
export async function installFrozen(
  operation: StoreOperation<FrozenOptions>,
): Promise<StoreOutcome<readonly RestoredRow[]>> {
  const { accept, allow, onDone } = operation.options
  const planned = await planRestore(operation)
  if (!planned.ok) return planned
  const rows: RestoredRow[] = []
  for (const { root, names } of planned.value) {
    const restored = await restoreLock(openStoreContext(operation, root), { names, accept, allow, onDone })
    if (!restored.ok) return { ...restored, ...nameOf(names), root: root.path }
    rows.push(...restored.value.map((skill) => ({ ...skill, root: root.path, scope: root.scope })))
  }
  await lookAgain(operation)
  return succeed(rows)
}

interface PlannedRestore {
  readonly root: StoreRoot
  readonly names: readonly string[]
}

async function planRestore(operation: StoreOperation<FrozenOptions>): Promise<StoreOutcome<readonly PlannedRestore[]>> {
  const { host, options } = operation
  const found = findInstallRoot(host, options.project ?? false)
  if (!found.ok) return found
  const plans: PlannedRestore[] = []
  const sought = new Set(options.skills)
  const roots = findStoreRoots(host, options.project ?? false)
  for (const root of roots) {
    const locked = await listLocked(root)
    if (!locked.ok) return { ...locked, root: root.path }
    if (options.skills === undefined) plans.push({ root, names: locked.value })
    else plans.push({ root, names: await takeNamed(operation, root, locked.value, sought) })
  }
  const wanted = plans.filter(({ names }) => names.length > 0)
  const [missing] = sought
  if (missing !== undefined)
    return { ...refuseUnknown(missing, roots), ...nameOf(options.skills), root: found.value.path }
  if (wanted.length > 0) return succeed(wanted)
  const file = lockFileOf(found.value.path)
  const message = `${file} has no skills to restore`
  return { ...fail('skill_not_found', message, [IN_THE_PROJECT]), root: found.value.path }
}

const IN_THE_PROJECT = 'To restore the skills of a project, run the command in its directory.'

async function listLocked({ path }: StoreRoot): Promise<Result<readonly string[]>> {
  const lock = await readLock(lockFileOf(path))
  return lock.ok ? succeed([...lock.value.skills.keys()]) : lock
}

/** The names that this lockfile has. They are not sought any more, but other lockfiles may have them too. */
async function takeNamed(
  operation: StoreOperation<FrozenOptions>,
  root: StoreRoot,
  locked: readonly string[],
  sought: Set<string>,
): Promise<readonly string[]> {
  const { skills = [] } = operation.options
  const names = await findLockedNames(operation, root, skills)
  return names.filter((name, at) => {
    if (!locked.includes(name)) return false
    sought.delete(skills[at] ?? name)
    return true
  })
}

function refuseUnknown(name: string, roots: readonly StoreRoot[]) {
  const files = roots.map(({ path }) => lockFileOf(path))
  const [first = ''] = files
  const where = files.length === 1 ? first : `a lockfile: ${files.join(', ')}`
  return fail('skill_not_found', `'${name}' is not in ${where}`, [
    "Run 'metier lock' to list installed skills. Metier only manages skills in its lockfile.",
  ])
}

/** If several skills were requested, the message names the one that failed. */
function nameOf([first, ...others]: readonly string[] = []): { readonly skill?: string } {
  return first === undefined || others.length > 0 ? {} : { skill: first }
}
