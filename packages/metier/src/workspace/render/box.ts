/** Draws text in boxes of bounded width. Wide characters and emoji line up, and no text can imitate the border. */

import { cutText, measureText, wrapText } from '../../skill/text/columns.js'
import { toPlainText } from '../../skill/text/plain-text.js'

/** A part of the context that can be rendered as text. */
export interface Section {
  /** Draws it in a box, for a terminal. */
  render(options?: BoxOptions): string
  /** Writes it as Markdown, for a prompt. */
  renderMarkdown(): string
}

/** Options of everything that is drawn in a box. */
export interface BoxOptions {
  /** The width of the box with its border, in columns: 100 if left out, at least 20, at most 200. */
  readonly width?: number
}

/** A box to draw. */
export interface Box extends BoxOptions {
  readonly border: 'single' | 'double'
  /** The title, which is centered. */
  readonly title: string
  /** The lines, each wrapped to the width of the box. */
  readonly lines: readonly string[]
}

const BORDERS = {
  single: { top: '┌─┐', middle: '├─┤', bottom: '└─┘', side: '│' },
  double: { top: '╔═╗', middle: '╠═╣', bottom: '╚═╝', side: '║' },
} as const

/** Enough for a sentence, few enough for any terminal. */
const USUAL_COLUMNS = 100
const FEWEST_COLUMNS = 20
const MOST_COLUMNS = 200
/** A border and a blank on both sides. */
const BORDER_COLUMNS = 4
/** The minimum width between the borders. */
const LEAST_WIDTH = 24
/** One line of a text that comes from a skill. */
const MOST_CHARACTERS = 4_000

/** Draws a box. */
export function drawBox({ border, title, lines, width: columns = USUAL_COLUMNS }: Box): string {
  const { top, middle, bottom, side } = BORDERS[border]
  const most = Math.floor(Math.min(Math.max(columns, FEWEST_COLUMNS), MOST_COLUMNS)) - BORDER_COLUMNS
  const heading = cutText(cleanLine(title), most)
  const wrapped = lines.flatMap((line) => wrapLine(line, most))
  const longest = wrapped.reduce((width, line) => Math.max(width, measureText(line)), measureText(heading))
  const width = Math.max(Math.min(LEAST_WIDTH, most), longest)
  const rule = (pieces: string) => `${pieces.charAt(0)}${pieces.charAt(1).repeat(width + 2)}${pieces.charAt(2)}`
  const row = (text: string) => `${side} ${text}${' '.repeat(width - measureText(text))} ${side}`
  const left = Math.floor((width - measureText(heading)) / 2)
  const head = row(`${' '.repeat(left)}${heading}`)
  const body = wrapped.length === 0 ? [] : [rule(middle), ...wrapped.map(row)]
  return [rule(top), head, ...body, rule(bottom)].join('\n')
}

/** Removes control characters from a line, and replaces the characters that borders are drawn with. */
export function cleanLine(text: string): string {
  return toPlainText(text.slice(0, MOST_CHARACTERS))
    .replace(/[\u2500-\u257f]/g, '-')
    .trimEnd()
}

/** Wrapped lines keep the indentation of the original. */
function wrapLine(line: string, columns: number): readonly string[] {
  const clean = cleanLine(line)
  const indent = ' '.repeat(Math.min(clean.length - clean.trimStart().length, Math.floor(columns / 2)))
  if (clean.trim() === '') return ['']
  const room = columns - indent.length
  return wrapText(clean, room)
    .flatMap((part) => breakWord(part, room))
    .map((part) => indent + part)
}

/** A word that is longer than a line continues on the next. */
function breakWord(text: string, columns: number): readonly string[] {
  const pieces: string[] = []
  let rest = text
  while (measureText(rest) > columns) {
    // The ellipsis that cutText puts at the end stands for one column; with blanks after it, every text is cut.
    const piece = cutText(`${rest}  `, columns + 1).slice(0, -1) || rest.slice(0, 1)
    pieces.push(piece)
    rest = rest.slice(piece.length).trimStart()
  }
  return rest === '' ? pieces : [...pieces, rest]
}
