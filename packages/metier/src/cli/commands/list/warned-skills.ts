/** Reads from the lockfiles which skills had findings when they were installed. */

import type { AssessedSkill } from '../../../registry/situation.js'
import { readLock } from '../../../store/lock.js'
import { lockFileOf } from '../../../store/store-folder.js'

/** The directories of skills whose scan did not pass. */
export async function findWarned(skills: readonly AssessedSkill[]): Promise<ReadonlySet<string>> {
  const roots = new Set(skills.map(({ record }) => record.root.path))
  const warned = new Set<string>()
  for (const root of roots) {
    const lock = await readLock(lockFileOf(root))
    // doctor and verify report a lockfile that cannot be read.
    const entries = lock.ok ? lock.value.skills : []
    for (const [name, { verdict }] of entries) {
      if (verdict !== 'pass') warned.add(`${root}/${name}`)
    }
  }
  return warned
}
