/** Rows in aligned columns, the last of which gives way where the terminal ends. */

import { cutText, measureText, padText } from './columns.js'
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
  const cleaned = rows.map((row) => row.map(({ text, style }) => ({ text: toPlainText(text), style })))
  const widths: number[] = []
  for (const row of cleaned) {
    for (let at = 0; at < row.length - 1; at++) {
      widths[at] = Math.max(widths[at] ?? 0, measureText(row[at]?.text ?? ''))
    }
  }
  const before = widths.reduce((sum, width) => sum + width + GAP, 0)
  const room = Number.isFinite(columns) ? Math.max(NARROWEST, columns - before) : columns
  return cleaned.map((row) =>
    row.map((cell, at): Span => {
      const text = at === row.length - 1 ? cutText(cell.text, room) : padText(cell.text, (widths[at] ?? 0) + GAP)
      return cell.style === undefined ? text : { text, style: cell.style }
    }),
  )
}
