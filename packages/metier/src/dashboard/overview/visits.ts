/** Remembers which skills there were at the last visit of the page, so that the overview can tell what changed since. */

import { readVisit, saveVisit, type Visit } from '../../manager/details/saved-summary.js'
import type { KnownSkills } from '../../manager/known-skills.js'
import { selectSkills, summarise } from '../../registry/situation.js'

export interface Visits {
  /** The visit before the current one; undefined at the first. */
  before(): Visit | undefined
}

/** A visit lasts until nothing was asked for so long. */
const PAUSE_MILLISECONDS = 30 * 60 * 1000

export function createVisits(known: KnownSkills): Visits {
  let last: Visit | undefined
  let askedAt: number | undefined
  let saved: object | undefined
  return {
    before: () => {
      const now = Date.now()
      const { options, place } = known
      const surroundings = { options, place, roots: known.situation().snapshot.scans.map(({ root }) => root) }
      if (askedAt === undefined || now - askedAt > PAUSE_MILLISECONDS) last = readVisit(surroundings)
      askedAt = now
      if (saved === known.situation()) return last
      saved = known.situation()
      saveVisit(surroundings, {
        time: new Date(now).toISOString(),
        summary: summarise(selectSkills(known.situation())),
      })
      return last
    },
  }
}
