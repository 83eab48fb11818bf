/**
 * Notices changes of a skill's other files while pages show it: the registry watches SKILL.md alone, but an approval lapses and findings
 * change with any file.
 */

import { readFolderState } from '../../manager/details/folder-state.js'
import { directoryOf } from '../../registry/record/skill-record.js'
import type { SkillEntry } from './skill-entries.js'

export interface FollowedSkills {
  /** Follows a skill for ten minutes from now. */
  follow(entry: SkillEntry): void
  close(): void
}

const MOST_FOLLOWED = 16
const FOLLOW_MILLISECONDS = 10 * 60 * 1000
const LOOK_MILLISECONDS = 1_000

interface FollowedSkill {
  readonly entry: SkillEntry
  readonly state: Promise<string>
  readonly until: number
}

export function createFollowedSkills(changed: (entry: SkillEntry) => void): FollowedSkills {
  const followed = new Map<string, FollowedSkill>()
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    for (const [directory, { entry, state, until }] of [...followed]) {
      if (until < Date.now()) followed.delete(directory)
      const [before, now] = [await state, await readFolderState(directory)]
      if (before === now || followed.get(directory)?.state !== state) continue
      followed.set(directory, { entry, state: Promise.resolve(now), until })
      changed(entry)
    }
    timer = followed.size === 0 ? undefined : lookSoon()
  }
  const lookSoon = () => setTimeout(() => void look(), LOOK_MILLISECONDS).unref()
  return {
    follow: (entry) => {
      const directory = directoryOf(entry.record)
      const state = followed.get(directory)?.state ?? readFolderState(directory)
      followed.delete(directory)
      followed.set(directory, { entry, state, until: Date.now() + FOLLOW_MILLISECONDS })
      const [oldest = directory] = followed.keys()
      if (followed.size > MOST_FOLLOWED) followed.delete(oldest)
      timer ??= lookSoon()
    },
    close: () => {
      clearTimeout(timer)
      followed.clear()
    },
  }
}
