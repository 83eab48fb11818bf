/** Block collections: mappings and lists told apart by their indentation. */
import {
  COLON,
  type Cursor,
  enterCollection,
  FAILED,
  giveUp,
  HASH,
  LINE_FEED,
  measureLine,
  nextColon,
  nextHash,
  notePosition,
  refuse,
  SPACE,
  toNextLine,
} from './cursor.js'
import { keyOfPlain, putEntry } from './entries.js'
import { readBlockScalar } from './read-block-scalar.js'
import { OPEN_BRACE, OPEN_BRACKET, readFlow } from './read-flow.js'
import { readPlain } from './read-plain.js'
import { DOUBLE_QUOTE, readQuoted, SINGLE_QUOTE } from './read-quoted.js'
import { readSimpleLines } from './read-simple-lines.js'

const DASH = 45
const GREATER_THAN = 62
const BAR = 124
/** An implicit key may be 1024 characters long; we are content with less. */
const LONGEST_KEY = 1000

/** Reads the mapping that is the whole text; a text of any other kind is not ours. */
export function readDocument(cursor: Cursor): unknown {
  toNextLine(cursor)
  if (cursor.indent < 0) return {}
  if (cursor.indent > 0) return giveUp(cursor)
  const mapping: Record<string, unknown> = {}
  const start = cursor.at
  cursor.depth = 1
  cursor.nextLine = start
  if (cursor.positions === undefined) readSimpleLines(cursor, mapping)
  if (cursor.nextLine >= cursor.text.length) return mapping
  toNextLine(cursor)
  if (cursor.at === start && !startsMapping(cursor)) return giveUp(cursor)
  return cursor.indent < 0 ? mapping : readEntries(cursor, mapping, 0)
}

function startsMapping(cursor: Cursor): boolean {
  measureLine(cursor)
  const kind = kindAt(cursor.text, cursor.at)
  return (kind === PLAIN || kind === QUOTED) && hasKey(cursor, kind)
}

/** Reads the mapping whose first key stands at `cursor.at`, in the column `cursor.indent`. */
function readMapping(cursor: Cursor): unknown {
  if (!enterCollection(cursor)) return FAILED
  const mapping = readEntries(cursor, {}, cursor.indent)
  cursor.depth--
  return mapping
}

function readEntries(cursor: Cursor, mapping: Record<string, unknown>, indent: number): unknown {
  do {
    measureLine(cursor)
    const keyStart = cursor.at
    const key = readKey(cursor)
    if (key === FAILED) return FAILED
    cursor.path[cursor.depth - 1] = key
    if (cursor.positions !== undefined) notePosition(cursor, keyStart)
    const value = readValue(cursor, indent)
    if (value === FAILED || !putEntry(cursor, mapping, key, value, keyStart)) return FAILED
  } while (cursor.indent === indent)
  return cursor.indent > indent ? refuseIndent(cursor) : mapping
}

/** Reads a key and goes behind its colon. */
function readKey(cursor: Cursor): string | typeof FAILED {
  const { text, at, lineEnd } = cursor
  const kind = kindAt(text, at)
  if (kind !== PLAIN) return kind === QUOTED ? readQuotedKey(cursor) : giveUp(cursor)
  let colon = nextColon(cursor, at)
  if (colon >= lineEnd) {
    colon = lineEnd - 1
    if (text.charCodeAt(colon) !== COLON) return refuseLine(cursor)
  }
  if (nextHash(cursor, at) < colon) return refuseLine(cursor)
  if (colon - at > LONGEST_KEY) return giveUp(cursor)
  cursor.at = colon + 1
  let end = colon
  while (text.charCodeAt(end - 1) === SPACE) end--
  return isDocumentMarker(text, at) ? giveUp(cursor) : keyOfPlain(cursor, text.slice(at, end))
}

function isDocumentMarker(text: string, at: number): boolean {
  return text.startsWith('---', at) || text.startsWith('...', at)
}

