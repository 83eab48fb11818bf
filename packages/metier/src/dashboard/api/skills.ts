/** The table of skills, its facets, and its search. */

import type { AuditState, SkillId, SkillState } from './common.js'

/**
 * All skills at once, small enough to send ten thousand: used ones in order of precedence, then shadowed, then refused ones. The answer
 * has an `ETag`; a request with `If-None-Match` gets 304 while nothing changed.
 */
export interface SkillsView {
  readonly version: number
  readonly rows: readonly SkillRow[]
  /** Every set of the configuration, by name. */
  readonly sets: readonly string[]
}

export interface SkillRow {
  readonly id: SkillId
  readonly name: string
  /** At most 240 characters, on one line. */
  readonly description: string
  readonly emoji?: string
  readonly scope: 'project' | 'personal' | 'admin' | 'bundled'
  readonly state: SkillState
  /** Why it cannot be used, in a few words; left out if it can. */
  readonly reason?: string
  /** Where it was installed from, such as `clawhub` or `github.com/owner/repo`; `local` if it was not installed. */
  readonly source: string
  readonly audit: AuditState
  /** Left out if there are none. */
  readonly tags?: readonly string[]
  /** The sets that it belongs to; left out if there are none. */
  readonly sets?: readonly string[]
  /** Estimated tokens of its name and description in a catalogue. */
  readonly tokens: number
}

/** The skills that match a query, best first: the answer of `metier search`. */
export interface SkillSearchView {
  readonly version: number
  readonly query: string
  readonly hits: readonly TableHit[]
  /** How the query was read, if nothing matches. */
  readonly understood?: QueryView
}

export interface TableHit {
  readonly skill: SkillId
  readonly score: number
  /** Each as `field:word`, such as `name:pdf`. */
  readonly matched: readonly string[]
}

/** How a query was read. */
export interface QueryView {
  readonly languages: readonly string[]
  /** The words that were searched for. */
  readonly words: readonly string[]
  /** Small words that were left out. */
  readonly ignored: readonly string[]
}
