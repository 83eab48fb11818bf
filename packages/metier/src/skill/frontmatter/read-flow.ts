/** Flow collections: `{…}` and `[…]`, as JSON or as YAML allows them, on one line or several. */
import {
  CARRIAGE_RETURN,
  COLON,
  type Cursor,
  endOfContent,
  enterCollection,
  FAILED,
  giveUp,
  HASH,
  LINE_FEED,
  measureLine,
  notePosition,
  refuse,
  SPACE,
  skipSpaces,
  TAB,
} from './cursor.js'
import { isBlank } from './kinds.js'
import { readJson } from './read-json.js'
import { keyOfPlain, putEntry } from './read-key.js'
import { typed } from './read-plain.js'
import { DOUBLE_QUOTE, readQuoted, SINGLE_QUOTE } from './read-quoted.js'

const EXCLAMATION_MARK = 33
const AMPERSAND = 38
const COMMA = 44
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** Reads the flow collection at `cursor.at` below a block collection at `indent`, and moves past its end. */
export function readFlow(cursor: Cursor, indent: number): unknown {
  const value = cursor.positions === undefined ? readJsonLine(cursor) : undefined
  if (value !== undefined) return value
  cursor.flowDepth = cursor.depth + 1
  return readCollection(cursor, indent)
}

/** Reads JSON that ends with its line. */
function readJsonLine(cursor: Cursor): unknown {
  const { text, at, lineEnd } = cursor
  const isJson = text.charCodeAt(at + 1) === DOUBLE_QUOTE && isClosing(text.charCodeAt(lineEnd - 1))
  const value = isJson ? readJson(text.slice(at, lineEnd), cursor.depth) : undefined
  if (value !== undefined) cursor.at = lineEnd
  return value
}

function readCollection(cursor: Cursor, indent: number): unknown {
  if (!enterCollection(cursor)) return FAILED
  const isMapping = cursor.text.charCodeAt(cursor.at) === OPEN_BRACE
  const value = isMapping ? readMapping(cursor, indent) : readList(cursor, indent)
  cursor.depth--
  cursor.at++
  return value
}

function readMapping(cursor: Cursor, indent: number): unknown {
  const opened = cursor.at++
  const mapping: Record<string, unknown> = {}
  let code = toToken(cursor, indent, opened)
  while (code !== CLOSE_BRACE) {
    const isTextKey = code !== OPEN_BRACE && code !== OPEN_BRACKET
    const isTaken = isTextKey ? takeEntry(cursor, mapping, code, indent, opened) : ignoreEntry(cursor, indent)
    if (!isTaken) return FAILED
    code = toNextEntry(cursor, indent, opened, CLOSE_BRACE)
  }
  return mapping
}

/** Takes an entry into a mapping; false, with the failure set, if that cannot be done. */
function takeEntry(
  cursor: Cursor,
  mapping: Record<string, unknown>,
  code: number,
  indent: number,
  opened: number,
): boolean {
  const keyStart = cursor.at
  const key = readKey(cursor, code, indent)
  if (key === FAILED) return false
  cursor.path[cursor.depth - 1] = key
  if (cursor.positions !== undefined) notePosition(cursor, keyStart)
  const value = readEntry(cursor, indent, opened)
  return value !== FAILED && putEntry(cursor, mapping, key, value, keyStart)
}

/** Moves past an entry that is only a list or a mapping. YAML reads it as a key, this reader ignores it. */
function ignoreEntry(cursor: Cursor, indent: number): boolean {
  const { text, at, lineEnd, positions, sources, ignored } = cursor
  if (ignored === undefined) {
    giveUp(cursor)
    return false
  }
  const before = ignored.length
  cursor.positions = undefined
  const isRead = readCollection(cursor, indent) !== FAILED
  cursor.positions = positions
  const code = text.charCodeAt(skipSpaces(text, cursor.at))
  const isAlone = cursor.lineEnd === lineEnd && (code === COMMA || code === CLOSE_BRACE)
  // Drop the positions that its numbers left: YAML would not keep them.
  if (!isRead || !isAlone || cursor.sources !== sources || sources !== undefined) {
    giveUp(cursor)
    return false
  }
  // Everything ignored inside the entry is ignored with it.
  ignored.length = before
  ignored.push(at)
  return true
}

function readList(cursor: Cursor, indent: number): unknown {
  const opened = cursor.at++
  const list: unknown[] = []
  let code = toToken(cursor, indent, opened)
  while (code !== CLOSE_BRACKET) {
    cursor.path[cursor.depth - 1] = list.length
    if (cursor.positions !== undefined) notePosition(cursor, cursor.at)
    const value = readValue(cursor, code, indent)
    if (value === FAILED) return FAILED
    list.push(value)
    code = toNextEntry(cursor, indent, opened, CLOSE_BRACKET)
  }
  return list
}

function readKey(cursor: Cursor, code: number, indent: number): string | typeof FAILED {
  if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return readQuoted(cursor, indent)
  const source = readPlain(cursor, code)
  return source === FAILED ? FAILED : keyOfPlain(cursor, source)
}

