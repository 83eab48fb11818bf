/** Block scalars: `|` keeps its lines, `>` folds them. */
import { CARRIAGE_RETURN, type Cursor, FAILED, giveUp, HASH, LINE_FEED, refuse, SPACE, toNextLine } from './cursor.js'

const GREATER_THAN = 62
const PLUS = 43
const MINUS = 45

interface Header {
  readonly folds: boolean
  /** Clip is 0. */
  readonly chomping: number
  /** Columns below the parent; 0 where the first line decides. */
  readonly columns: number
}

/** Reads the block scalar whose header stands at a position, below a collection at `indent`. */
export function readBlockScalar(cursor: Cursor, at: number, indent: number): unknown {
  const header = readHeader(cursor, at)
  if (header === FAILED) return FAILED
  const { text } = cursor
  const first = firstContent(text, cursor.nextLine)
  const column = first.at < text.length ? first.at - first.lineStart : 0
  if (first.at >= text.length && first.at > first.lineStart) return giveUp(cursor)
  if (column <= indent) {
    if (header.chomping === PLUS) return giveUp(cursor)
    toNextLine(cursor)
    return ''
  }
  const trim = header.columns > 0 ? indent + header.columns : column
  if (column < trim || first.widest > trim) return giveUp(cursor)
  const lines = readLines(cursor, first.lineStart, trim)
  if (lines === FAILED) return FAILED
  const value = '\n'.repeat(first.blankLines) + (header.folds ? foldLines(lines.content) : lines.content.join('\n'))
  toNextLine(cursor)
  if (header.chomping === MINUS) return value
  return header.chomping === PLUS ? value + '\n'.repeat(Math.max(1, lines.breaks)) : `${value}\n`
}

function readHeader(cursor: Cursor, start: number): Header | typeof FAILED {
  const { text, lineEnd } = cursor
  let chomping = 0
  let columns = 0
  let at = start + 1
  for (; at < lineEnd; at++) {
    const code = text.charCodeAt(at)
    if (code === SPACE) break
    if (chomping === 0 && (code === PLUS || code === MINUS)) chomping = code
    else if (columns === 0 && code > 48 && code < 58) columns = code - 48
    else if (code === HASH) return giveUp(cursor)
    else return refuse(cursor, 'character_reserved', start, 'a value that starts with | or > must be quoted')
  }
  while (text.charCodeAt(at) === SPACE) at++
  if (at < lineEnd && text.charCodeAt(at) !== HASH) return refuseText(cursor, at)
  return { folds: text.charCodeAt(start) === GREATER_THAN, chomping, columns }
}

function refuseText(cursor: Cursor, at: number): typeof FAILED {
  const isWord = /[A-Za-z0-9]/.test(cursor.text.charAt(at))
  return isWord
    ? refuse(cursor, 'text_after_value', at, 'the text of a | or > value starts on the next line')
    : giveUp(cursor)
}

interface FirstContent {
  readonly at: number
  readonly lineStart: number
  readonly blankLines: number
  /** Spaces of the widest blank line. */
  readonly widest: number
}

function firstContent(text: string, from: number): FirstContent {
  let lineStart = from
  let blankLines = 0
  let widest = 0
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at)
    if (code === LINE_FEED) {
      widest = Math.max(widest, spacesBetween(text, lineStart, at))
      blankLines++
      lineStart = at + 1
    } else if (code !== SPACE && code !== CARRIAGE_RETURN) {
      return { at, lineStart, blankLines, widest }
    }
  }
}

function spacesBetween(text: string, from: number, to: number): number {
  return to - from - (to > from && text.charCodeAt(to - 1) === CARRIAGE_RETURN ? 1 : 0)
}

interface Lines {
  readonly content: string[]
  /** Line breaks from the last line of content on. */
  readonly breaks: number
}

/** Takes the lines from `lineStart` on that are blank or at least `trim` deep, and goes behind them. */
function readLines(cursor: Cursor, lineStart: number, trim: number): Lines | typeof FAILED {
  const { text } = cursor
  const content: string[] = []
  let blankLines = 0
  let start = lineStart
  let hasBreak = true
  while (start < text.length) {
    let at = start
    while (text.charCodeAt(at) === SPACE) at++
    const found = text.indexOf('\n', at)
    hasBreak = found >= 0
    const next = hasBreak ? found + 1 : text.length
    const end = hasBreak && text.charCodeAt(found - 1) === CARRIAGE_RETURN ? found - 1 : hasBreak ? found : next
    if (at >= end) {
      // Spaces that reach into the content, or that end the text, count in ways that no author means.
      if (end - start > trim || !hasBreak) return giveUp(cursor)
      blankLines++
    } else {
      if (at - start < trim) break
      for (; blankLines > 0; blankLines--) content.push('')
      content.push(text.slice(start + trim, end))
    }
    start = next
  }
  cursor.nextLine = start
  return { content, breaks: blankLines + 1 }
}

/** Folds as YAML does: single breaks become spaces, except around lines that are indented further. */
function foldLines(lines: readonly string[]): string {
  let value = ''
  let separator = ''
  let afterDeeper = false
  for (const line of lines) {
    if (line.charCodeAt(0) === SPACE) {
      if (separator === ' ' || (separator === '\n' && !afterDeeper)) separator = separator === ' ' ? '\n' : '\n\n'
      value += separator + line
      separator = '\n'
      afterDeeper = true
    } else if (line === '') {
      if (separator === '\n') value += '\n'
      else separator = '\n'
    } else {
      value += separator + line
      separator = ' '
      afterDeeper = false
    }
  }
  return value
}
