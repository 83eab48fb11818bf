/** Plain scalars: text without quotes, typed by the core schema of YAML 1.2. */
import {
  COLON,
  type Cursor,
  endOfContent,
  FAILED,
  foldBreaks,
  giveUp,
  measureLine,
  nextColon,
  nextHash,
  pathPointer,
  refuse,
  TAB,
  toNextLine,
} from './cursor.js'
import { typePlain } from './type-plain.js'

/** Reads the plain scalar at `cursor.at`, which belongs to a block collection at `indent`, and goes to the next line. */
export function readPlain(cursor: Cursor, indent: number): unknown {
  const { text, at } = cursor
  const end = endOfPlain(cursor)
  if (end < 0) return FAILED
  const hasComment = cursor.hash < cursor.lineEnd
  const source = text.slice(at, end)
  toNextLine(cursor)
  if (cursor.indent <= indent) return typed(cursor, source)
  return hasComment ? giveUp(cursor) : readContinuation(cursor, source, end, indent)
}

/** The end of a plain scalar's part on this line, or -1 if a colon would make it a key. */
function endOfPlain(cursor: Cursor): number {
  const { text, at, lineEnd } = cursor
  const hash = nextHash(cursor, at)
  const end = Math.min(hash, lineEnd)
  const colon = nextColon(cursor, at)
  const bad = colon < end ? colon : end - 1
  if (text.charCodeAt(bad) !== COLON) return endOfContent(text, at, end)
  refuse(cursor, 'colon_in_value', bad, 'a value with a colon before a space must be quoted')
  return -1
}

/** Folds further lines into a plain scalar: one line break is a space, each blank line is a line break. */
function readContinuation(cursor: Cursor, first: string, firstEnd: number, indent: number): unknown {
  const { text } = cursor
  let value = first
  let previousEnd = firstEnd
  while (cursor.indent > indent) {
    const { at } = cursor
    // A comment ends the scalar, so nothing may be indented deeper after it; a colon here is ambiguous.
    const code = text.charCodeAt(at)
    if (cursor.afterComment || code === COLON || code === TAB) return giveUp(cursor)
    measureLine(cursor)
    const end = endOfPlain(cursor)
    if (end < 0) return FAILED
    value += foldBreaks(countBreaks(text, previousEnd, at)) + text.slice(at, end)
    previousEnd = end
    const hasComment = cursor.hash < cursor.lineEnd
    toNextLine(cursor)
    if (hasComment && cursor.indent > indent) return giveUp(cursor)
  }
  return value
}

function countBreaks(text: string, from: number, to: number): number {
  let breaks = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) breaks++
  return breaks
}

/** The value of a plain scalar; its source is kept if the value does not show it. */
export function typed(cursor: Cursor, source: string): unknown {
  const value = typePlain(source)
  if (typeof value !== 'string' && String(value) !== source) {
    cursor.sources ??= new Map()
    cursor.sources.set(pathPointer(cursor), source)
  }
  return value
}
