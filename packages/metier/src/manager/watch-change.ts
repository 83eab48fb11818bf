import type { SkillChange, SkillStatus } from '../contracts/skills.js'
import type { SkillRecord } from '../registry/record/skill-record.js'
import type { Scan } from '../registry/scan.js'
import { keyAt } from '../registry/scan.js'
import { isUsable, type Situation } from '../registry/situation.js'
import type { Snapshot } from '../registry/snapshot.js'

/** The changes that a watcher saw. */
export interface WatchChange {
  /** Skills that were added or removed, or became usable or unusable. */
  readonly changes: readonly SkillChange[]
  /** Skills whose SKILL.md was edited. */
  readonly edited: readonly string[]
}

/** Compares two situations. Objects that are the same in both cost almost nothing. */
export function compareSituations(before: Situation, after: Situation): WatchChange {
  const pairs = findPairs(before, after)
  const came = pairs.map(({ earlier, record }): SkillChange => {
    return { skill: record.name, was: statusOf(earlier, before), now: statusOf(record, after) }
  })
  const went = findGone(before.snapshot, after.snapshot).map((record): SkillChange => {
    return { skill: record.name, was: statusOf(record, before), now: 'absent' }
  })
  const [keyBefore, keyAfter] = [createKeyLookup(before.snapshot), createKeyLookup(after.snapshot)]
  const edited = pairs.filter(({ earlier, record }) => {
    if (earlier === undefined || earlier === record) return false
    return !hasSameContent(earlier, record) || keyBefore(earlier) !== keyAfter(record)
  })
  return {
    changes: [...came, ...went].filter(({ was, now }) => was !== now),
    edited: edited.map(({ record }) => record.name),
  }
}

interface Pair {
  readonly earlier: SkillRecord | undefined
  readonly record: SkillRecord
}

function findPairs(before: Situation, after: Situation): readonly Pair[] {
  const isSameMachine = before.assessor === after.assessor && before.disabled === after.disabled
  const pairs: Pair[] = []
  const { skills, edits } = after.snapshot
  // After edits in place the positions are known, so a list of ten thousand need not be compared.
  const positions = isSameMachine && edits?.before === before.snapshot.skills ? edits.positions : skills.keys()
  for (const index of positions) {
    const record = skills[index]
    if (record === undefined) continue
    const earlier = findEarlier(before.snapshot, record, index)
    if (earlier !== record || !isSameMachine) pairs.push({ earlier, record })
  }
  return pairs
}

function findGone(before: Snapshot, after: Snapshot): readonly SkillRecord[] {
  if (before.positions === after.positions) return []
  return before.skills.filter(({ name }) => !after.positions.has(name))
}

/** The earlier skill of the same name, usually at the same position. */
function findEarlier({ skills, positions }: Snapshot, record: SkillRecord, index: number): SkillRecord | undefined {
  return skills[index] === record ? record : skills[positions.get(record.name) ?? -1]
}

function statusOf(record: SkillRecord | undefined, situation: Situation): SkillStatus {
  if (record === undefined) return 'absent'
  return isUsable(record, situation) ? 'eligible' : 'ineligible'
}

/** A file that is read again makes a new record, even if its content is the same. */
function hasSameContent(a: SkillRecord, b: SkillRecord): boolean {
  return (
    a.root.path === b.root.path &&
    a.directory === b.directory &&
    a.fileName === b.fileName &&
    a.description === b.description &&
    a.frontmatter === b.frontmatter
  )
}

/** Looks up the state of a record's file as text. Fast for records in the order in which they were found. */
function createKeyLookup({ scans }: Snapshot): (record: SkillRecord) => string {
  const next = new Map<Scan, number>()
  return (record) => {
    const scan = scans.find(({ root }) => root === record.root)
    if (scan === undefined) return ''
    const ahead = scan.records.indexOf(record, next.get(scan) ?? 0)
    const position = ahead < 0 ? scan.records.indexOf(record) : ahead
    next.set(scan, position + 1)
    return Object.values(keyAt(scan, position)).join()
  }
}
