/** Commands to run next, made from the words that were typed, so that what they say still holds. */

import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { Input, Piece } from './command.js'

/** Which words are not said again, and which are said besides. */
interface Change {
  readonly without?: readonly string[]
  readonly with?: readonly string[]
  /** The one skill that it is about, where the words may have meant several. */
  readonly skill?: string
}

/** The same call about one skill, with some options left out and others added. */
export function typeAgain({ command, pieces }: Pick<Input, 'command' | 'pieces'>, change: Change): string {
  const { without = [], with: added = [], skill } = change
  const isKept = ({ option, words }: Piece) =>
    option === undefined ? skill === undefined || isNameOf(words[0] ?? '', skill) : !without.includes(option)
  const kept = pieces.filter(isKept)
  const isNamed = skill === undefined || kept.some(({ option }) => option === undefined)
  const words = [...(isNamed ? [] : [skill]), ...kept.flatMap((piece) => piece.words), ...added]
  return ['metier', command, ...words].map(quoteForShell).join(' ')
}

/** A name may be typed with the version that is wanted. */
function isNameOf(word: string, skill: string): boolean {
  return word === skill || word.startsWith(`${skill}@`)
}