/** Reads what follows a key: its value, or nothing, which is null. */
function readEntry(cursor: Cursor, indent: number, opened: number): unknown {
  const { text } = cursor
  cursor.at = skipSpaces(text, cursor.at)
  const code = text.charCodeAt(cursor.at)
  if (code === COMMA || code === CLOSE_BRACE) return null
  if (code !== COLON) return refuseKey(cursor, code)
  cursor.at++
  const next = toToken(cursor, indent, opened)
  return next === COMMA || next === CLOSE_BRACE ? null : readValue(cursor, next, indent)
}

/** Refuses a key that nothing may follow but a colon; on a further line there may still be one, or more of the key. */
function refuseKey(cursor: Cursor, code: number): typeof FAILED {
  if (isBlank(code) || isForeign(code)) return giveUp(cursor)
  return refuse(cursor, 'comma_missing', cursor.at, 'a colon or a comma is missing here')
}

function readValue(cursor: Cursor, code: number, indent: number): unknown {
  if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return readQuoted(cursor, indent)
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return readCollection(cursor, indent)
  const source = readPlain(cursor, code)
  return source === FAILED ? FAILED : typed(cursor, source)
}

const NO_START = new Set([...'#&*!|>%@`"\',[]{}?:'].map((character) => character.charCodeAt(0)))
const DASH = 45
const RUN = /[^,[\]{}:#\r\n]*/y

/** Reads plain text up to what ends it inside brackets; a negative code comes from an earlier failure. */
function readPlain(cursor: Cursor, code: number): string | typeof FAILED {
  const { text, at: start } = cursor
  if (code < 0 || NO_START.has(code) || (code === DASH && isBreak(text.charCodeAt(start + 1)))) return giveUp(cursor)
  let at = start - 1
  do {
    RUN.lastIndex = at + 1
    RUN.test(text)
    at = RUN.lastIndex
  } while (!endsPlain(text, at))
  cursor.at = at
  return text.slice(start, endOfContent(text, start, at))
}

/** Whether one of the characters at which a run of plain text stops really ends it. */
function endsPlain(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code === COLON) return isBreak(text.charCodeAt(at + 1))
  return code !== HASH || text.charCodeAt(at - 1) === SPACE
}

function isBreak(code: number): boolean {
  return isBlank(code) || code === COMMA || code === OPEN_BRACKET || code === OPEN_BRACE || isClosing(code)
}

/** Comments, tabs, tags and anchors between tokens. */
function isForeign(code: number): boolean {
  return code === HASH || code === TAB || code === EXCLAMATION_MARK || code === AMPERSAND
}

function isClosing(code: number): boolean {
  return code === CLOSE_BRACKET || code === CLOSE_BRACE
}

const NO_TOKEN = -1

/** Goes to the next token and gives its first character; NO_TOKEN, with the failure set, if there is none. */
function toToken(cursor: Cursor, indent: number, opened: number): number {
  const { text } = cursor
  cursor.at = skipSpaces(text, cursor.at)
  const code = text.charCodeAt(cursor.at)
  if (code === LINE_FEED || code === CARRIAGE_RETURN) return toTokenBelow(cursor, indent, opened)
  if (isForeign(code)) giveUp(cursor)
  else if (cursor.at >= text.length) refuseUnclosed(cursor, opened)
  return cursor.failure === undefined ? code : NO_TOKEN
}

/** Goes to the next token on the lines below. */
function toTokenBelow(cursor: Cursor, indent: number, opened: number): number {
  const { text } = cursor
  let lineStart = cursor.at
  let code = LINE_FEED
  while (code === LINE_FEED || code === CARRIAGE_RETURN) {
    lineStart = text.indexOf('\n', cursor.at) + 1
    cursor.at = skipSpaces(text, lineStart)
    code = text.charCodeAt(cursor.at)
  }
  measureLine(cursor)
  const column = cursor.at - lineStart
  // Only the outermost bracket may close in the column of its key.
  const closesAll = column === indent && isClosing(code) && cursor.depth === cursor.flowDepth
  if (isForeign(code)) giveUp(cursor)
  else if (cursor.at >= text.length || (column <= indent && !closesAll)) refuseUnclosed(cursor, opened)
  return cursor.failure === undefined ? code : NO_TOKEN
}

function refuseUnclosed(cursor: Cursor, opened: number): void {
  refuse(cursor, 'bracket_unclosed', opened, `the bracket ${cursor.text.charAt(opened)} is opened here and not closed`)
}

/** Moves past the comma after an entry to the next one, or to the closing bracket, and gives the first character there. */
function toNextEntry(cursor: Cursor, indent: number, opened: number, close: number): number {
  const before = cursor.lineEnd
  const code = toToken(cursor, indent, opened)
  if (code === close) return code
  if (code === COMMA) {
    cursor.at++
    return toToken(cursor, indent, opened)
  }
  if (isClosing(code)) refuseUnclosed(cursor, opened)
  // On a further line it may continue a plain text; a colon may make a pair inside a list.
  else if (code === COLON || isForeign(code) || cursor.lineEnd !== before) giveUp(cursor)
  else refuse(cursor, 'comma_missing', cursor.at, 'a comma is missing here')
  return NO_TOKEN
}
