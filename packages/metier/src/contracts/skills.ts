/** The `skills` contract: facts about skills, in plain objects with exactly the contract's fields. */

import { type NeedsObject, requiresObject } from '../eligibility/assess.js'
import type { Revocation } from '../gate/standing/standing.js'
import { emojiOf } from '../registry/record/details.js'
import { fileOf } from '../registry/record/skill-record.js'
import type { RegisteredSkill } from '../registry/registered-skill.js'
import type { UnderstoodQuery } from '../registry/search/languages/query-words.js'
import type { SkillMatch } from '../registry/search/search-skills.js'
import type { AssessedSkill, SkillFilter, Summary } from '../registry/situation.js'

/** Options of `SkillManager.list`. */
export interface ListOptions {
  /** Which skills to list; all of them if left out. */
  readonly filter?: SkillFilter
  /** Adds `path` and `requires` to each skill. */
  readonly verbose?: boolean
  /** Leaves out emojis, which would require reading every frontmatter. */
  readonly brief?: boolean
}

/** A skill in a list. */
export interface SkillListItem {
  readonly name: string
  /** Left out if the skill has none. */
  readonly emoji?: string
  readonly description: string
  /** Whether the skill can be used here. */
  readonly eligible: boolean
  /** The SKILL.md; only with `verbose`. */
  readonly path?: string
  /** Only with `verbose`. */
  readonly requires?: NeedsObject
}

/** What `list` returns. */
export interface ListResult {
  readonly count: number
  readonly skills: readonly SkillListItem[]
}

/** No skill has that name. */
export interface SkillNotFound {
  readonly error: string
}

/** Everything about one skill. */
export interface SkillInfo {
  readonly name: string
  /** Left out if the skill has none. */
  readonly emoji?: string
  readonly description: string
  /** Whether the skill can be used here. */
  readonly eligible: boolean
  /** The SKILL.md. */
  readonly path: string
  readonly requires: NeedsObject
  /** The part of `requires` that this machine does not have. */
  readonly missing: NeedsObject
  /** How to install missing programs, according to the skill. */
  readonly install: readonly Readonly<Record<string, string | readonly string[]>>[]
  /** Only if its source has withdrawn the installed version or warns of it, as far as that is known. */
  readonly revocation?: Revocation
}

/** What `info` returns. */
export type InfoResult = SkillInfo | SkillNotFound

/** Whether a skill can be used here, and if not, why not. */
export interface SkillCheck {
  readonly name: string
  readonly eligible: boolean
  /** Why it cannot be used; empty if it can. */
  readonly reasons: readonly string[]
  /** Commands that may install what is missing. */
  readonly fixes: readonly string[]
}

/** What `check` returns. */
export type CheckResult = SkillCheck | SkillNotFound

/** A skill that a search found. */
export interface SkillSearchItem {
  readonly name: string
  readonly description: string
  /** The SKILL.md. */
  readonly path: string
  readonly score: number
  /** The words that matched. */
  readonly matched: readonly string[]
  /** The SKILL.md of the skill that takes precedence over it; left out if there is none. */
  readonly shadowedBy?: string
}

/** How a search read its query. */
export interface UnderstoodSearch {
  /** The languages that the query may be in: `en`, `de`, `es`, `fr`, `pt`, `zh`, `ja`, `ko`. */
  readonly languages: readonly string[]
  /** The words that were searched for. */
  readonly words: readonly string[]
  /** The words that were left out, because they say nothing about what a skill does. */
  readonly ignored: readonly string[]
}

/** What `search` returns, best first. */
export interface SearchResult {
  readonly count: number
  readonly results: readonly SkillSearchItem[]
  /** Only if nothing matches. */
  readonly understood?: UnderstoodSearch
}

/** Whether a skill can be used on this machine; `absent` if it does not exist. */
export type SkillStatus = 'eligible' | 'ineligible' | 'absent'

/** A skill whose status changed. */
export interface SkillChange {
  readonly skill: string
  readonly was: SkillStatus
  readonly now: SkillStatus
}

/** What `reload` returns. */
export interface ReloadResult {
  readonly reloaded: true
  readonly previous: { readonly eligible: number; readonly total: number }
  readonly current: { readonly eligible: number; readonly total: number }
  readonly changes: readonly SkillChange[]
}

/** Renders the skills of a list. */
export function renderList(
  skills: readonly AssessedSkill[],
  options: Pick<ListOptions, 'verbose' | 'brief'> = {},
): ListResult {
  return { count: skills.length, skills: skills.map((skill) => renderListItem(skill, options)) }
}

function renderListItem(
  { record, eligible }: AssessedSkill,
  { verbose, brief }: Pick<ListOptions, 'verbose' | 'brief'>,
): SkillListItem {
  const { name, description } = record
  const emoji = !brief && record.frontmatter?.includes('emoji') ? emojiOf(record) : undefined
  const item = { name, ...(emoji !== undefined && { emoji }), description, eligible }
  return verbose ? { ...item, path: fileOf(record), requires: requiresObject(record.requirements) } : item
}

/** The facts that `renderInfo` shows. */
export type DescribedSkill = Pick<
  RegisteredSkill,
  'name' | 'emoji' | 'description' | 'eligible' | 'path' | 'requires' | 'missing' | 'install'
>

/** Renders everything about one skill. */
export function renderInfo(asked: string, skill: DescribedSkill | undefined, revocation?: Revocation): InfoResult {
  if (skill === undefined) return renderNotFound(asked)
  const { name, emoji, description, eligible, path, requires, missing, install } = skill
  const info = { name, ...(emoji !== undefined && { emoji }), description, eligible, path, requires, missing, install }
  return revocation === undefined ? info : { ...info, revocation }
}

/** Renders whether a skill can be used here, and why not. */
export function renderCheck(asked: string, skill: RegisteredSkill | undefined): CheckResult {
  if (skill === undefined) return renderNotFound(asked)
  const { name, eligible, reasons, fixes } = skill
  return { name, eligible, reasons, fixes }
}

/** Renders the error for an unknown name. */
export function renderNotFound(name: string): SkillNotFound {
  return { error: `skill not found: ${name}` }
}

/** The error for an action that needs a skill. */
export function describeMissingSkill(action: string): string {
  return `skill name required for '${action}' action`
}

/** Renders what a search found. `understand` is asked only if it found nothing. */
export function renderSearch(matches: readonly SkillMatch[], understand: () => UnderstoodQuery): SearchResult {
  const results = matches.map(({ record, score, matched, shadowedBy }): SkillSearchItem => {
    const { name, description } = record
    const shadow = shadowedBy === undefined ? undefined : { shadowedBy: fileOf(shadowedBy) }
    return { name, description, path: fileOf(record), score, matched, ...shadow }
  })
  return { count: results.length, results, ...(results.length === 0 && { understood: renderUnderstood(understand()) }) }
}

function renderUnderstood({ languages, words, ignored }: UnderstoodQuery): UnderstoodSearch {
  return { languages, words: words.map(({ word }) => word), ignored }
}

/** Renders the changes between two summaries, in the order of the later one; removed skills come last. */
export function renderReload(before: Summary, after: Summary): ReloadResult {
  const changes: SkillChange[] = []
  for (const skill of new Set([...after.keys(), ...before.keys()])) {
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
