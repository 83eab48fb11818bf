/** Rows in aligned columns, the last of which gives way where the terminal ends. */

import { cutText, measureText } from './columns.js'
import type { Line, Span, Style } from './lines.js'
import { toPlainText } from './plain-text.js'

export interface Cell {
  readonly text: string
  readonly style?: Style
}

const GAP = 2
/** Below this a description says nothing, and the line is left to wrap. */
const NARROWEST = 12

export function composeTable(rows: readonly (readonly Cell[])[], columns: number): readonly Line[] {
  const measured = rows.map((row) => row.map((cell, at) => measureCell(cell, at === row.length - 1, columns)))
  const widths: number[] = []
  for (const row of measured) {
    // The last column has no end, so its width is never asked for.
    for (let at = 0; at < row.length - 1; at++) widths[at] = Math.max(widths[at] ?? 0, row[at]?.width ?? 0)
  }
  const before = widths.reduce((sum, width) => sum + width + GAP, 0)
  const room = Math.max(NARROWEST, columns - before)
  return measured.map((row) =>
    row.map(({ text, width, style }, at): Span => {
      const isLast = at === row.length - 1
      const fitted = isLast ? cutText(text, room) : text + ' '.repeat((widths[at] ?? 0) + GAP - width)
      return style === undefined ? fitted : { text: fitted, style }
    }),
  )
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
