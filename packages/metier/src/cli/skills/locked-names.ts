/** The skills that the locks name, whether their files are there or not. */

import { findStoreRoots } from '../../manager/store-operations/store-context.js'
import type { StoreHost } from '../../manager/store-operations/store-host.js'
import { lockFileOf } from '../../store/layout.js'
import { readLock } from '../../store/lock.js'

export interface LockedName {
  readonly name: string
  /** The root that it was installed into. */
  readonly root: string
  readonly lockFile: string
}

/** A lock that cannot be read names nothing here; `verify` and `doctor` report it. */
export async function findLockedNames(host: StoreHost): Promise<readonly LockedName[]> {
  const skills: LockedName[] = []
  for (const { path: root } of findStoreRoots(host, undefined)) {
    const lockFile = lockFileOf(root)
    const lock = await readLock(lockFile)
    const names = lock.ok ? lock.value.skills.keys() : []
    for (const name of names) skills.push({ name, root, lockFile })
  }
  return skills
}
