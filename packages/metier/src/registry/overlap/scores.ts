/** The scores that decide, apart from the code that computes them: messages need them too. */

/** From this score on, most pairs are real overlaps. */
export const OVERLAP_SCORE = 0.45
/** From this score on, a pair may overlap. */
export const MAYBE_SCORE = 0.35
