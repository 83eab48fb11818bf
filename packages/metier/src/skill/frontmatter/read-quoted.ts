/** Quoted scalars, on one line or folded over several. */
import { CARRIAGE_RETURN, type Cursor, FAILED, giveUp, LINE_FEED, measureLine, refuse, SPACE } from './cursor.js'
import { findBadEscape, replaceEscapes } from './escapes.js'

export const DOUBLE_QUOTE = 34
export const SINGLE_QUOTE = 39
const BACKSLASH = 92

/** Reads the quoted scalar at `cursor.at` below a collection at `indent`, and goes behind its closing quote. */
export function readQuoted(cursor: Cursor, indent: number): string | typeof FAILED {
  const { text } = cursor
  const start = cursor.at + 1
  const isDouble = text.charCodeAt(cursor.at) === DOUBLE_QUOTE
  const end = endOfQuoted(text, cursor.at)
  if (end < 0) return refuseUnclosed(cursor)
  if (end > cursor.lineEnd) return readFolded(cursor, end, indent)
  cursor.at = end + 1
  const source = text.slice(start, end)
  return isDouble ? decodeDouble(cursor, source, start) : source.replaceAll("''", "'")
}

/** The position of the quote that closes the one at a position, or -1. */
export function endOfQuoted(text: string, at: number): number {
  const quote = text.charAt(at)
  let end = text.indexOf(quote, at + 1)
  if (quote === '"') {
    while (end >= 0 && isEscaped(text, end)) end = text.indexOf(quote, end + 1)
  } else {
    while (end >= 0 && text.charCodeAt(end + 1) === SINGLE_QUOTE) end = text.indexOf(quote, end + 2)
  }
  return end
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === BACKSLASH) first--
  return (at - first) % 2 === 1
}

function decodeDouble(cursor: Cursor, source: string, offset: number): string | typeof FAILED {
  if (!source.includes('\\')) return source
  const bad = findBadEscape(source)
  if (bad < 0) return replaceEscapes(source)
  const escape = source.slice(bad, bad + 2)
  return refuse(cursor, 'escape_unknown', offset + bad, `"${escape}" means nothing in a double-quoted text`)
}

function refuseUnclosed(cursor: Cursor): typeof FAILED {
  // Some readers take an escaped quote at the very end for a closing one.
  if (cursor.text.endsWith(cursor.text.charAt(cursor.at))) return giveUp(cursor)
  return refuse(cursor, 'quote_unclosed', cursor.at, 'a quote is opened here and not closed')
}

/** Reads a quoted scalar of several lines: one line break is a space, each blank line is a line break. */
function readFolded(cursor: Cursor, close: number, indent: number): string | typeof FAILED {
  const { text } = cursor
  const isDouble = text.charCodeAt(cursor.at) === DOUBLE_QUOTE
  let folded = text.slice(cursor.at + 1, cursor.lineEnd).trimEnd()
  let separator = ' '
  let lineStart = cursor.nextLine
  for (;;) {
    // A backslash there escapes the line break or the space before it.
    if (isDouble && folded.endsWith('\\')) return giveUp(cursor)
    let at = lineStart
    while (text.charCodeAt(at) === SPACE) at++
    const found = text.indexOf('\n', at)
    const end = found < 0 || found > close ? close : found
    const isBlank = text.charCodeAt(at) === LINE_FEED || text.charCodeAt(at) === CARRIAGE_RETURN
    if (!isBlank && at - lineStart <= indent) return refuseOutdented(cursor, lineStart)
    if (end === close) return endFolded(cursor, folded + separator + text.slice(at, close), close)
    if (isBlank) {
      if (separator === '\n') folded += '\n'
      separator = '\n'
    } else {
      folded += separator + text.slice(at, end).trimEnd()
      separator = ' '
    }
    lineStart = end + 1
  }
}
