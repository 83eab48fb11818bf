/**
 * Which version a public download means, in memory: a popular skill costs no query. Every change of any process empties it, and it
 * is not used while changes cannot be heard.
 */

import type { VersionRow } from './skill-row.js'

/** A version that everybody may download. */
interface ServedVersion {
  readonly skillId: number
  readonly version: VersionRow
}

export interface ServedVersions {
  find(key: string): ServedVersion | undefined
  keep(key: string, served: ServedVersion, before: number): void
  /** A number that grows with every change: an answer from before a change must not be kept after it. */
  readonly moment: number
  forgetAll(): void
}

const MOST = 10_000

export function createServedVersions(canHear: () => boolean): ServedVersions {
  const kept = new Map<string, ServedVersion>()
  let moment = 0
  return {
    find: (key) => (canHear() ? kept.get(key) : undefined),
    keep: (key, served, before) => {
      if (before !== moment || !canHear()) return
      if (kept.size >= MOST) kept.clear()
      kept.set(key, served)
    },
    get moment() {
      return moment
    },
    forgetAll: () => {
      moment++
      kept.clear()
    },
  }
}
