import type { AuditOutcome } from '../../contracts/audit.js'
import { directoryOf } from '../../registry/record/skill-record.js'
import { findSkill } from '../../registry/snapshot.js'
import { succeed } from '../../skill/failure.js'
import { guardFiles } from '../../store/guard.js'
import { digestTree, readTree } from '../../system/skill-files/tree-digest.js'
import type { OperationOptions } from '../store-operations/store-context.js'
import type { StoreHost } from '../store-operations/store-host.js'
import { auditFolder } from './audit.js'

/** Scans an installed skill, file by file. */
export async function auditSkill(
  host: StoreHost,
  name: string,
  { signal, onProgress }: Pick<OperationOptions, 'signal' | 'onProgress'>,
): Promise<AuditOutcome> {
  const record = findSkill(host.situation().snapshot, name)
  if (record === undefined) return { ok: false, refusal: { code: 'skill_not_found', name } }
  const path = directoryOf(record)
  const { suppressions } = host.readSettings()
  const audited = await guardFiles(`Reading ${path}`, async () => {
    const scanning = { phase: 'scan', message: `Scanning ${record.name}` } as const
    onProgress?.(scanning)
    const onFile = (_: string | undefined, done: number, total: number) => onProgress?.({ ...scanning, done, total })
    const report = await auditFolder(path, { signal, suppressions, onFile })
    return succeed({ report, digest: digestTree(await readTree(path, { signal })) })
  })
  if (!audited.ok) return { ok: false, refusal: { code: 'skill_unreadable', failure: audited.failure } }
  return { ok: true, record, ...audited.value }
}
