/** Finds the parts of a description that say what a skill is not for: they draw a boundary instead of inviting requests. */

/** A description without its boundary clauses, and these clauses. */
export interface BoundedText {
  readonly text: string
  readonly clauses: readonly string[]
}

/** Where a clause begins, and that it says what to leave to others. Each pattern ends where the clause does. */
const CLAUSES: readonly RegExp[] = [
  /\b(?:not|never) (?:for|intended for|meant for|suited for|suitable for|to be used for)\b[^.;!?\n。；！？]*/gi,
  /\b(?:do not|don't|don’t|never) (?:use|trigger|invoke|activate)\b[^.;!?\n。；！？]*/gi,
  /\b(?:unlike|in contrast to|as opposed to)\b[^.,;!?\n。；！？]*/gi,
  /\b(?:for|if|when)\b[^.;!?\n。；！？]*?[,:]? (?:use|see|prefer|try)\b[^.;!?\n。；！？]*?\binstead\b/gi,
  /\b(?:use|see|prefer|try)\b[^.;!?\n。；！？]*?\binstead\b(?! of\b)[^.;!?\n。；！？]*/gi,
  /\b(?:instead of|rather than)\b[^.,;!?\n。；！？]*/gi,
  /(?:不适用于|不用于|不要用于|请勿用于)[^。；！？.;!?\n]*/g,
]

/** A quick test: few descriptions have a clause. */
const MAY_HAVE = /\b(?:not|never|unlike|contrast|opposed|instead|rather|don['’]t)\b|不适用|不用于|不要用|请勿/i

/** Longer descriptions are not read to the end. */
const MOST_CHARACTERS = 4_096

/** Separates what a description says the skill is for from what it leaves to others. */
export function splitBoundaries(description: string): BoundedText {
  const whole = description.slice(0, MOST_CHARACTERS)
  if (!MAY_HAVE.test(whole)) return { text: whole, clauses: [] }
  const clauses: string[] = []
  let text = whole
  for (const pattern of CLAUSES) {
    text = text.replace(pattern, (clause) => {
      clauses.push(clause)
      return ' '
    })
  }
  return { text, clauses }
}
