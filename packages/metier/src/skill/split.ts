/** Locates the frontmatter in a SKILL.md text. Delimiters are whole lines: `---` inside a value does not count. */

export interface Split {
  readonly kind: 'closed' | 'unclosed' | 'missing'
  /** Offset of the frontmatter's first character, after the opening line. */
  readonly start: number
  /** Offset of the closing line; the frontmatter is `text.slice(start, end)`. */
  readonly end: number
  /** Offset of the first character after the closing line. */
  readonly bodyStart: number
  readonly hasByteOrderMark: boolean
  readonly hasLeadingBlankLines: boolean
}

const HYPHEN = 0x2d
const NEWLINE = 0x0a
const RETURN = 0x0d

export function splitDocument(text: string): Split {
  const hasByteOrderMark = text.charCodeAt(0) === 0xfeff
  const first = hasByteOrderMark ? 1 : 0
  const open = skipBlankLines(text, first)
  const shared = { hasByteOrderMark, hasLeadingBlankLines: open !== first }
  const start = isDelimiter(text, open) ? nextLine(text, open) : -1
  if (start < 0) return { kind: 'missing', start: first, end: first, bodyStart: first, ...shared }
  const end = findDelimiter(text, start)
  if (end < 0) return { kind: 'unclosed', start, end: text.length, bodyStart: start, ...shared }
  return { kind: 'closed', start, end, bodyStart: nextLine(text, end), ...shared }
}

function findDelimiter(text: string, from: number): number {
  let at = from
  while (at >= 0 && at < text.length) {
    if (isDelimiter(text, at)) return at
    const newline = text.indexOf('\n---', at)
    at = newline < 0 ? -1 : newline + 1
  }
  return -1
}

function isDelimiter(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== HYPHEN || text.charCodeAt(at + 1) !== HYPHEN || text.charCodeAt(at + 2) !== HYPHEN) {
    return false
  }
  const end = skipSpaces(text, at + 3)
  return end >= text.length || text.charCodeAt(end) === NEWLINE || isReturn(text, end)
}

function isReturn(text: string, at: number): boolean {
  return text.charCodeAt(at) === RETURN && (at + 1 >= text.length || text.charCodeAt(at + 1) === NEWLINE)
}

function skipSpaces(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) at++
  return at
}

function skipBlankLines(text: string, from: number): number {
  let line = from
  for (;;) {
    const end = skipSpaces(text, line)
    if (text.charCodeAt(end) === NEWLINE) line = end + 1
    else if (text.charCodeAt(end) === RETURN && text.charCodeAt(end + 1) === NEWLINE) line = end + 2
    else return line
  }
}

function nextLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from)
  return newline < 0 ? text.length : newline + 1
}
