/** The lockfile entries of installed skills, read once for each situation. */

import type { SkillRecord } from '../../registry/record/skill-record.js'
import type { Situation } from '../../registry/situation.js'
import { type LockEntry, readLock } from '../../store/lock.js'
import { lockFileOf } from '../../store/store-folder.js'
import { isFile } from '../../system/files/files.js'

/** Finds the entry of a skill; undefined if it was not installed. */
export type FindLockEntry = (record: SkillRecord) => LockEntry | undefined

const known = new WeakMap<Situation, Promise<FindLockEntry>>()

export function readLockEntries(situation: Situation): Promise<FindLockEntry> {
  const reading = known.get(situation) ?? readAll(situation)
  known.set(situation, reading)
  return reading
}

/** A lockfile that cannot be read counts as none; the overview reports it. */
async function readAll({ snapshot }: Situation): Promise<FindLockEntry> {
  const entries = new Map<string, ReadonlyMap<string, LockEntry>>()
  for (const { root } of snapshot.scans) {
    const file = lockFileOf(root.path)
    const lock = isFile(file) ? await readLock(file) : undefined
    if (lock?.ok === true) entries.set(root.path, lock.value.skills)
  }
  return ({ root, directory }) => entries.get(root.path)?.get(directory)
}
