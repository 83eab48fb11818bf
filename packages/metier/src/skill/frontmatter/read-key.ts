/** Keys of block mappings, and the entries of all mappings. */
import {
  COLON,
  type Cursor,
  endOfContent,
  type FAILED,
  giveUp,
  HASH,
  nextColon,
  nextHash,
  refuse,
  skipSpaces,
  TAB,
  toNextLine,
} from './cursor.js'
import { isBlank, kindAt, PLAIN, QUOTED, RESERVED } from './kinds.js'
import { endOfQuoted, readQuoted } from './read-quoted.js'
import { typePlain } from './type-plain.js'

const DASH = 45
const DOT = 46
/** An implicit key may have 1024 characters. Real keys have less than half of that. */
const LONGEST_KEY = 512

/** Reads the key at `cursor.at` and moves past its colon. */
export function readKey(cursor: Cursor): string | typeof FAILED {
  const { text, at } = cursor
  const kind = kindAt(text, at)
  if (kind === RESERVED) return refuseReserved(cursor, 'key')
  if (kind !== PLAIN && kind !== QUOTED) return text.charCodeAt(at) === TAB ? refuseTab(cursor) : giveUp(cursor)
  const colon = keyColon(cursor, kind)
  if (colon < 0) return kind === PLAIN ? refuseKeyless(cursor) : giveUp(cursor)
  if (colon - at > LONGEST_KEY || isDocumentMarker(text, at)) return giveUp(cursor)
  const key = kind === PLAIN ? keyOfPlain(cursor, text.slice(at, endOfContent(text, at, colon))) : readQuoted(cursor, 0)
  cursor.at = colon + 1
  return key
}

/** The colon that ends a key at the start of the current line, or -1 when the line starts with none. */
export function keyColon(cursor: Cursor, kind: number): number {
  const { text, at, lineEnd } = cursor
  if (kind === PLAIN) {
    const found = nextColon(cursor, at)
    const colon = found < lineEnd ? found : lineEnd - 1
    return text.charCodeAt(colon) === COLON && colon > at && nextHash(cursor, at) > colon ? colon : -1
  }
  const end = endOfQuoted(text, at)
  if (end < 0 || end > lineEnd) return -1
  const colon = skipSpaces(text, end + 1)
  return text.charCodeAt(colon) === COLON && isBlank(text.charCodeAt(colon + 1)) ? colon : -1
}

/** The key that a plain scalar is read as. Only texts are keys here. */
export function keyOfPlain(cursor: Cursor, source: string): string | typeof FAILED {
  return typePlain(source) === source ? source : giveUp(cursor)
}

/** Adds an entry to a mapping; false, with the failure set, if its key is not allowed. */
export function putEntry(
  cursor: Cursor,
  mapping: Record<string, unknown>,
  key: string,
  value: unknown,
  offset: number,
): boolean {
  if (key === '__proto__' || key === '<<') {
    giveUp(cursor)
    return false
  }
  if (mapping[key] !== undefined && Object.hasOwn(mapping, key)) {
    refuse(cursor, 'duplicate_key', offset, `the key '${key}' appears twice in one mapping`)
    return false
  }
  mapping[key] = value
  return true
}

/** Whether the line at a position may end the document or start another. */
export function isDocumentMarker(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code !== DASH && code !== DOT) return false
  return text.startsWith('---', at) || text.startsWith('...', at)
}

/** Refuses a key or a value for its first character. */
export function refuseReserved(cursor: Cursor, what: 'key' | 'value'): typeof FAILED {
  const character = cursor.text.charAt(cursor.at)
  return refuse(cursor, 'character_reserved', cursor.at, `a ${what} that starts with ${character} must be quoted`)
}

/** Refuses a line without a key if one is required. */
export function refuseLine(cursor: Cursor, at: number): typeof FAILED {
  return refuse(cursor, 'colon_missing', at, 'this line is no "key: value"')
}

function refuseKeyless(cursor: Cursor): typeof FAILED {
  const { text, at } = cursor
  if (isDocumentMarker(text, at)) return giveUp(cursor)
  toNextLine(cursor)
  // The colon of a key may be on the line below it.
  if (text.charCodeAt(cursor.at) === COLON) return giveUp(cursor)
  return refuseLine(cursor, at)
}

/** Refuses a line that starts with a tab, unless nothing follows on it. */
function refuseTab(cursor: Cursor): typeof FAILED {
  const { text } = cursor
  let at = cursor.at
  while (text.charCodeAt(at) === TAB) at = skipSpaces(text, at + 1)
  const code = text.charCodeAt(at)
  if (isBlank(code) || code === HASH) return giveUp(cursor)
  return refuse(cursor, 'tab_indent', cursor.at, 'lines are indented with spaces, not with tabs')
}
