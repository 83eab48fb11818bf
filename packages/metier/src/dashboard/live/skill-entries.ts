/** The skills of one situation by the ids that pages use: used, shadowed and refused ones. */

import { directoryOf, fileOf, type SkillRecord } from '../../registry/record/skill-record.js'
import type { Situation } from '../../registry/situation.js'
import { callName } from '../../registry/snapshot.js'
import type { SkillId } from '../api/common.js'
import type { HideHome } from '../http/hide-home.js'

export interface SkillEntry {
  readonly id: SkillId
  readonly record: SkillRecord
  readonly kind: 'used' | 'shadowed' | 'refused'
  /** The skill that takes precedence over a shadowed one. */
  readonly shadowedBy?: SkillRecord
}

export interface SkillEntries {
  /** Used ones in order of precedence, then shadowed, then refused ones. */
  readonly all: readonly SkillEntry[]
  find(id: SkillId): SkillEntry | undefined
  /** The id of a skill by its SKILL.md. */
  idOfFile(path: string): SkillId | undefined
  idOf(record: SkillRecord): SkillId
}

export function listEntries({ snapshot }: Situation, hideHome: HideHome): SkillEntries {
  const byId = new Map<SkillId, SkillEntry>()
  const ids = new Map<string, SkillId>()
  const add = (record: SkillRecord, rest: Omit<SkillEntry, 'id' | 'record'>) => {
    const wanted = rest.kind === 'used' ? record.name : callName(snapshot, record)
    const isFree = rest.kind !== 'refused' && !byId.has(wanted)
    const id = isFree ? wanted : hideHome(directoryOf(record))
    byId.set(id, { id, record, ...rest })
    ids.set(fileOf(record), id)
  }
  for (const record of snapshot.skills) add(record, { kind: 'used' })
  for (const { record, shadowedBy } of snapshot.shadowed) add(record, { kind: 'shadowed', shadowedBy })
  for (const record of snapshot.refused) add(record, { kind: 'refused' })
  return {
    all: [...byId.values()],
    find: (id) => byId.get(id),
    idOfFile: (path) => ids.get(path),
    idOf: (record) => ids.get(fileOf(record)) ?? record.name,
  }
}