function readQuotedKey(cursor: Cursor): string | typeof FAILED {
  const start = cursor.at
  const key = readQuoted(cursor)
  if (key === FAILED) return FAILED
  if (cursor.at - start > LONGEST_KEY || !isKeyEnd(cursor)) return giveUp(cursor)
  return key
}

/** Whether a colon that ends a key follows; the cursor then stands behind it. */
function isKeyEnd(cursor: Cursor): boolean {
  const { text, lineEnd } = cursor
  let at = cursor.at
  while (text.charCodeAt(at) === SPACE) at++
  if (text.charCodeAt(at) !== COLON || !(at + 1 >= lineEnd || text.charCodeAt(at + 1) === SPACE)) return false
  cursor.at = at + 1
  return true
}

/** Refuses a line of a mapping that has no key. */
function refuseLine(cursor: Cursor): typeof FAILED {
  const { at, text } = cursor
  if (isDocumentMarker(text, at)) return giveUp(cursor)
  toNextLine(cursor)
  if (text.charCodeAt(cursor.at) === COLON) return giveUp(cursor)
  return refuse(cursor, 'colon_missing', at, 'this line has no "key: value"')
}

/** Refuses a line that is indented as nothing before it allows. */
function refuseIndent(cursor: Cursor): typeof FAILED {
  if (kindAt(cursor.text, cursor.at) !== PLAIN) return giveUp(cursor)
  return refuse(cursor, 'indent_mismatch', cursor.at, 'this line is indented differently from its neighbours')
}

/** Reads what stands behind a key's colon, or on the lines below it. */
function readValue(cursor: Cursor, indent: number): unknown {
  const { text, lineEnd } = cursor
  let at = cursor.at
  while (text.charCodeAt(at) === SPACE) at++
  if (at >= lineEnd || text.charCodeAt(at) === HASH) return readBelow(cursor, indent, indent)
  cursor.at = at
  switch (kindAt(text, at)) {
    case PLAIN:
      return readPlain(cursor, at, indent)
    case QUOTED: {
      const value = readQuoted(cursor)
      return value === FAILED || !endLine(cursor, indent) ? FAILED : value
    }
    case FLOW: {
      const value = readFlow(cursor, indent)
      return value === FAILED || !endLine(cursor, indent) ? FAILED : value
    }
    case BLOCK_SCALAR:
      return readBlockScalar(cursor, at, indent)
    case LIST:
      return refuse(cursor, 'list_on_key_line', at, 'a list starts on the line below its key')
    case RESERVED:
      return refuse(cursor, 'character_reserved', at, `a value that starts with "${text.charAt(at)}" must be quoted`)
    default:
      return giveUp(cursor)
  }
}

/** Reads the list whose first dash stands at `cursor.at`, in the column `cursor.indent`. */
function readList(cursor: Cursor): unknown {
  const { indent, text } = cursor
  if (!enterCollection(cursor)) return FAILED
  const list: unknown[] = []
  do {
    measureLine(cursor)
    cursor.path[cursor.depth - 1] = list.length
    const value = readItem(cursor, indent)
    if (value === FAILED) return FAILED
    list.push(value)
  } while (cursor.indent === indent && kindAt(text, cursor.at) === LIST)
  cursor.depth--
  return cursor.indent > indent ? giveUp(cursor) : list
}

function readItem(cursor: Cursor, indent: number): unknown {
  const { text, lineEnd } = cursor
  const dash = cursor.at
  let at = dash + 1
  while (text.charCodeAt(at) === SPACE) at++
  if (cursor.positions !== undefined) notePosition(cursor, at < lineEnd ? at : dash)
  if (at >= lineEnd || text.charCodeAt(at) === HASH) return readBelow(cursor, indent, indent + 1)
  cursor.at = at
  cursor.indent = indent + at - dash
  return readNode(cursor, indent)
}

