/** Collects what scans found for a moment, so that ten thousand scans are not ten thousand events. */

import type { AuditState, SkillId } from '../api/common.js'
import type { EventHub } from '../live/event-hub.js'

export interface AuditReports {
  add(skill: SkillId, audit: AuditState): void
  /** Sends what was collected. */
  flush(): void
  close(): void
}

const COLLECT_MILLISECONDS = 250

export function createAuditReports(
  hub: EventHub,
  counts: { readonly done: number; readonly total: number },
): AuditReports {
  const found: { skill: SkillId; audit: AuditState }[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const { done, total } = counts
    if (found.length > 0) hub.send({ type: 'audits', skills: found.splice(0), done, total })
  }
  return {
    add: (skill, audit) => {
      found.push({ skill, audit })
      timer ??= setTimeout(flush, COLLECT_MILLISECONDS).unref()
    },
    flush,
    close: () => clearTimeout(timer),
  }
}
