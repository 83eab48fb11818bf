/** Composes commands to run next from the words that were typed, so that their options are kept. */

import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { Input, Piece } from './command.js'

/** The options to leave out and the words to add. */
interface Change {
  readonly without?: readonly string[]
  readonly with?: readonly string[]
  /** The only skill to name, if the words named several. */
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

/** The options that say which roots a call is about. */
export function whereOf({ pieces }: Pick<Input, 'pieces'>): readonly Piece[] {
  return pieces.filter(({ option = '' }) => WHERE.has(option))
}

const WHERE: ReadonlySet<string> = new Set(['project', 'personal', 'root', 'workdir', 'config'])

/** A name can include a version: `pdf@1.2.0`. */
function isNameOf(word: string, skill: string): boolean {
  return word === skill || word.startsWith(`${skill}@`)
}
