/** Skills that would be confused, compared in the background and kept until the skills change. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { OverlapReport } from '../../contracts/overlap.js'
import type { SkillManager } from '../../manager/skill-manager.js'
import { directoryOf, type SkillRecord } from '../../registry/record/skill-record.js'
import type { Situation } from '../../registry/situation.js'
import type { EventHub } from '../live/event-hub.js'
import type { LiveSkills } from '../live/live-skills.js'

export interface Overlaps {
  /** All pairs. While they are compared, those of the skills before; an `overlaps` event ends it. */
  all(): Promise<ComparedNow>
  /** The same for one skill, with pairs that only come near. Waits only a moment. */
  of(record: SkillRecord): Promise<ComparedNow>
  /** The same without waiting. */
  peek(record: SkillRecord): OverlapReport | undefined
  close(): void
}

interface ComparedNow {
  readonly report: OverlapReport | undefined
  readonly isComputing: boolean
}

/** A small library is compared within this time, and its pages show the result at once. */
const PATIENCE_MILLISECONDS = 100
/** Below the usual limit, to show what comes near. */
const LOWEST_SCORE = 0.25
/** Results of single skills that are kept. */
const MOST_KEPT = 200
const ALL = Symbol('all')

interface Comparison {
  report?: OverlapReport
  readonly done: Promise<void>
}

interface KeptOverlaps {
  readonly situation: Situation
  readonly comparisons: Map<SkillRecord | typeof ALL, Comparison>
  readonly abortion: AbortController
}

interface OverlapsContext {
  readonly skillManager: SkillManager
  readonly live: LiveSkills
  readonly hub: EventHub
  readonly onError?: ((error: unknown) => void) | undefined
}

export function createOverlaps({ skillManager, live, hub, onError }: OverlapsContext): Overlaps {
  let kept: KeptOverlaps | undefined
  let last: OverlapReport | undefined
  const current = (): KeptOverlaps => {
    const { situation } = live.current()
    if (kept?.situation === situation) return kept
    kept?.abortion.abort()
    kept = { situation, comparisons: new Map(), abortion: new AbortController() }
    return kept
  }
  const compare = async (now: KeptOverlaps, record: SkillRecord | undefined) => {
    const { comparisons, abortion } = now
    const key = record ?? ALL
    const options = record === undefined ? {} : { name: directoryOf(record), min: LOWEST_SCORE }
    try {
      const found = await skillManager.overlapSliced(options, abortion.signal)
      const report = 'error' in found ? NOTHING : found
      comparisons.set(key, { report, done: Promise.resolve() })
      if (record === undefined) last = report
      forgetOldest(comparisons)
      hub.send({ type: 'overlaps', version: live.current().version })
    } catch (error) {
      comparisons.delete(key)
      if (!abortion.signal.aborted) onError?.(error)
    }
  }
  const ask = (record: SkillRecord | undefined): Comparison => {
    const now = current()
    const known = now.comparisons.get(record ?? ALL)
    if (known !== undefined) return known
    const begun: Comparison = { done: compare(now, record) }
    now.comparisons.set(record ?? ALL, begun)
    return begun
  }
  const waitFor = async (record: SkillRecord | undefined): Promise<OverlapReport | undefined> => {
    const { report, done } = ask(record)
    if (report !== undefined) return report
    await Promise.race([done, sleep(PATIENCE_MILLISECONDS, undefined, { ref: false })])
    return kept?.comparisons.get(record ?? ALL)?.report
  }
  return {
    all: async () => {
      const report = await waitFor(undefined)
      return { report: report ?? last, isComputing: report === undefined }
    },
    of: async (record) => {
      const report = await waitFor(record)
      return { report, isComputing: report === undefined }
    },
    peek: (record) => ask(record).report,
    close: () => kept?.abortion.abort(),
  }
}

const NOTHING: OverlapReport = { min: 0, count: 0, pairs: [], copyCount: 0, copies: [] }

function forgetOldest(comparisons: KeptOverlaps['comparisons']): void {
  for (const key of comparisons.keys()) {
    if (comparisons.size <= MOST_KEPT) return
    if (key !== ALL) comparisons.delete(key)
  }
}
