/** What the locks remember of the scan at the time of an install. */

import type { AssessedSkill } from '../../../registry/situation.js'
import { lockFileOf } from '../../../store/layout.js'
import { readLock } from '../../../store/lock.js'

/** The folders of skills whose scan had something against them. */
export async function findWarned(skills: readonly AssessedSkill[]): Promise<ReadonlySet<string>> {
  const roots = new Set(skills.map(({ record }) => record.root.path))
  const warned = new Set<string>()
  for (const root of roots) {
    const lock = await readLock(lockFileOf(root))
    // A lock that cannot be read is doctor's and verify's to speak of.
    const entries = lock.ok ? lock.value.skills : []
    for (const [name, { verdict }] of entries) {
      if (verdict !== 'pass') warned.add(`${root}/${name}`)
    }
  }
  return warned
}
