/** Flow collections: `{…}` and `[…]`, as JSON or as YAML allows them, on one line or several. */
import {
  CARRIAGE_RETURN,
  COLON,
  type Cursor,
  enterCollection,
  FAILED,
  giveUp,
  HASH,
  LINE_FEED,
  measureLine,
  notePosition,
  refuse,
  SPACE,
} from './cursor.js'
import { keyOfPlain, putEntry } from './entries.js'
import { typed } from './read-plain.js'
import { DOUBLE_QUOTE, readDoubleQuoted, readQuoted, SINGLE_QUOTE } from './read-quoted.js'

const COMMA = 44
export const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
export const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** Reads the flow collection at `cursor.at` below a block collection at `indent`, and goes behind its end. */
export function readFlow(cursor: Cursor, indent: number): unknown {
  cursor.flowDepth = cursor.depth + 1
  return readFlowCollection(cursor, indent)
}

function readFlowCollection(cursor: Cursor, indent: number): unknown {
  if (!enterCollection(cursor)) return FAILED
  const isMapping = cursor.text.charCodeAt(cursor.at) === OPEN_BRACE
  const value = isMapping ? readFlowMapping(cursor, indent) : readFlowList(cursor, indent)
  cursor.depth--
  return value
}

function readFlowMapping(cursor: Cursor, indent: number): unknown {
  const { text } = cursor
  const opened = cursor.at++
  const mapping: Record<string, unknown> = {}
  for (;;) {
    if (!toToken(cursor, indent, opened)) return FAILED
    const code = text.charCodeAt(cursor.at)
    if (code === CLOSE_BRACE) break
    const keyStart = cursor.at
    const key = readFlowKey(cursor, code)
    if (key === FAILED) return FAILED
    cursor.path[cursor.depth - 1] = key
    if (cursor.positions !== undefined) notePosition(cursor, keyStart)
    const value = readFlowEntry(cursor, indent, opened)
    if (value === FAILED || !putEntry(cursor, mapping, key, value, keyStart)) return FAILED
    if (!toSeparator(cursor, indent, opened, CLOSE_BRACE)) return FAILED
  }
  cursor.at++
  return mapping
}

function readFlowList(cursor: Cursor, indent: number): unknown {
  const { text } = cursor
  const opened = cursor.at++
  const list: unknown[] = []
  for (;;) {
    if (!toToken(cursor, indent, opened)) return FAILED
    if (text.charCodeAt(cursor.at) === CLOSE_BRACKET) break
    cursor.path[cursor.depth - 1] = list.length
    if (cursor.positions !== undefined) notePosition(cursor, cursor.at)
    const value = readFlowValue(cursor, indent)
    if (value === FAILED) return FAILED
    list.push(value)
    if (!toSeparator(cursor, indent, opened, CLOSE_BRACKET)) return FAILED
  }
  cursor.at++
  return list
}

function readFlowKey(cursor: Cursor, code: number): string | typeof FAILED {
  if (code === DOUBLE_QUOTE) return readDoubleQuoted(cursor)
  if (code === SINGLE_QUOTE) return readQuoted(cursor)
  const source = readFlowPlain(cursor)
  return source === FAILED ? FAILED : keyOfPlain(cursor, source)
}

/** What follows a key: its value, or nothing, which is null. */
function readFlowEntry(cursor: Cursor, indent: number, opened: number): unknown {
  const { text } = cursor
  while (text.charCodeAt(cursor.at) === SPACE) cursor.at++
  const code = text.charCodeAt(cursor.at)
  if (code === COMMA || code === CLOSE_BRACE) return null
  if (code !== COLON) return giveUp(cursor)
  cursor.at++
  if (!toToken(cursor, indent, opened)) return FAILED
  const next = text.charCodeAt(cursor.at)
  return next === COMMA || next === CLOSE_BRACE ? null : readFlowValue(cursor, indent)
}

function readFlowValue(cursor: Cursor, indent: number): unknown {
  const code = cursor.text.charCodeAt(cursor.at)
  if (code === DOUBLE_QUOTE) return readDoubleQuoted(cursor)
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return readFlowCollection(cursor, indent)
  if (code === SINGLE_QUOTE) return readQuoted(cursor)
  const source = readFlowPlain(cursor)
  return source === FAILED ? FAILED : typed(cursor, source)
}

