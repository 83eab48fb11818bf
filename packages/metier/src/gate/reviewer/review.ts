import type { Verdict } from '../finding.js'
import type { ModelFailure } from './model.js'

/** What a model was asked about a skill, and what came of it. */
export interface Review {
  /** The model's name. */
  readonly model: string
  /** The version of the rubric. */
  readonly rubric: string
  /** The verdict of the rules alone. */
  readonly rulesVerdict: Verdict
  /** Parts of the skill, and how many of them were answered. */
  readonly parts: number
  readonly answered: number
  /** Answers from the cache. */
  readonly kept: number
  /** Opinions that were dropped, because their quote is not in the skill. */
  readonly dropped: number
  /** Opinions that were dropped, because they do not have the required form. */
  readonly malformed: number
  /** Files that the model did not see completely. */
  readonly unseen: readonly string[]
  /** Why a part has no answer. Nothing is asked after the first failure. */
  readonly failure?: ModelFailure
}
