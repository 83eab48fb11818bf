/** Commits that the fetches of one call share: several skills of a repository need it once. */

import { type Result, succeed } from '../../skill/failure.js'
import type { GitObjects } from '../../system/git/git.js'

export interface SharedCommits {
  /** Uses the objects of a commit, which are fetched unless an earlier use succeeded. */
  readonly use: <T>(
    key: string,
    fetch: () => Promise<Result<GitObjects>>,
    act: (objects: GitObjects) => Promise<Result<T>>,
  ) => Promise<Result<T>>
  /** Removes everything that was fetched. */
  readonly close: () => void
}

export function shareCommits(): SharedCommits {
  const kept = new Map<string, GitObjects>()
  return {
    use: async (key, fetch, act) => {
      const known = kept.get(key)
      const objects = known === undefined ? await fetch() : succeed(known)
      if (!objects.ok) return objects
      kept.set(key, objects.value)
      let isDone = false
      try {
        const result = await act(objects.value)
        isDone = result.ok
        return result
      } finally {
        // A failure may have left half of a fetch behind.
        if (!isDone) {
          kept.delete(key)
          objects.value.close()
        }
      }
    },
    close: () => {
      for (const objects of kept.values()) objects.close()
      kept.clear()
    },
  }
}