/** Goes to the next token; false, with the failure set, where the text ends or a comment stands. */
function toToken(cursor: Cursor, indent: number, opened: number): boolean {
  const { text } = cursor
  for (;;) {
    const code = text.charCodeAt(cursor.at)
    if (code === SPACE) {
      cursor.at++
    } else if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      if (!toNextFlowLine(cursor, indent, opened)) return false
    } else if (code === HASH) {
      giveUp(cursor)
      return false
    } else if (cursor.at >= text.length) {
      return refuseUnclosed(cursor, opened)
    } else {
      return true
    }
  }
}

function toNextFlowLine(cursor: Cursor, indent: number, opened: number): boolean {
  const { text } = cursor
  let at = text.indexOf('\n', cursor.at) + 1
  let lineStart = at
  for (let code = text.charCodeAt(at); code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN; ) {
    at++
    if (code === LINE_FEED) lineStart = at
    code = text.charCodeAt(at)
  }
  cursor.at = at
  measureLine(cursor)
  if (at >= text.length) return refuseUnclosed(cursor, opened)
  const code = text.charCodeAt(at)
  const column = at - lineStart
  if (column > indent) return true
  // Only the outermost bracket may close at the column of its key.
  const closes = code === CLOSE_BRACE || code === CLOSE_BRACKET
  if (column === indent && closes && cursor.depth === cursor.flowDepth) return true
  if (code === HASH || column === indent) giveUp(cursor)
  return refuseUnclosed(cursor, opened)
}

function refuseUnclosed(cursor: Cursor, opened: number): false {
  const bracket = cursor.text.charAt(opened)
  refuse(cursor, 'bracket_unclosed', opened, `"${bracket}" is opened here and not closed`)
  return false
}

/** Goes behind the comma after an entry, or to the closing bracket. */
function toSeparator(cursor: Cursor, indent: number, opened: number, close: number): boolean {
  const { text } = cursor
  const before = cursor.lineEnd
  if (!toToken(cursor, indent, opened)) return false
  const code = text.charCodeAt(cursor.at)
  if (code === close) return true
  if (code === COMMA) {
    cursor.at++
    return true
  }
  if (code === CLOSE_BRACE || code === CLOSE_BRACKET) return refuseUnclosed(cursor, opened)
  // On a further line it may continue a plain scalar; after a colon it may be a pair inside a list.
  if (code === COLON || cursor.lineEnd !== before) giveUp(cursor)
  refuse(cursor, 'comma_missing', cursor.at, 'a comma is missing here')
  return false
}

/** Reads plain text up to a character that ends it inside brackets, with the spaces before that left out. */
function readFlowPlain(cursor: Cursor): string | typeof FAILED {
  const { text, lineEnd } = cursor
  const start = cursor.at
  if (!isPlainStart(text, start)) return giveUp(cursor)
  let at = start
  while (at < lineEnd && !endsFlowPlain(text, at)) at++
  let end = at
  while (text.charCodeAt(end - 1) === SPACE) end--
  cursor.at = at
  return text.slice(start, end)
}

const NO_PLAIN_START = '#&*!|>%@`"\',[]{}-?:'

function isPlainStart(text: string, at: number): boolean {
  const first = text.charAt(at)
  if (!NO_PLAIN_START.includes(first)) return true
  return first === '-' && !isFlowBreak(text.charCodeAt(at + 1))
}

function endsFlowPlain(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code === COLON) return isFlowBreak(text.charCodeAt(at + 1))
  if (code === SPACE) return text.charCodeAt(at + 1) === HASH
  return isFlowIndicator(code)
}

function isFlowBreak(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || Number.isNaN(code) || isFlowIndicator(code)
}

function isFlowIndicator(code: number): boolean {
  return (
    code === COMMA || code === OPEN_BRACKET || code === CLOSE_BRACKET || code === OPEN_BRACE || code === CLOSE_BRACE
  )
}
