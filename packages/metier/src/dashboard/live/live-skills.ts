/** The skills as they are now, with a version that grows with every change, and an event for open pages. */

import type { KnownSkills } from '../../manager/known-skills.js'
import type { SkillManager } from '../../manager/skill-manager.js'
import { compareSituations } from '../../manager/watch-change.js'
import type { Situation } from '../../registry/situation.js'
import type { DashboardEvent } from '../api/events.js'
import type { HideHome } from '../http/hide-home.js'
import { listEntries, type SkillEntries } from './skill-entries.js'

/** The skills at one moment. */
export interface CurrentSkills {
  readonly version: number
  readonly situation: Situation
  readonly entries: SkillEntries
}

export interface LiveSkills {
  /** Loads the skills, unless that has happened. */
  ready(): Promise<void>
  /** The skills now. Pages are sent what changed since the last call. */
  current(): CurrentSkills
  /** Watches the disk from now on. */
  watch(): void
  close(): void
}

const MOST_LISTED = 200

export function createLiveSkills(
  known: KnownSkills,
  skillManager: SkillManager,
  hideHome: HideHome,
  send: (event: DashboardEvent) => void,
): LiveSkills {
  let last: CurrentSkills | undefined
  let stop: (() => void) | undefined
  const current = (): CurrentSkills => {
    const situation = known.situation()
    if (last?.situation === situation) return last
    const before = last
    last = { version: (before?.version ?? 0) + 1, situation, entries: listEntries(situation, hideHome) }
    if (before !== undefined) send(toEvent(before.situation, last))
    return last
  }
  return {
    ready: () => known.ready(),
    current,
    watch: () => {
      stop ??= skillManager.watch(() => void current())
    },
    close: () => stop?.(),
  }
}

function toEvent(before: Situation, { version, situation }: CurrentSkills): DashboardEvent {
  const { changes, edited } = compareSituations(before, situation)
  return { type: 'skills', version, changes: changes.slice(0, MOST_LISTED), edited: edited.slice(0, MOST_LISTED) }
}
