/** Notices when the lists of a server have changed: after calls, and on disk. */

import type { SkillManager } from '../../../manager/skill-manager.js'
import { digest } from '../../../system/files/digest.js'
import { fileUri, MAIN_FILE } from '../resources/skill-uri.js'
import { type Announcer, LISTS } from './announce.js'

type NewsManager = Pick<SkillManager, 'registry' | 'watch'>

/** Announces changes of the skills. */
export interface News {
  /** Announces a change since the last look. */
  notice(): void
  /** Announces changes on disk from now on. */
  watch(): void
  close(): void
}

/** Creates the news. Nothing is announced before the first look. `onChange` is called with every announcement. */
export function createNews(
  skillManager: NewsManager,
  tellAll: (speak: (announcer: Announcer) => void) => void,
  onChange: () => void,
): News {
  let seen: Look | undefined
  let stop: (() => void) | undefined
  let isClosed = false
  const tellLists = () => {
    tellAll((announcer) => announcer.announce(LISTS))
    onChange()
  }
  const look = () => {
    const before = seen
    seen = lookAt(skillManager, before)
    return before
  }
  return {
    notice: () => {
      const before = look()
      if (before !== undefined && before.shown !== seen?.shown) tellLists()
    },
    watch: () => {
      // The first discovery may finish after the server has closed.
      if (isClosed) return
      stop ??= skillManager.watch(({ edited }) => {
        look()
        tellLists()
        const uris = edited.map((name) => fileUri(name, MAIN_FILE))
        tellAll((announcer) => announcer.announceUpdates(uris))
      })
    },
    close: () => {
      isClosed = true
      stop?.()
    },
  }
}

interface Look {
  readonly registry: object
  /** A digest of what the lists show. */
  readonly shown: string
}

/** The registry is a new object after each look at the disk, also if nothing has changed there. */
function lookAt({ registry }: NewsManager, before: Look | undefined): Look {
  if (before?.registry === registry) return before
  const skills = Array.from(registry.eligible.values(), ({ name, description, path }) => [name, description, path])
  return { registry, shown: digest(JSON.stringify(skills)) }
}
