/** The watching part of a manager: calls back after skills changed on disk, until it is stopped or the skills are closed. */

import type { Position } from '../registry/refresh.js'
import { watchRoots } from '../registry/watch.js'
import type { KnownSkills } from './known-skills.js'
import { configurationFiles } from './options.js'
import { compareSituations, type WatchChange } from './watch-change.js'
import { mayWithhold } from './withheld.js'

export class SkillWatcher {
  readonly #known: KnownSkills

  constructor(known: KnownSkills) {
    this.#known = known
  }

  /** Calls back after each change. Call the returned function to stop. */
  watch(listener: (change: WatchChange) => void): () => void {
    const known = this.#known
    let before = known.situation()
    let isOver = false
    const stop = watchRoots({
      snapshot: () => known.situation().snapshot,
      roots: () => known.place.findPossibleRoots(known.settings()),
      files: () => configurationFiles(known.place),
      limit: known.settings().limits.watchers,
      onChange: async (edited) => {
        await known.inTurn(() => this.#lookAgain(edited))
        const change = compareSituations(before, known.situation())
        before = known.situation()
        if (!isOver && (change.changes.length > 0 || change.edited.length > 0)) listener(change)
      },
    })
    const end = () => {
      isOver = true
      known.endings.delete(end)
      stop()
    }
    known.endings.add(end)
    return end
  }

  async #lookAgain(edited: readonly Position[] | 'anything'): Promise<void> {
    const isAnything = edited === 'anything' || mayWithhold(this.#known, this.#known.settings().trustProject)
    if (isAnything || !this.#known.refresh(edited)) await this.#known.look(undefined)
  }
}
