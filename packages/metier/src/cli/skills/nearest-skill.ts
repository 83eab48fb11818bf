/** The skill that another one is most easily taken for, in one line. */

import { type NearestRival, renderNearest } from '../../contracts/overlap.js'
import type { NearestSkill } from '../../registry/overlap/overlap-skills.js'
import { MAYBE_SCORE, OVERLAP_SCORE } from '../../registry/overlap/scores.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { type Line, styled } from '../terminal/lines.js'

/** How a copy came to be, for people. */
export const COPY_WORDS: Readonly<Record<NonNullable<NearestRival['copy']>, string>> = {
  same: 'same text',
  fork: 'changed copy',
  translation: 'translation',
}

/** Says which skill is nearest, and how near. */
export function describeNearest({ name, score, copy }: NearestRival): string {
  const near = score >= OVERLAP_SCORE ? 'overlaps' : score >= MAYBE_SCORE ? 'may overlap' : 'hardly overlaps'
  const what = copy === null ? near : COPY_WORDS[copy]
  return `${name} (${what}, ${score.toFixed(2)})`
}

export function composeNearest(nearest: NearestSkill | undefined): readonly Line[] {
  return nearest === undefined
    ? []
    : [['  ', styled('Nearest skill: ', 'dim'), describeNearest(renderNearest(nearest))]]
}

/** A warning about a skill that would be confused with another one. */
export function warnOfOverlap(name: string, other: string, score: number): Line {
  return [
    styled('warning: ', 'yellow'),
    `'${name}' overlaps with '${other}' (${score.toFixed(2)}). To separate them: `,
    styled(`metier overlap ${quoteForShell(name)}`, 'cyan'),
  ]
}
