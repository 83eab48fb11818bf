/** Changes as a watcher reports them, to wait for: no sleeping, only the time that a test may take in all. */

import { onTestFinished } from 'vitest'
import type { SkillManager, WatchChange } from '../../src/index.js'

export interface Watching {
  readonly changes: readonly WatchChange[]
  /** Resolves once something holds; asked again after every change. */
  until(holds: () => boolean): Promise<void>
  stop(): void
}

export function watchSkills(skills: SkillManager): Watching {
  const changes: WatchChange[] = []
  const waiting = new Set<() => void>()
  const stop = skills.watch((change) => {
    changes.push(change)
    for (const look of waiting) look()
  })
  onTestFinished(stop)
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!holds()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  return { changes, until, stop }
}

/** A provider that lists nothing, counts how often it is asked, and can be told to keep its answer back. */
export function countingProvider() {
  let gate: Promise<void> = Promise.resolve()
  let open: (() => void) | undefined
  const counting = {
    id: 'test://counting',
    scope: 'personal' as const,
    asked: 0,
    list: async () => {
      counting.asked++
      await gate
      return []
    },
    read: () => Promise.resolve(''),
    /** From now on every look at the skills stops before its end. */
    hold() {
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
    release() {
      open?.()
    },
  }
  return counting
}
