/** Rows in aligned columns. If they do not fit the terminal, the last column is cut first, then the widest other one. */

import { cutText, measureText } from '../../skill/text/columns.js'
import { toPlainText } from '../../skill/text/plain-text.js'
import type { Line, Span, Style } from './lines.js'

export interface Cell {
  readonly text: string
  readonly style?: Style
}

const GAP = 2
/** A narrower description would be useless. */
const NARROWEST = 12
/** The width that one column can always have next to the last. */
const ROOM_FOR_NAMES = 24
const LARGEST_SHARE = 0.4

export function composeTable(rows: readonly (readonly Cell[])[], columns: number): readonly Line[] {
  const { cells, widths } = measureRows(rows, columns)
  narrowWidest(widths, columns)
  const last = widths.length
  const room = Math.max(NARROWEST, columns - total(widths))
  const lines: Line[] = []
  for (let first = 0; first < cells.length; first += last + 1) {
    const line: Span[] = []
    for (let at = 0; at <= last; at++) {
      const cell = cells[first + at] as MeasuredCell
      cell.span ??= toSpan(cell, at === last ? cutText(cell.text, room) : fitCell(cell, widths[at] ?? 0))
      line.push(cell.span)
    }
    lines.push(line)
  }
  return lines
}

/** Measures every cell, row by row, and the width of each column except the last. */
// Loops, because a list is printed once: most of this runs before the engine has optimized it.
function measureRows(rows: readonly (readonly Cell[])[], columns: number) {
  const last = (rows[0]?.length ?? 1) - 1
  const widths: number[] = new Array<number>(last).fill(0)
  const cells: MeasuredCell[] = []
  for (const row of rows) {
    for (let at = 0; at <= last; at++) {
      const cell = measureCell(row[at] as Cell, at === last, columns, cells[cells.length - last - 1])
      cells.push(cell)
      if (at < last) widths[at] = Math.max(widths[at] ?? 0, cell.width)
    }
  }
  return { cells, widths }
}

function toSpan({ style }: MeasuredCell, text: string): Span {
  return style === undefined ? text : { text, style }
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + GAP, 0)
}

/** Narrows the widest column, so that one long name does not squeeze all descriptions. */
function narrowWidest(widths: number[], columns: number): void {
  const at = widths.indexOf(Math.max(...widths))
  const widest = widths[at] ?? 0
  const surplus = total(widths) - (columns - NARROWEST)
  const most = Math.max(ROOM_FOR_NAMES, Math.floor(columns * LARGEST_SHARE))
  widths[at] = Math.min(widest, Math.max(NARROWEST, Math.min(most, widest - surplus)))
}

function fitCell({ text, width }: MeasuredCell, room: number): string {
  if (width <= room) return text + ' '.repeat(room + GAP - width)
  const cut = cutText(text, room)
  return cut + ' '.repeat(room + GAP - measureText(cut))
}

interface MeasuredCell {
  /** The text before cleaning. */
  readonly source: string
  readonly text: string
  readonly width: number
  readonly style: Style | undefined
  span?: Span
}

function measureCell(
  { text: source, style }: Cell,
  isLast: boolean,
  columns: number,
  above: MeasuredCell | undefined,
): MeasuredCell {
  // A mark or a scope is usually the same as in the row above.
  if (above !== undefined && above.source === source && above.style === style) return above
  // Text that is never cut does not have to be measured; printing cleans it.
  if (isLast && !Number.isFinite(columns)) return { source, text: source, width: 0, style }
  const text = toPlainText(source)
  return { source, text, width: isLast ? 0 : measureText(text), style }
}
