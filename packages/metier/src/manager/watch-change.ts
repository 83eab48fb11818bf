import type { Scan } from '../registry/scan.js'
import { KEY_LENGTH } from '../registry/scan.js'
import type { SkillRecord } from '../registry/skill-record.js'
import type { Snapshot } from '../registry/snapshot.js'
import type { SkillChange, SkillStatus } from './answers.js'
import { isUsable, type Situation } from './view.js'

/** What a watcher saw. */
export interface WatchChange {
  /** Skills that came, went, or became usable or unusable. */
  readonly changes: readonly SkillChange[]
  /** Skills whose SKILL.md was edited. */
  readonly edited: readonly string[]
}

/** What changed between two situations; what is the same object in both is not looked at. */
export function compareSituations(before: Situation, after: Situation): WatchChange {
  const changes: SkillChange[] = []
  const edited: string[] = []
  const isSameMachine = before.assess === after.assess && before.disabled === after.disabled
  const [keyBefore, keyAfter] = [createKeyLookup(before.snapshot), createKeyLookup(after.snapshot)]
  for (const [index, record] of after.snapshot.skills.entries()) {
    const earlier = findEarlier(before.snapshot, record, index)
    if (earlier === record && isSameMachine) continue
    const [was, now] = [statusOf(earlier, before), statusOf(record, after)]
    if (was !== now) changes.push({ skill: record.name, was, now })
    if (earlier === undefined || earlier === record) continue
    if (!hasSameContent(earlier, record) || keyBefore(earlier) !== keyAfter(record)) edited.push(record.name)
  }
  for (const record of before.snapshot.skills) {
    if (after.snapshot.positions.has(record.name)) continue
    changes.push({ skill: record.name, was: statusOf(record, before), now: 'absent' })
  }
  return { changes, edited }
}

/** The skill of the same name; mostly it stands where it stood. */
function findEarlier({ skills, positions }: Snapshot, record: SkillRecord, index: number): SkillRecord | undefined {
  return skills[index] === record ? record : skills[positions.get(record.name) ?? -1]
}

function statusOf(record: SkillRecord | undefined, situation: Situation): SkillStatus {
  if (record === undefined) return 'absent'
  return isUsable(record, situation) ? 'eligible' : 'ineligible'
}

/** A file that is read again makes a new record, though nobody has edited it. */
function hasSameContent(a: SkillRecord, b: SkillRecord): boolean {
  return (
    a.root.path === b.root.path &&
    a.directory === b.directory &&
    a.fileName === b.fileName &&
    a.description === b.description &&
    a.frontmatter === b.frontmatter
  )
}

/** The state of a record's file, as a text. Records are asked for about in the order in which they were found. */
function createKeyLookup({ scans }: Snapshot): (record: SkillRecord) => string {
  const next = new Map<Scan, number>()
  return (record) => {
    const scan = scans.find(({ root }) => root === record.root)
    if (scan === undefined) return ''
    const ahead = scan.records.indexOf(record, next.get(scan) ?? 0)
    const position = ahead < 0 ? scan.records.indexOf(record) : ahead
    next.set(scan, position + 1)
    return scan.keys.subarray(position * KEY_LENGTH, (position + 1) * KEY_LENGTH).join()
  }
}
