/** Wraps sentences at the width of the terminal, between words. Commands to copy are never broken. */

import { measureText } from '../../skill/text/columns.js'
import { toPlainText } from '../../skill/text/plain-text.js'
import type { OutputStream } from './command-io.js'
import type { Line, Span } from './lines.js'

/** Wraps lines to the width of the terminal; without one, lines stay as they are. */
export function fitToTerminal(lines: readonly Line[], { isTTY, columns = 0 }: OutputStream): readonly Line[] {
  return isTTY === true && columns > 0 ? wrapLines(lines, columns) : lines
}

/** Wraps lines except those that start with a space, which are already laid out: diffs, traces, tables. */
export function wrapLines(lines: readonly Line[], columns: number): readonly Line[] {
  return lines.flatMap((line) => (/^(?: |$)/.test(textOf(line)) ? [line] : wrapLine(line, columns)))
}

/** Wraps a page except lines that are a command, which is cyan. Continuation lines are indented deeper than their line. */
export function wrapPage(lines: readonly Line[], columns: number): readonly Line[] {
  return lines.flatMap((line) => (isCommand(line) ? [line] : wrapLine(line, columns, `${indentationOf(line)}  `)))
}

/** A command inside a sentence is kept whole by `wrapLine`. */
function isCommand(line: Line): boolean {
  if (typeof line === 'string') return false
  const at = line.findIndex((span) => typeof span !== 'string' && span.style === 'cyan')
  return at >= 0 && isBlank(line.slice(0, at))
}

function indentationOf(line: Line): string {
  return /^ */.exec(textOf(line))?.[0] ?? ''
}

/** Wraps one line. Lines after the first get the indentation. */
export function wrapLine(line: Line, columns: number, indentation = ''): readonly Line[] {
  if (measureText(toPlainText(textOf(line))) <= columns) return [line]
  const lines: Span[][] = []
  let room = 0
  for (const word of toWords(line)) {
    const last = lines.at(-1)
    if (last !== undefined && (word.width + 1 <= room || isBlank(last))) {
      last.push(' ', ...word.spans)
      room -= word.width + 1
    } else {
      const start = last === undefined ? [] : [indentation]
      lines.push([...start, ...word.spans])
      room = columns - word.width - start.join('').length
    }
  }
  return lines
}

/** A word that is too long for any line stays behind its indentation. */
function isBlank(line: Line): boolean {
  return textOf(line).trim() === ''
}

function textOf(line: Line): string {
  if (typeof line === 'string') return line
  return line.map((span) => (typeof span === 'string' ? span : span.text)).join('')
}

interface Word {
  readonly spans: Span[]
  readonly width: number
}

/** Replaces a space at which a line must not break. */
const KEPT = '\0'

function toWords(line: Line): readonly Word[] {
  const words: Span[][] = [[]]
  for (const span of typeof line === 'string' ? [line] : line) {
    const [first, ...more] = toPieces(span)
    if (first !== undefined) words.at(-1)?.push(first)
    words.push(...more.map((piece) => [piece]))
  }
  return words.map((spans) => ({ spans, width: measureText(textOf(spans)) }))
}

/** Splits a span at its spaces. */
function toPieces(span: Span): readonly Span[] {
  const { text, style } = typeof span === 'string' ? { text: span, style: undefined } : span
  const pieces = keepCommands(toPlainText(text)).split(' ')
  return pieces.map((piece) => {
    const shown = piece.replaceAll(KEPT, ' ')
    return style === undefined ? shown : { text: shown, style }
  })
}

/** A command after a colon extends to the end of its line; inside a sentence it has one or two words. */
function keepCommands(text: string): string {
  const keep = (command: string) => command.replaceAll(' ', KEPT)
  return text.replace(/(?<=^|: )metier .*$/, keep).replace(/\bmetier [a-z]+(?: (?:--)?[\w.-]+)?/g, keep)
}
