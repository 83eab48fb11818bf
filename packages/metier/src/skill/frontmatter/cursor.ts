/** The reader's position in a frontmatter, and the state that every part of the reader shares. */
import { LIMITS } from '../limits.js'

/** Why a frontmatter is certainly not YAML. */
export type MalformedCode =
  | 'bracket_unclosed'
  | 'character_reserved'
  | 'colon_in_value'
  | 'colon_missing'
  | 'comma_missing'
  | 'duplicate_key'
  | 'escape_unknown'
  | 'indent_mismatch'
  | 'list_on_key_line'
  | 'quote_unclosed'
  | 'tab_indent'
  | 'text_after_value'

/** A frontmatter as read: its mapping, why it is not YAML, or that only a full YAML reader can say. */
export type FrontmatterResult =
  | {
      readonly kind: 'mapping'
      readonly value: Record<string, unknown>
      readonly sources: ReadonlyMap<string, string> | undefined
      /** Where entries stand that were left out because their key is a list or a mapping. */
      readonly ignored?: readonly number[]
    }
  | { readonly kind: 'malformed'; readonly offset: number; readonly code: MalformedCode; readonly message: string }
  | { readonly kind: 'foreign' }

/** The only mutable value: lines are visited in order, and each character a bounded number of times. */
export interface Cursor {
  readonly text: string
  /** Lines may end in CR LF. */
  readonly hasCarriageReturns: boolean
  /** Lines may start with tabs. */
  readonly hasTabs: boolean
  positions: Map<string, number> | undefined
  sources: Map<string, string> | undefined
  /** Receives the offsets of entries whose key is not text. Without it, the reader gives up on such a text. */
  readonly ignored: number[] | undefined
  /** The first character that is not yet read; between lines, the first one that is not a space. */
  at: number
  /** The column of `at` between lines, and -1 at the end of the text. */
  indent: number
  /** The end of the current line's content, and the start of the next line. */
  lineEnd: number
  nextLine: number
  /** Whether comment lines precede the current line. */
  afterComment: boolean
  /** The next `: ` and the next ` #` not before the last place asked for; the text's length when there is none. */
  colon: number
  hash: number
  /** The keys and list positions that lead to the current value. */
  readonly path: (string | number)[]
  depth: number
  /** The depth of the outermost flow collection. */
  flowDepth: number
  failure: FrontmatterResult | undefined
}

/** The result of a part of the reader that failed; `cursor.failure` says why. */
export const FAILED: unique symbol = Symbol('failed')

export const FOREIGN: FrontmatterResult = { kind: 'foreign' }

export const TAB = 9
export const LINE_FEED = 10
export const CARRIAGE_RETURN = 13
export const SPACE = 32
export const HASH = 35
export const COLON = 58

/** A cursor before the first line of a text. */
export function startReading(
  text: string,
  {
    hasCarriageReturns,
    hasTabs,
    positions,
    ignored,
  }: Pick<Cursor, 'hasCarriageReturns' | 'hasTabs' | 'positions' | 'ignored'>,
): Cursor {
  return {
    text,
    hasCarriageReturns,
    hasTabs,
    positions,
    sources: undefined,
    ignored,
    at: 0,
    indent: -1,
    lineEnd: 0,
    nextLine: 0,
    afterComment: false,
    colon: -1,
    hash: -1,
    path: [],
    depth: 0,
    flowDepth: 0,
    failure: undefined,
  }
}

/** Gives up on the text and leaves it to the full YAML reader. */
export function giveUp(cursor: Cursor): typeof FAILED {
  cursor.failure ??= FOREIGN
  return FAILED
}

/** Refuses the text: no YAML reader accepts it. */
export function refuse(cursor: Cursor, code: MalformedCode, offset: number, message: string): typeof FAILED {
  cursor.failure ??= { kind: 'malformed', offset, code, message }
  return FAILED
}

/** Goes to the next line that has content, or to the end. */
export function toNextLine(cursor: Cursor): void {
  const { text } = cursor
  let start = cursor.nextLine
  let at = skipSpaces(text, start)
  let code = text.charCodeAt(at)
  cursor.afterComment = false
  while (code === LINE_FEED || code === CARRIAGE_RETURN || code === HASH) {
    if (code === HASH) cursor.afterComment = true
    const end = text.indexOf('\n', at)
    start = end < 0 ? text.length : end + 1
    at = skipSpaces(text, start)
    code = text.charCodeAt(at)
  }
  cursor.at = at
  cursor.indent = at < text.length ? at - start : -1
}

/** The first position at or after `at` without a space. */
export function skipSpaces(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === SPACE) at++
  return at
}

/** The end of a part of a line without the spaces that trail it. */
export function endOfContent(text: string, from: number, to: number): number {
  let end = to
  while (end > from && text.charCodeAt(end - 1) === SPACE) end--
  return end
}

/** The replacement for line breaks inside a folded text. */
export function foldBreaks(breaks: number): string {
  return breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)
}

/** Finds the end of the line that holds `cursor.at`. */
export function measureLine(cursor: Cursor): void {
  const { text } = cursor
  const end = text.indexOf('\n', cursor.at)
  if (end < 0) {
    cursor.lineEnd = cursor.nextLine = text.length
    return
  }
  cursor.nextLine = end + 1
  cursor.lineEnd = cursor.hasCarriageReturns && text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end
}

/** The first `: ` at or after a position; asked with growing positions, the text is searched once. */
export function nextColon(cursor: Cursor, from: number): number {
  if (cursor.colon < from) {
    const found = cursor.text.indexOf(': ', from)
    cursor.colon = found < 0 ? cursor.text.length : found
  }
  return cursor.colon
}

/** The first ` #` at or after a position; asked with growing positions, the text is searched once. */
export function nextHash(cursor: Cursor, from: number): number {
  if (cursor.hash < from) {
    const { text } = cursor
    // Spaces are everywhere: the search for the rarer character is many times faster.
    let found = text.indexOf('#', from + 1)
    while (found >= 0 && text.charCodeAt(found - 1) !== SPACE) found = text.indexOf('#', found + 1)
    cursor.hash = found < 0 ? text.length : found - 1
  }
  return cursor.hash
}

/** Goes one level down; false, with the failure set, if that is too deep. */
export function enterCollection(cursor: Cursor): boolean {
  if (cursor.depth >= LIMITS.frontmatterDepth) {
    giveUp(cursor)
    return false
  }
  cursor.depth++
  return true
}

/** Records the offset of a key or a list item, if positions are wanted. */
export function notePosition(cursor: Cursor, offset: number): void {
  cursor.positions?.set(pathPointer(cursor), offset)
}

/** The JSON pointer (RFC 6901) of the current value. */
export function pathPointer(cursor: Cursor): string {
  let pointer = ''
  for (let level = 0; level < cursor.depth; level++) {
    pointer += `/${String(cursor.path[level]).replaceAll('~', '~0').replaceAll('/', '~1')}`
  }
  return pointer
}
