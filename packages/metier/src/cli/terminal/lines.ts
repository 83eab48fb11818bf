/** Text for a terminal. Spans are cleaned when they are joined, so that no text of a skill reaches the terminal raw. */

import { toPlainText } from '../../skill/text/plain-text.js'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** A piece of a line, with or without a style. */
export type Span = string | { readonly text: string; readonly style: Style }

export type Line = string | readonly Span[]

const CODES: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
}

export function styled(text: string, style: Style): Span {
  return { text, style }
}

/** A sentence of our own: commands in quotes or after a colon at its end are shown as commands to copy. */
export function say(sentence: string): readonly Span[] {
  const pieces = sentence.split(/((?<=')metier [^']+(?=')|(?<=: )metier .*$)/)
  return pieces.map((piece, at) => (at % 2 === 1 ? styled(piece, 'cyan') : piece)).filter((piece) => piece !== '')
}

/** The same for notes of our own. A line that starts with a space is laid out already: a diff, a trace, a table. */
export function sayAll(notes: readonly Line[]): readonly Line[] {
  return notes.map((note) => {
    const spans = typeof note === 'string' ? [note] : note
    const [first = ''] = spans
    if ((typeof first === 'string' ? first : first.text).startsWith(' ')) return note
    return spans.flatMap((span) => (typeof span === 'string' ? say(span) : [span]))
  })
}

/** Joins lines into one printable text, each with a line end. */
export function composeLines(lines: readonly Line[], hasColour: boolean): string {
  // Nearly all text is plain, and one check of the whole text is many times cheaper than one per span.
  const clean = isPlain(lines) ? (text: string) => text : toPlainText
  let text = ''
  for (const line of lines) {
    if (typeof line === 'string') text += clean(line)
    else for (const span of line) text += composeSpan(span, hasColour, clean)
    text += '\n'
  }
  return text
}

function isPlain(lines: readonly Line[]): boolean {
  let text = ''
  for (const line of lines) {
    if (typeof line === 'string') text += line
    else for (const span of line) text += typeof span === 'string' ? span : span.text
  }
  return toPlainText(text) === text
}

function composeSpan(span: Span, hasColour: boolean, clean: (text: string) => string): string {
  if (typeof span === 'string') return clean(span)
  const text = clean(span.text)
  if (!hasColour || text === '') return text
  const [on, off] = CODES[span.style]
  return `\u001b[${on}m${text}\u001b[${off}m`
}