/** Reads a value that starts on a line below; a list may stand in the column `listIndent`, the rest must be deeper. */
function readBelow(cursor: Cursor, indent: number, listIndent: number): unknown {
  toNextLine(cursor)
  if (cursor.indent < listIndent) return null
  const kind = kindAt(cursor.text, cursor.at)
  if (cursor.indent === indent && kind !== LIST) return null
  measureLine(cursor)
  const startsMapping = (kind === PLAIN || kind === QUOTED) && hasKey(cursor, kind)
  // A comment above it changes how far a text of several lines reaches.
  if (kind !== LIST && !startsMapping && (cursor.afterComment || kind === BLOCK_SCALAR)) return giveUp(cursor)
  return startsMapping ? readMapping(cursor) : readNode(cursor, indent)
}

/** Reads the node at `cursor.at`, which belongs to a collection at `indent` and may itself be a collection. */
function readNode(cursor: Cursor, indent: number): unknown {
  const { text, at } = cursor
  const kind = kindAt(text, at)
  switch (kind) {
    case LIST:
      return readList(cursor)
    case PLAIN:
      return hasKey(cursor, kind) ? readMapping(cursor) : readPlain(cursor, at, indent)
    case QUOTED: {
      if (hasKey(cursor, kind)) return readMapping(cursor)
      const value = readQuoted(cursor)
      return value === FAILED || !endLine(cursor, indent) ? FAILED : value
    }
    case FLOW: {
      const value = readFlow(cursor, indent)
      if (value !== FAILED && isKeyEnd(cursor)) return giveUp(cursor)
      return value === FAILED || !endLine(cursor, indent) ? FAILED : value
    }
    case BLOCK_SCALAR:
      return readBlockScalar(cursor, at, indent)
    default:
      return giveUp(cursor)
  }
}

/** Whether the line at hand starts with a key. */
function hasKey(cursor: Cursor, kind: number): boolean {
  const { text, at, lineEnd } = cursor
  if (kind === PLAIN) {
    const colon = nextColon(cursor, at)
    const hash = nextHash(cursor, at)
    return colon < lineEnd ? colon < hash : hash >= lineEnd && text.charCodeAt(lineEnd - 1) === COLON
  }
  const isKey = readQuoted(cursor) !== FAILED && isKeyEnd(cursor)
  cursor.at = at
  return isKey
}

/** Goes to the next line after a value that must be the last on its own. */
function endLine(cursor: Cursor, indent: number): boolean {
  const { text, lineEnd } = cursor
  let at = cursor.at
  while (text.charCodeAt(at) === SPACE) at++
  if (at < lineEnd && (text.charCodeAt(at) !== HASH || at === cursor.at)) {
    // A colon may make a key of what was read.
    if (text.charCodeAt(at) === COLON) giveUp(cursor)
    refuse(cursor, 'text_after_value', at, 'nothing may follow a quoted or bracketed value')
    return false
  }
  toNextLine(cursor)
  if (cursor.indent <= indent) return true
  refuseIndent(cursor)
  return false
}

const PLAIN = 0
const QUOTED = 1
const FLOW = 2
const BLOCK_SCALAR = 3
const LIST = 4
const RESERVED = 5
const OTHER = 6

/** What the character at a position starts, outside of brackets. */
function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code > BAR || (code > 96 && code < 123))
    return code === OPEN_BRACE ? FLOW : code === 125 ? RESERVED : code === 0xfeff ? OTHER : PLAIN
  const kind = KINDS[code] ?? OTHER
  if (kind !== LIST && kind !== OTHER) return kind
  // "-", "?" and ":" are indicators only before white space.
  if (code !== DASH && code !== 63 && code !== COLON) return kind
  const next = text.charCodeAt(at + 1)
  return next === SPACE || next === LINE_FEED || next === 13 || Number.isNaN(next) ? kind : PLAIN
}

const KINDS: readonly number[] = Array.from({ length: 128 }, (_, code) => {
  if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return QUOTED
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return FLOW
  if (code === BAR || code === GREATER_THAN) return BLOCK_SCALAR
  if (code === DASH) return LIST
  const character = String.fromCharCode(code)
  if (',]}@`%'.includes(character)) return RESERVED
  return '#&*!?:'.includes(character) ? OTHER : PLAIN
})
