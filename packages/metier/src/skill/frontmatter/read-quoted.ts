/** Quoted scalars, on one line or folded over several. */
import {
  CARRIAGE_RETURN,
  type Cursor,
  endOfContent,
  type FAILED,
  foldBreaks,
  giveUp,
  LINE_FEED,
  measureLine,
  refuse,
  skipSpaces,
} from './cursor.js'
import { decodeEscapes } from './decode-escapes.js'

export const DOUBLE_QUOTE = 34
export const SINGLE_QUOTE = 39
const BACKSLASH = 92

/** Reads the quoted scalar at `cursor.at` below a block collection at `indent`, and moves past its closing quote. */
export function readQuoted(cursor: Cursor, indent: number): string | typeof FAILED {
  const { text, at } = cursor
  const end = endOfQuoted(text, at)
  if (end < 0) return refuseUnclosed(cursor, at, text.length)
  if (end > cursor.lineEnd) return readFolded(cursor, end, indent)
  cursor.at = end + 1
  return unquote(cursor, text.slice(at + 1, end), at)
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

function unquote(cursor: Cursor, source: string, quote: number): string | typeof FAILED {
  if (cursor.text.charCodeAt(quote) === SINGLE_QUOTE) return source.replaceAll("''", "'")
  if (!source.includes('\\')) return source
  const decoded = decodeEscapes(source)
  if (typeof decoded === 'string') return decoded
  const sequence = source.slice(decoded, decoded + 2)
  return refuse(cursor, 'escape_unknown', quote, `"${sequence}" means nothing inside double quotes`)
}

/** Refuses a quote that is open at the end of its last line. */
function refuseUnclosed(cursor: Cursor, quote: number, end: number): typeof FAILED {
  const { text } = cursor
  // YAML readers treat an escaped quote in that position as the closing one.
  if (text.charCodeAt(end - 1) === text.charCodeAt(quote)) return giveUp(cursor)
  return refuse(cursor, 'quote_unclosed', quote, 'a quote is opened here and not closed')
}

/** Reads a quoted scalar of several lines: one line break is a space, each blank line is a line break. */
function readFolded(cursor: Cursor, close: number, indent: number): string | typeof FAILED {
  const { text, at: quote } = cursor
  if (cursor.hasTabs) return giveUp(cursor)
  let end = endOfContent(text, quote + 1, cursor.lineEnd)
  let source = text.slice(quote + 1, end)
  while (close > cursor.lineEnd) {
    // A backslash there escapes the line break, or the space before it.
    if (text.charCodeAt(end - 1) === BACKSLASH) return giveUp(cursor)
    const previousEnd = cursor.lineEnd
    const breaks = toNextFilledLine(cursor)
    if (cursor.indent <= indent) return refuseUnclosed(cursor, quote, breaks === 1 ? previousEnd : quote + 1)
    end = close < cursor.lineEnd ? close : endOfContent(text, cursor.at, cursor.lineEnd)
    source += foldBreaks(breaks) + text.slice(cursor.at, end)
  }
  cursor.at = close + 1
  return unquote(cursor, source, quote)
}

/** Goes to the next line that is not blank, comments included, and counts the line breaks on the way. */
function toNextFilledLine(cursor: Cursor): number {
  const { text } = cursor
  let breaks = 1
  let lineStart = cursor.nextLine
  let at = skipSpaces(text, lineStart)
  while (text.charCodeAt(at) === LINE_FEED || text.charCodeAt(at) === CARRIAGE_RETURN) {
    breaks++
    lineStart = text.indexOf('\n', at) + 1
    at = skipSpaces(text, lineStart)
  }
  cursor.at = at
  cursor.indent = at - lineStart
  measureLine(cursor)
  return breaks
}
