/** The answers of the `skills` contract (C-5…C-18, C-33): plain objects with exactly the contract's fields. */

import { requiresObject } from '../eligibility/assess.js'
import { emojiOf } from '../registry/record/details.js'
import { fileOf, type SkillRecord } from '../registry/record/skill-record.js'
import { registeredSkill } from '../registry/registered-skill.js'
import { isUsable, type Situation } from '../registry/situation.js'
import { findSkill } from '../registry/snapshot.js'

export interface ListOptions {
  readonly filter?: 'all' | 'eligible' | 'ineligible'
  readonly verbose?: boolean
  /** Without emojis: every frontmatter that may have one is read for it. */
  readonly brief?: boolean
}

export type Answer = Readonly<Record<string, unknown>>

export interface ListAnswer {
  readonly count: number
  readonly skills: readonly Answer[]
}

/** C-5, C-6, C-7. */
export function answerList(situation: Situation, options: ListOptions): ListAnswer {
  const { filter = 'all' } = options
  const skills: Answer[] = []
  for (const record of situation.snapshot.skills) {
    const eligible = isUsable(record, situation)
    const isWanted = filter === 'eligible' ? eligible : filter !== 'ineligible' || !eligible
    if (isWanted) skills.push(listItem(record, eligible, options))
  }
  return { count: skills.length, skills }
}

function listItem(record: SkillRecord, eligible: boolean, { verbose, brief }: ListOptions): Answer {
  const { name, description } = record
  const emoji = !brief && record.frontmatter?.includes('emoji') ? emojiOf(record) : undefined
  const item = { name, ...(emoji !== undefined && { emoji }), description, eligible }
  return verbose ? { ...item, path: fileOf(record), requires: requiresObject(record.requirements) } : item
}

/** C-8, C-9. */
export function answerInfo(situation: Situation, name: string): Answer {
  const record = findSkill(situation.snapshot, name)
  if (record === undefined) return notFound(name)
  const { emoji, description, eligible, path, requires, missing, install } = registeredSkill(record, situation)
  return {
    name: record.name,
    ...(emoji !== undefined && { emoji }),
    description,
    eligible,
    path,
    requires,
    missing,
    install,
  }
}

/** C-10…C-13. */
export function answerCheck(situation: Situation, name: string): Answer {
  const record = findSkill(situation.snapshot, name)
  if (record === undefined) return notFound(name)
  const { eligible, reasons, fixes } = registeredSkill(record, situation)
  return { name: record.name, eligible, reasons, fixes }
}

/** C-16. */
export function notFound(name: string): Answer {
  return { error: `skill not found: ${name}` }
}

/** Which skills there are and which of them can be used: what two moments are compared by. */
export type Summary = ReadonlyMap<string, boolean>

export interface ReloadAnswer {
  readonly reloaded: true
  readonly previous: { readonly eligible: number; readonly total: number }
  readonly current: { readonly eligible: number; readonly total: number }
  readonly changes: readonly SkillChange[]
}

export type SkillStatus = 'eligible' | 'ineligible' | 'absent'

export interface SkillChange {
  readonly skill: string
  readonly was: SkillStatus
  readonly now: SkillStatus
}

export function summarise(situation: Situation): Summary {
  return new Map(situation.snapshot.skills.map((record) => [record.name, isUsable(record, situation)]))
}

/** C-33: what has changed between two moments, in the order of the later one; what is gone comes last. */
export function answerReload(before: Summary, after: Summary): ReloadAnswer {
  const changes: SkillChange[] = []
  const names = new Set([...after.keys(), ...before.keys()])
  for (const skill of names) {
    const was = statusIn(before, skill)
    const now = statusIn(after, skill)
    if (was !== now) changes.push({ skill, was, now })
  }
  return { reloaded: true, previous: count(before), current: count(after), changes }
}

function statusIn(summary: Summary, skill: string): SkillStatus {
  const eligible = summary.get(skill)
  if (eligible === undefined) return 'absent'
  return eligible ? 'eligible' : 'ineligible'
}

function count(summary: Summary): { readonly eligible: number; readonly total: number } {
  let eligible = 0
  for (const isEligible of summary.values()) if (isEligible) eligible++
  return { eligible, total: summary.size }
}
