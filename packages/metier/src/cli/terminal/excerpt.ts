/** The line that a diagnostic refers to, with carets below the position. */

import { cutText, cutTextBefore, measureText } from '../../skill/text/columns.js'
import { toPlainText } from '../../skill/text/plain-text.js'
import { type Line, styled } from './lines.js'

const NUMBER_WIDTH = 6
/** The limit without a terminal, which has no width. */
const WIDEST = 160
/** The columns shown before the position if the line is too long to be shown from its start. */
const LEAD = 16
/** The minimum width, even on a narrower terminal. */
const NARROWEST = LEAD + 12
const LONGEST_MARK = 40
const WORD = /^[\p{L}\p{N}_@./-]+:?/u

/** The excerpt of a text at a 1-based line and column; empty if the line does not exist or is blank. */
export function composeExcerpt(text: string, line: number, column: number, columns: number): readonly Line[] {
  const source = text.split('\n', line)[line - 1]?.replace(/\r$/, '')
  if (source === undefined || source.trim() === '') return []
  const room = Math.max(NARROWEST, Math.min(columns, WIDEST) - NUMBER_WIDTH - 3)
  const before = toPlainText(source.slice(0, column - 1))
  const rest = toPlainText(source.slice(column - 1))
  // A long line is shown from shortly before the position.
  const isFar = measureText(before) > room - LEAD && measureText(before + rest) > room
  const lead = isFar ? cutTextBefore(before, LEAD) : before
  const mark = Math.min(LONGEST_MARK, Math.max(1, measureText(WORD.exec(rest)?.[0] ?? '')))
  return [
    [styled(`${String(line).padStart(NUMBER_WIDTH)} | `, 'dim'), cutText(lead + rest, room)],
    [
      styled(`${' '.repeat(NUMBER_WIDTH)} | `, 'dim'),
      ' '.repeat(Math.min(measureText(lead), room - 1)),
      styled('^'.repeat(Math.max(1, Math.min(mark, room - measureText(lead)))), 'red'),
    ],
  ]
}
