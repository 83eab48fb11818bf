/** What only a look at all installed skills tells: files that differ, links that are broken, and versions that sources have meanwhile. */

import type { ComparedSkill, DatedSkill, StoreListing } from '../../contracts/store-outcomes.js'
import type { SkillWriter } from '../../manager/skill-writer.js'
import type { Situation } from '../../registry/situation.js'
import { lockFileOf } from '../../store/store-folder.js'
import { isFile } from '../../system/files/files.js'

export interface StoreNews {
  /** Compares installed skills with their lockfiles, once for each situation. */
  verified(situation: Situation): Promise<StoreListing<ComparedSkill>>
  /** Asks the sources of all installed skills. */
  checkUpdates(signal: AbortSignal): Promise<CheckedUpdates>
  /** The last answer of the sources; undefined if they were not asked yet. */
  updates(): CheckedUpdates | undefined
}

export interface CheckedUpdates {
  readonly checkedAt: string
  readonly skills: readonly DatedSkill[]
  readonly problems: readonly string[]
}

/** Without a lockfile, there is nothing to compare. */
async function verify(
  { snapshot }: Situation,
  writer: () => Promise<SkillWriter>,
): Promise<StoreListing<ComparedSkill>> {
  if (!snapshot.scans.some(({ root }) => isFile(lockFileOf(root.path)))) return { skills: [], failures: [] }
  return (await writer()).verify()
}

export function createStoreNews(writer: () => Promise<SkillWriter>): StoreNews {
  const compared = new WeakMap<Situation, Promise<StoreListing<ComparedSkill>>>()
  let checked: CheckedUpdates | undefined
  return {
    verified: (situation) => {
      const known = compared.get(situation) ?? verify(situation, writer)
      compared.set(situation, known)
      return known
    },
    checkUpdates: async (signal) => {
      const { skills, failures } = await (await writer()).outdated({ signal })
      const unavailable = skills.flatMap(({ name, error }) => (error === undefined ? [] : [`${name}: ${error}`]))
      const problems = [...failures.map(({ message }) => message), ...unavailable]
      checked = { checkedAt: new Date().toISOString(), skills, problems }
      return checked
    },
    updates: () => checked,
  }
}
