/** Block collections: mappings and lists, distinguished by their indentation. */
import {
  COLON,
  type Cursor,
  enterCollection,
  FAILED,
  giveUp,
  HASH,
  measureLine,
  notePosition,
  refuse,
  skipSpaces,
  toNextLine,
} from './cursor.js'
import { BLOCK_SCALAR, FLOW, kindAt, LIST, PLAIN, QUOTED, RESERVED } from './kinds.js'
import { readBlockScalar } from './read-block-scalar.js'
import { readFlow } from './read-flow.js'
import { isDocumentMarker, keyColon, putEntry, readKey, refuseLine, refuseReserved } from './read-key.js'
import { readPlain } from './read-plain.js'
import { readQuoted } from './read-quoted.js'

const BYTE_ORDER_MARK = 0xfeff

/** Reads a whole text. One that is not a mapping is left to the full YAML reader. */
export function readDocument(cursor: Cursor): unknown {
  toNextLine(cursor)
  if (cursor.indent < 0) return {}
  if (!(isOurStart(cursor) && startsMapping(cursor))) return refuseStart(cursor)
  cursor.depth = 1
  const value = readEntries(cursor, cursor.indent)
  if (value === FAILED || cursor.indent < 0) return value
  return isOurStart(cursor) ? refuseIndent(cursor) : giveUp(cursor)
}

/** Refuses a text that starts without a key, if there is one on the line below. */
function refuseStart(cursor: Cursor): typeof FAILED {
  const { at } = cursor
  const isText = cursor.indent === 0 && isOurStart(cursor) && kindAt(cursor.text, at) === PLAIN
  toNextLine(cursor)
  const isNext = cursor.indent === 0 && isOurStart(cursor)
  return isText && isNext && startsMapping(cursor) ? refuseLine(cursor, at) : giveUp(cursor)
}

/** Whether the current line means nothing to a whole stream of documents. */
function isOurStart({ text, at }: Cursor): boolean {
  return text.charCodeAt(at) !== BYTE_ORDER_MARK && !isDocumentMarker(text, at)
}

/** Whether the current line starts with a key. */
function startsMapping(cursor: Cursor): boolean {
  measureLine(cursor)
  const kind = kindAt(cursor.text, cursor.at)
  return (kind === PLAIN || kind === QUOTED) && keyColon(cursor, kind) >= 0
}

/** Reads the mapping whose first key is at `cursor.at`, in the column `cursor.indent`. */
function readMapping(cursor: Cursor): unknown {
  if (!enterCollection(cursor)) return FAILED
  const mapping = readEntries(cursor, cursor.indent)
  cursor.depth--
  return mapping
}

function readEntries(cursor: Cursor, indent: number): unknown {
  const mapping: Record<string, unknown> = {}
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

/** Reads the value after a key's colon, or on the lines below it. */
function readValue(cursor: Cursor, indent: number): unknown {
  const { text } = cursor
  const at = skipSpaces(text, cursor.at)
  if (at >= cursor.lineEnd || text.charCodeAt(at) === HASH) return readBelow(cursor, indent, indent)
  cursor.at = at
  switch (kindAt(text, at)) {
    case PLAIN:
      return readPlain(cursor, indent)
    case QUOTED:
      return endLine(cursor, indent, readQuoted(cursor, indent))
    case FLOW:
      return endLine(cursor, indent, readFlow(cursor, indent))
    case BLOCK_SCALAR:
      return readBlockScalar(cursor, indent)
    case LIST:
      return refuse(cursor, 'list_on_key_line', at, 'a list starts on the line below its key')
    case RESERVED:
      return refuseReserved(cursor, 'value')
    default:
      return giveUp(cursor)
  }
}

/** Reads the list whose first dash is at `cursor.at`, in the column `cursor.indent`. */
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
  const { text, at: dash, lineEnd } = cursor
  const at = skipSpaces(text, dash + 1)
  const isEmpty = at >= lineEnd || text.charCodeAt(at) === HASH
  if (cursor.positions !== undefined) notePosition(cursor, isEmpty ? dash : at)
  if (isEmpty) return readBelow(cursor, indent, indent + 1)
  cursor.at = at
  cursor.indent = indent + at - dash
  return readNode(cursor, indent)
}

/** Reads a value that starts on a line below: a list from the column `listIndent` on, anything else only deeper. */
function readBelow(cursor: Cursor, indent: number, listIndent: number): unknown {
  toNextLine(cursor)
  if (cursor.indent < listIndent) return null
  const kind = kindAt(cursor.text, cursor.at)
  if (cursor.indent === indent && kind !== LIST) return null
  // A comment above them changes how far scalars and brackets may reach, and so does a line of their own for | and >.
  const isOdd = kind !== LIST && (cursor.afterComment || kind === BLOCK_SCALAR)
  if (isOdd && !startsMapping(cursor)) return giveUp(cursor)
  measureLine(cursor)
  return readNode(cursor, indent)
}

/** Reads the node at `cursor.at`, which belongs to a collection at `indent` and may itself be a collection. */
function readNode(cursor: Cursor, indent: number): unknown {
  const kind = kindAt(cursor.text, cursor.at)
  if (kind === LIST) return readList(cursor)
  if (kind === BLOCK_SCALAR) return readBlockScalar(cursor, indent)
  if (kind === FLOW) return endLine(cursor, indent, readFlow(cursor, indent))
  if (kind === RESERVED) return refuseReserved(cursor, 'value')
  if (kind !== PLAIN && kind !== QUOTED) return giveUp(cursor)
  if (keyColon(cursor, kind) >= 0) return readMapping(cursor)
  return kind === PLAIN ? readPlain(cursor, indent) : endLine(cursor, indent, readQuoted(cursor, indent))
}

/** Goes from the end of a value, which must be the last on its line, to the next line. */
function endLine(cursor: Cursor, indent: number, value: unknown): unknown {
  const { text, lineEnd } = cursor
  if (value === FAILED) return FAILED
  const at = skipSpaces(text, cursor.at)
  if (at < lineEnd && (text.charCodeAt(at) !== HASH || at === cursor.at)) {
    // A colon may turn the text read so far into a key.
    if (text.charCodeAt(at) === COLON) return giveUp(cursor)
    return refuse(cursor, 'text_after_value', at, 'nothing may follow a value in quotes or brackets')
  }
  toNextLine(cursor)
  return cursor.indent > indent ? refuseIndent(cursor) : value
}

/** Refuses a line whose indentation does not match any line before it. */
function refuseIndent(cursor: Cursor): typeof FAILED {
  if (kindAt(cursor.text, cursor.at) !== PLAIN) return giveUp(cursor)
  return refuse(cursor, 'indent_mismatch', cursor.at, 'this line is indented differently from its neighbours')
}
