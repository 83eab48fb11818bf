/** Rows in aligned columns; where the terminal ends, the last one gives way first and the widest other one then. */

import { cutText, measureText } from '../skill/columns.js'
import { toPlainText } from '../skill/plain-text.js'
import type { Line, Span, Style } from './lines.js'

export interface Cell {
  readonly text: string
  readonly style?: Style
}

const GAP = 2
/** Below this a description says nothing. */
const NARROWEST = 12

export function composeTable(rows: readonly (readonly Cell[])[], columns: number): readonly Line[] {
  const measured = rows.map((row) => row.map((cell, at) => measureCell(cell, at === row.length - 1, columns)))
  const widths: number[] = []
  for (const row of measured) {
    // The last column has no end, so its width is never asked for.
    for (let at = 0; at < row.length - 1; at++) widths[at] = Math.max(widths[at] ?? 0, row[at]?.width ?? 0)
  }
  narrowWidest(widths, columns - NARROWEST)
  const room = Math.max(NARROWEST, columns - total(widths))
  return measured.map((row) =>
    row.map(({ text, width, style }, at): Span => {
      const isLast = at === row.length - 1
      const fitted = isLast ? cutText(text, room) : fitCell(text, width, widths[at] ?? 0)
      return style === undefined ? fitted : { text: fitted, style }
    }),
  )
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + GAP, 0)
}

/** Takes from the widest column what the terminal has not room for. */
function narrowWidest(widths: number[], columns: number): void {
  const surplus = total(widths) - columns
  if (surplus <= 0) return
  const at = widths.indexOf(Math.max(...widths))
  widths[at] = Math.max(NARROWEST, (widths[at] ?? 0) - surplus)
}

function fitCell(text: string, width: number, room: number): string {
  if (width <= room) return text + ' '.repeat(room + GAP - width)
  const cut = cutText(text, room)
  return cut + ' '.repeat(room + GAP - measureText(cut))
}

interface MeasuredCell {
  readonly text: string
  readonly width: number
  readonly style: Style | undefined
}

function measureCell({ text, style }: Cell, isLast: boolean, columns: number): MeasuredCell {
  // What is not to be cut need not be measured, and is cleaned when it is printed.
  if (isLast && !Number.isFinite(columns)) return { text, width: 0, style }
  const plain = toPlainText(text)
  return { text: plain, width: isLast ? 0 : measureText(plain), style }
}
