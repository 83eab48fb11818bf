/** The routing playground: what a sentence finds, what each client shows its model, and the trigger tests of skills. */

import type { SkillId, SkillState } from './common.js'
import type { QueryView } from './skills.js'

/** `GET /api/routing`: the ranking for a sentence. */
export interface RoutingView {
  readonly version: number
  readonly sentence: string
  readonly understood: QueryView
  /** Best first, at most 50. */
  readonly ranking: readonly RankedSkill[]
  /** Pairs of the first skill with others of the first ten that would be confused; empty until they are compared, then an `overlaps` event follows. */
  readonly overlaps: readonly { readonly skills: readonly [SkillId, SkillId]; readonly score: number }[]
  readonly command: string
}

export interface RankedSkill {
  readonly skill: SkillId
  readonly description: string
  readonly score: number
  /** The share of the best score, from 0 to 1. */
  readonly share: number
  /** The words that matched, by field. */
  readonly fields: readonly { readonly field: string; readonly words: readonly string[] }[]
  readonly state: SkillState
  /**
   * Why it is not the answer. `outranked`: others match better. `not_offered`: models do not see it, because of its state or because
   * only users may call it. Null for the winner.
   */
  readonly lost: 'outranked' | 'not_offered' | null
  /** The same in words; empty for the winner. */
  readonly why: string
}

/** `GET /api/clients`: the clients whose limits are known. */
export interface ClientsView {
  readonly clients: readonly ClientSummary[]
}

export interface ClientSummary {
  readonly id: string
  readonly title: string
  /** Lengths in characters; null if nothing is cut. */
  readonly instructionLimit: number | null
  readonly descriptionLimit: number | null
  readonly toolLimit: number | null
}

/** `GET /api/client`: the first prompt of a client's model, as far as Metier writes it. */
export interface ClientPromptView {
  readonly client: string
  /** As the client cuts them; null if its model never sees them. */
  readonly instructions: string | null
  readonly tools: readonly {
    /** With the client's prefix. */
    readonly name: string
    /** Null if the model must search for the tool to see it. */
    readonly description: string | null
  }[]
  /** How many of the usable skills these texts name, shorten or leave out. */
  readonly listed: number
  readonly shortened: number
  readonly left: number
  readonly tokens: number
  readonly command: string
}

/** `GET /api/tests`: the trigger sentences that skills have. */
export interface TriggersView {
  readonly skills: readonly TriggerSet[]
  /** The command that tests these skills. */
  readonly command: string
}

export interface TriggerSet {
  readonly skill: SkillId
  /** Whether sentences can be saved: false if its files are not the user's to edit. */
  readonly isWritable: boolean
  readonly sentences: readonly TriggerSentence[]
  readonly problems: readonly string[]
}

export interface TriggerSentence {
  readonly query: string
  readonly shouldTrigger: boolean
  readonly file: string
}

/** `POST /api/tests/run`: every sentence, and which skill it found. */
export interface TestRunView {
  readonly passed: number
  readonly failed: number
  readonly cases: readonly TestCaseView[]
  /** Who was found instead of whom, most frequent first. */
  readonly confusions: readonly ConfusionView[]
  readonly command: string
}

export interface TestCaseView {
  readonly skill: SkillId
  readonly query: string
  readonly kind: 'own' | 'neighbour' | 'description'
  readonly shouldTrigger: boolean
  /** From 1; null if it was not found. */
  readonly rank: number | null
  readonly first: SkillId | null
  readonly passed: boolean
}

/** So many sentences of `wanted` found `found` first; null for nothing. */
export interface ConfusionView {
  readonly wanted: SkillId
  readonly found: SkillId | null
  readonly count: number
}
