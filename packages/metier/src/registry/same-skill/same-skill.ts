/** Recognizes one skill that is found twice: installers link or copy a skill into the directory of every agent. */

import { realpathSync } from 'node:fs'
import { directoryOf, type SkillRecord } from '../record/skill-record.js'
import { keyAt, type Scan } from '../scan.js'
import { createIsCopy } from './recorded-copies.js'

/** Returns a function that tells whether a record is the same skill as one that takes precedence: its directory, or a recorded copy. */
export function createSameSkill(scans: readonly Scan[]): (a: SkillRecord, b: SkillRecord) => boolean {
  let inodes: ReadonlyMap<SkillRecord, number> | undefined
  const isCopy = createIsCopy()
  return (a, b) => {
    inodes ??= collectInodes(scans)
    // The scan has both numbers already, so only probable pairs cost a lookup on disk.
    const inode = inodes.get(a)
    const isLikely = inode !== undefined && inode > 0 && inode === inodes.get(b)
    return (isLikely && isSameDirectory(a, b)) || isCopy(a, b)
  }
}

/** Returns a function that tells whether a record is the first one of its name, found by another path. */
export function createRepeatCheck(isSame: ReturnType<typeof createSameSkill>): (record: SkillRecord) => boolean {
  const first = new Map<string, SkillRecord>()
  return (record) => {
    const earlier = first.get(record.name)
    if (earlier === undefined) first.set(record.name, record)
    return earlier !== undefined && isSame(record, earlier)
  }
}

function collectInodes(scans: readonly Scan[]): ReadonlyMap<SkillRecord, number> {
  const inodes = new Map<SkillRecord, number>()
  for (const scan of scans) {
    for (const [position, record] of scan.records.entries()) inodes.set(record, keyAt(scan, position).inode)
  }
  return inodes
}

function isSameDirectory(a: SkillRecord, b: SkillRecord): boolean {
  try {
    return realpathSync.native(directoryOf(a)) === realpathSync.native(directoryOf(b))
  } catch {
    // One of them is gone by now, so they are not the same.
    return false
  }
}
