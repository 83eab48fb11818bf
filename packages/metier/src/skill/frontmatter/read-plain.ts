/** Plain scalars: unquoted text, typed by the core schema of YAML 1.2. */
import {
  COLON,
  type Cursor,
  FAILED,
  giveUp,
  HASH,
  measureLine,
  nextColon,
  nextHash,
  pathPointer,
  refuse,
  SPACE,
  toNextLine,
} from './cursor.js'
import { typePlain } from './type-plain.js'

/** Reads the plain scalar that starts at a position of the line at hand and belongs to a collection at `indent`. */
export function readPlain(cursor: Cursor, at: number, indent: number): unknown {
  const { text, lineEnd } = cursor
  const end = endOfPlain(cursor, at)
  if (end < 0) return FAILED
  const source = text.slice(at, end)
  const next = cursor.nextLine
  toNextLine(cursor)
  if (cursor.indent <= indent) return typed(cursor, source)
  // A comment ends a plain scalar, so whatever stands deeper after it belongs to nothing.
  if (cursor.afterComment || nextHash(cursor, at) < lineEnd) return giveUp(cursor)
  return readContinuation(cursor, source, next, indent)
}

/** The end of a plain scalar's part on this line, or -1 when a colon makes it a key where none may stand. */
function endOfPlain(cursor: Cursor, at: number): number {
  const { text, lineEnd } = cursor
  const hash = nextHash(cursor, at)
  let end = hash < lineEnd ? hash : lineEnd
  const colon = nextColon(cursor, at)
  if (colon < end) return refuseColon(cursor, colon)
  if (text.charCodeAt(end - 1) === COLON) return refuseColon(cursor, end - 1)
  while (text.charCodeAt(end - 1) === SPACE) end--
  return end
}

function refuseColon(cursor: Cursor, offset: number): number {
  refuse(cursor, 'colon_in_value', offset, 'a value that contains ": " must be quoted')
  return -1
}

/** Folds the further lines of a plain scalar: one line break is a space, each blank line is a line break. */
function readContinuation(cursor: Cursor, first: string, next: number, indent: number): unknown {
  const { text } = cursor
  let value = first
  let lineStart = next
  while (cursor.indent > indent && !cursor.afterComment) {
    if (text.charCodeAt(cursor.at) === COLON) return giveUp(cursor)
    value += foldBreaks(text, lineStart, cursor.at)
    measureLine(cursor)
    const { at } = cursor
    const end = endOfPlain(cursor, at)
    if (end < 0) return FAILED
    value += text.slice(at, end)
    const hasComment = nextHash(cursor, at) < cursor.lineEnd
    lineStart = cursor.nextLine
    toNextLine(cursor)
    if (hasComment && cursor.indent > indent) return giveUp(cursor)
  }
  return cursor.indent > indent ? giveUp(cursor) : value
}

function foldBreaks(text: string, from: number, to: number): string {
  let breaks = ''
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) breaks += '\n'
  return breaks === '' ? ' ' : breaks
}

/** The value of a plain scalar; its source is kept where the value no longer shows it. */
export function typed(cursor: Cursor, source: string): unknown {
  const value = typePlain(source)
  if (typeof value !== 'string' && String(value) !== source) {
    cursor.sources ??= new Map()
    cursor.sources.set(pathPointer(cursor), source)
  }
  return value
}
