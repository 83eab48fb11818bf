/** The lockfile entries of installed skills, read once for each situation. */

import type { SkillRecord } from '../../registry/record/skill-record.js'
import type { Situation } from '../../registry/situation.js'
import { type LockEntry, readLock } from '../../store/lock.js'
import type { InstalledPlace } from '../../store/refusal.js'
import { lockFileOf } from '../../store/store-folder.js'
import { isFile } from '../../system/files/files.js'

/** Finds the entry of a skill; undefined if it was not installed. */
export type FindLockEntry = (record: SkillRecord) => LockEntry | undefined

type Locks = ReadonlyMap<string, ReadonlyMap<string, LockEntry>>

const known = new WeakMap<Situation, Promise<Locks>>()

export async function readLockEntries(situation: Situation): Promise<FindLockEntry> {
  const entries = await readLocks(situation)
  return ({ root, directory }) => entries.get(root.path)?.get(directory)
}

/** Everywhere that a skill of this name is installed. */
export async function findPlacesOf(situation: Situation, name: string): Promise<readonly InstalledPlace[]> {
  const entries = await readLocks(situation)
  const roots = situation.snapshot.scans.map(({ root }) => root).filter(({ path }) => entries.get(path)?.has(name))
  return roots.map(({ path, scope }) => ({ root: path, scope, name }))
}

function readLocks(situation: Situation): Promise<Locks> {
  const reading = known.get(situation) ?? readAll(situation)
  known.set(situation, reading)
  return reading
}

/** A lockfile that cannot be read counts as none; the overview reports it. */
async function readAll({ snapshot }: Situation): Promise<Locks> {
  const entries = new Map<string, ReadonlyMap<string, LockEntry>>()
  for (const { root } of snapshot.scans) {
    const file = lockFileOf(root.path)
    const lock = isFile(file) ? await readLock(file) : undefined
    if (lock?.ok === true) entries.set(root.path, lock.value.skills)
  }
  return entries
}
