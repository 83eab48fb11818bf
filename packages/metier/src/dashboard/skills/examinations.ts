/** Scans skills in the background, one after the other, and remembers what was found and what waits for an approval. */

import { join } from 'node:path'
import type { ScanReport } from '../../gate/scan.js'
import { auditFolder } from '../../manager/audit/audit.js'
import type { SkillDecisions } from '../../manager/skill-decisions.js'
import { directoryOf, type SkillRecord } from '../../registry/record/skill-record.js'
import type { SkillReview } from '../../store/approvals/review.js'
import type { AuditState } from '../api/common.js'
import type { DashboardContext } from '../dashboard-context.js'
import type { DashboardOptions } from '../dashboard-options.js'
import type { SkillEntry } from '../live/skill-entries.js'
import { createAuditReports } from './audit-reports.js'

/** The state of the approval of a skill that brings something to approve. */
export type ApprovalState = SkillReview['state']

export interface Examinations {
  auditOf(entry: SkillEntry): AuditState
  /** Undefined if it is not known, or if there is nothing to approve. */
  approvalOf(entry: SkillEntry): ApprovalState | undefined
  /** Grows whenever one of these answers changes. */
  readonly revision: number
  /** How far the background has come; undefined if nothing waits. */
  progress(): { readonly done: number; readonly total: number } | undefined
  note(entry: SkillEntry, report: ScanReport): void
  forget(entry: SkillEntry): void
  /** Examines these skills, unless they are waiting already. Returns how many wait now. */
  start(entries: readonly SkillEntry[]): number
  close(): void
}

export function createExaminations(context: Pick<DashboardContext, 'options' | 'decisions' | 'hub'>): Examinations {
  const { onError } = context.options
  const audits = new WeakMap<SkillRecord, AuditState>()
  const approvals = new WeakMap<SkillRecord, ApprovalState>()
  const queue = new Map<SkillRecord, SkillEntry>()
  const abortion = new AbortController()
  const counts = { done: 0, total: 0 }
  let revision = 0
  const reports = createAuditReports(context.hub, counts)
  let isWorking = false
  const note = ({ id, record }: SkillEntry, scan: ScanReport) => {
    const state = auditState(scan)
    audits.set(record, state)
    revision++
    reports.add(id, state)
  }
  const examine = async (entry: SkillEntry) => {
    note(entry, await scan(entry.record, context.options, abortion.signal))
    if (entry.kind !== 'used') return
    const { approval } = await findPowers(entry.record, context.decisions)
    if (approval === undefined) return
    approvals.set(entry.record, approval)
    revision++
  }
  const work = async () => {
    for (const [record, entry] of queue) {
      if (abortion.signal.aborted) return
      await examine(entry).catch((error: unknown) => {
        // A directory that disappears meanwhile is not scanned; the registry reports it.
        if (!abortion.signal.aborted) onError?.(error)
      })
      queue.delete(record)
      counts.done++
    }
    reports.flush()
    Object.assign(counts, { done: 0, total: 0 })
    isWorking = false
  }
  return {
    auditOf: ({ record }) => audits.get(record) ?? 'unknown',
    approvalOf: ({ record }) => approvals.get(record),
    note,
    progress: () => (isWorking ? { ...counts } : undefined),
    get revision() {
      return revision
    },
    forget: ({ record }) => {
      revision++
      audits.delete(record)
      approvals.delete(record)
    },
    start: (entries) => {
      const added = entries.filter(({ record }) => !queue.has(record))
      for (const entry of added) queue.set(entry.record, entry)
      counts.total += added.length
      if (!isWorking) void work()
      isWorking = queue.size > 0
      return queue.size
    },
    close: () => {
      abortion.abort()
      reports.close()
    },
  }
}

function scan(record: SkillRecord, { known }: DashboardOptions, signal: AbortSignal): Promise<ScanReport> {
  const { cache } = known.place
  const { suppressions } = known.settings()
  return auditFolder(directoryOf(record), { signal, suppressions, keptIn: cache && join(cache, 'audits') })
}

/** What a skill brings to approve, and whether it was approved. */
export interface FoundPowers {
  /** Undefined if there is nothing to approve. */
  readonly approval: ApprovalState | undefined
  /** How many tools and servers it brings. */
  readonly toolCount: number
}

export async function findPowers(record: SkillRecord, decisions: SkillDecisions): Promise<FoundPowers> {
  const reviewed = await decisions.review(directoryOf(record))
  if (!reviewed.ok) return { approval: undefined, toolCount: 0 }
  const { powers, state } = reviewed.value.review
  const toolCount = powers.tools.length + powers.servers.length
  return { approval: toolCount + powers.allowedTools.length > 0 ? state : undefined, toolCount }
}

function auditState({ findings }: ScanReport): AuditState {
  const severities = new Set(findings.map(({ severity }) => severity))
  if (severities.has('block')) return 'block'
  if (severities.has('warn')) return 'warn'
  return severities.has('note') ? 'note' : 'clean'
}
