/** Block scalars: `|` keeps its lines, `>` folds them. */
import { type Cursor, FAILED, giveUp, measureLine, refuse, SPACE, skipSpaces, toNextLine } from './cursor.js'

interface Header {
  readonly folds: boolean
  readonly chomping: string
  /** Columns deeper than the parent; 0 if the first line decides. */
  readonly columns: number
}

interface Lines {
  /** Blank lines before the first one with text. */
  leading: number
  /** From the first line with text to the last. */
  readonly content: string[]
  /** Blank lines after the last one with text. */
  trailing: number
  /** The column at which text starts; 0 as long as there was none. */
  column: number
  /** Spaces in the widest of the leading blank lines. */
  widest: number
}

/** Reads the block scalar whose header is at `cursor.at`, below a block collection at `indent`. */
export function readBlockScalar(cursor: Cursor, indent: number): unknown {
  const header = readHeader(cursor)
  if (header === FAILED) return FAILED
  const lines = readLines(cursor, indent, header)
  if (lines === FAILED) return FAILED
  toNextLine(cursor)
  if (lines.column === 0) return header.chomping === '+' ? giveUp(cursor) : ''
  const text = header.folds ? foldLines(lines.content) : lines.content.join('\n')
  return '\n'.repeat(lines.leading) + text + endOfScalar(header, lines)
}

function endOfScalar({ chomping }: Header, { trailing }: Lines): string {
  if (chomping === '-') return ''
  return chomping === '+' ? '\n'.repeat(trailing + 1) : '\n'
}

const HEADER = /^([|>])(?:([-+]?)([1-9]?)|([1-9])([-+]))(?: +#.*| *)$/su

function readHeader(cursor: Cursor): Header | typeof FAILED {
  const { text, at, lineEnd } = cursor
  const matched = HEADER.exec(text.slice(at, lineEnd))
  // Tabs at the start of lines count in ways that no author means.
  if (matched !== null && cursor.hasTabs) return giveUp(cursor)
  if (matched === null) return refuseHeader(cursor)
  const [, style, chomping, columns, columnsBefore, chompingAfter] = matched
  return {
    folds: style === '>',
    chomping: chomping || chompingAfter || '',
    columns: Number(columns || columnsBefore || 0),
  }
}

function refuseHeader(cursor: Cursor): typeof FAILED {
  const { text, at, lineEnd } = cursor
  const [header = '', rest = ''] = text.slice(at, lineEnd).split(/ +/, 2)
  if (header.includes('#')) return giveUp(cursor)
  if (!HEADER.test(header)) {
    return refuse(cursor, 'character_reserved', at, `a value that starts with ${header.charAt(0)} must be quoted`)
  }
  if (!/^[A-Za-z0-9]/.test(rest)) return giveUp(cursor)
  return refuse(cursor, 'text_after_value', at, `the text of a ${header.charAt(0)} value starts on the next line`)
}

/** Takes the lines below a header that belong to it, and leaves `cursor.nextLine` behind them. */
function readLines(cursor: Cursor, indent: number, header: Header): Lines | typeof FAILED {
  const { text } = cursor
  const lines: Lines = { leading: 0, content: [], trailing: 0, column: 0, widest: 0 }
  while (cursor.nextLine < text.length) {
    const start = cursor.nextLine
    cursor.at = skipSpaces(text, start)
    const column = cursor.at - start
    measureLine(cursor)
    const isBlank = cursor.at >= cursor.lineEnd
    if (!isBlank && (column <= indent || column < lines.column)) {
      cursor.nextLine = start
      break
    }
    const isTaken = isBlank ? takeBlankLine(cursor, lines, column) : takeLine(cursor, lines, column, indent, header)
    if (!isTaken) return giveUp(cursor)
  }
  return lines
}

/** Takes a line with text; false if the first line is not indented deeply enough. */
function takeLine(cursor: Cursor, lines: Lines, column: number, indent: number, header: Header): boolean {
  if (lines.column === 0) {
    lines.column = header.columns > 0 ? indent + header.columns : column
    if (column < lines.column || lines.widest > lines.column) return false
  }
  for (; lines.trailing > 0; lines.trailing--) lines.content.push('')
  lines.content.push(cursor.text.slice(cursor.at - column + lines.column, cursor.lineEnd))
  return true
}

/** Counts a blank line; false if its spaces reach into the text, or end the whole text. */
function takeBlankLine(cursor: Cursor, lines: Lines, spaces: number): boolean {
  if (lines.column === 0) {
    lines.leading++
    lines.widest = Math.max(lines.widest, spaces)
  } else {
    lines.trailing++
    if (spaces > lines.column) return false
  }
  return spaces === 0 || cursor.lineEnd < cursor.text.length
}

/** Folds as YAML does: a line break becomes a space, except next to more deeply indented lines. */
function foldLines(lines: readonly string[]): string {
  let folded = ''
  let separator = ''
  let isAfterDeeper = false
  for (const line of lines) {
    if (line === '') {
      folded += separator === '\n' ? '\n' : ''
      separator = '\n'
      continue
    }
    const isDeeper = line.charCodeAt(0) === SPACE
    folded += (isDeeper ? separatorOfDeeper(separator, isAfterDeeper) : separator) + line
    separator = isDeeper ? '\n' : ' '
    isAfterDeeper = isDeeper
  }
  return folded
}

function separatorOfDeeper(separator: string, isAfterDeeper: boolean): string {
  if (separator === ' ') return '\n'
  return separator === '\n' && !isAfterDeeper ? '\n\n' : separator
}
