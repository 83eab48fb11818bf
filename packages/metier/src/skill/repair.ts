/** Repairs frontmatter that no YAML parser accepts, if unquoted values and colons without a space are its only problems. */
import { readFrontmatter } from './frontmatter/read-frontmatter.js'

/** Repaired frontmatter, with the lines (0-based) and keys of the values that were quoted. */
export interface Repair {
  readonly text: string
  readonly lines: readonly number[]
  /** Empty for a list item without a key. */
  readonly keys: readonly string[]
  /** The keys that got a space after their colon. */
  readonly spaced: readonly string[]
  /** Whether the skill's name was quoted. */
  readonly quotesName: boolean
}

/** A name and a description that were read line by line. */
interface Salvage {
  readonly fields: { readonly name?: string; readonly description?: string }
  /** Whether the name itself is not valid YAML. */
  readonly isNameBroken: boolean
}

/**
 * Quotes each value that is invalid as plain YAML: `: ` inside, a reserved first character, an unclosed quote or
 * bracket, or text after a closed one. Adds the space that `name:x` lacks. Lines keep their positions, and comments after
 * values stay comments. Undefined if there is nothing to repair.
 */
export function repairFrontmatter(text: string): Repair | undefined {
  const written = text.split('\n')
  const lines = written.map(withSpace)
  const spaced = lines.filter((line, at) => line !== written[at]).map((line) => line.slice(0, line.indexOf(':')))
  const changed: number[] = []
  const keys: string[] = []
  let quotesName = false
  for (let at = 0; at < lines.length; ) {
    const line = parseLine(lines[at] ?? '')
    const end = line === undefined ? at + 1 : endOfValue(lines, at, line)
    if (line !== undefined && isBroken(line, lines.slice(at + 1, end))) {
      for (const [below, text] of quoteLines(line, lines.slice(at + 1, end)).entries()) lines[at + below] = text
      changed.push(at)
      keys.push(line.key)
      quotesName ||= isSkillName(line)
    }
    at = end
  }
  return changed.length + spaced.length > 0
    ? { text: lines.join('\n'), lines: changed, keys, spaced, quotesName }
    : undefined
}

/** A top-level key with its value right after the colon. Two slashes would make it an address. */
const UNSPACED = /^([A-Za-z][A-Za-z0-9_-]*:)(?=[^\s:])(?!\/\/)/

function withSpace(line: string): string {
  return line.replace(UNSPACED, '$1 ')
}

/**
 * Reads top-level `name:` and `description:` line by line from text that no YAML parser accepts. `positions`, if given,
 * receives the offset of each.
 */
export function salvageFields(text: string, positions?: Map<string, number>): Salvage {
  const fields: { name?: string; description?: string } = {}
  let isNameBroken = false
  const lines = text.split('\n')
  let offset = 0
  for (const [at, source] of lines.entries()) {
    const start = offset
    offset += source.length + 1
    const line = parseLine(withSpace(source))
    if (line === undefined || line.indent > 0 || (line.key !== 'name' && line.key !== 'description')) continue
    if (fields[line.key] !== undefined) continue
    const below = lines.slice(at + 1, endOfValue(lines, at, line))
    positions?.set(`/${line.key}`, start)
    fields[line.key] = salvageValue(line.value, withoutReturns(below))
    if (isSkillName(line)) isNameBroken = readValue(line, below).kind !== 'mapping'
  }
  return { fields, isNameBroken }
}

function isSkillName({ indent, key }: Line): boolean {
  return indent === 0 && key === 'name'
}

interface Line {
  /** The value's continuation lines are indented deeper than this column. */
  readonly indent: number
  /** Empty for a list item without a key. */
  readonly key: string
  /** The text before the value, the space between, and an optional trailing carriage return. */
  readonly start: string
  readonly gap: string
  readonly value: string
  readonly end: string
}

/** Splits a line of the form `key: value`, `- value` or `- key: value`, at any depth. */
function parseLine(source: string): Line | undefined {
  const end = source.endsWith('\r') ? '\r' : ''
  const opening = /^ *(?:- +)*/.exec(source)?.[0] ?? ''
  const content = source.slice(opening.length, source.length - end.length)
  const length = lengthOfKey(content)
  const dash = opening.lastIndexOf('-')
  if (length === 0 && dash < 0) return undefined
  const before = opening + content.slice(0, length)
  const start = trimSpaces(before)
  const value = trimSpaces(content.slice(length))
  return {
    indent: length > 0 ? opening.length : dash,
    key: content.slice(0, length).replace(/:.*$/s, ''),
    start,
    gap: value === '' ? ' ' : before.slice(start.length),
    value,
    end,
  }
}

/** The length of a plain key with its colon and the spaces after it; 0 if the text does not start with a key. */
function lengthOfKey(content: string): number {
  const colon = content.search(/:(?: |$)/)
  if (colon < 1 || /^["'{[#|>&*!%@`?]/.test(content)) return 0
  return content.length - content.slice(colon + 1).replace(/^ +/, '').length
}

// Only spaces: YAML treats other Unicode white space as text.
function trimSpaces(source: string): string {
  let end = source.length
  while (source.charAt(end - 1) === ' ') end--
  return source.slice(0, end)
}

/** The index after a value and everything indented deeper. */
function endOfValue(lines: readonly string[], at: number, { indent, value }: Line): number {
  const isBelow = value === '' || value.startsWith('#')
  const opensBracket = isBracket(isBelow ? lines[at + 1] : value, '{[')
  if (isBelow && !opensBracket) return at + 1
  let end = at
  for (let below = at + 1; below < lines.length; below++) {
    const column = lines[below]?.search(/[^ \r]/) ?? -1
    // A closing bracket may be in the same column as the key.
    const closes = column === indent && opensBracket && isBracket(lines[below], '}]')
    if (column > indent || closes) end = below
    else if (column >= 0) break
  }
  return end + 1
}

function isBracket(line: string | undefined, brackets: string): boolean {
  const first = line?.trimStart().charAt(0) ?? ''
  return first !== '' && brackets.includes(first)
}

function readValue({ key, value }: Line, below: readonly string[]) {
  const lines = [`value:${key === '' ? '\n-' : ''} ${value}`, ...withoutReturns(below)]
  return readFrontmatter(lines.join('\n'))
}

function isBroken(line: Line, below: readonly string[]): boolean {
  const reading = readValue(line, below)
  // Quoting does not help a duplicate key: it would turn the mapping into text.
  return reading.kind === 'malformed' && reading.code !== 'duplicate_key'
}

function withoutReturns(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/\r$/, ''))
}

function joinTexts(texts: readonly string[]): string {
  return texts
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}

/** As many lines as before, with the value quoted: in place if that reads the same, otherwise joined into the first. */
function quoteLines(line: Line, below: readonly string[]): string[] {
  const { texts, comments, rest } = separateComments([line.value, ...withoutReturns(below)])
  const isInterrupted = comments.slice(0, -1).some((comment) => comment !== '')
  const isFolded = line.value !== '' && !isInterrupted && texts.slice(1).every((text) => isFoldable(text, line.indent))
  const quoted = `${line.start}${line.gap}${quote(isFolded ? texts.join('\n') : joinTexts(texts))}`
  // Joined lines leave their comment or a blank line behind, so that line numbers below stay the same.
  const [first = '', ...others] = isFolded ? comments.slice(-1) : comments
  return [...`${quoted}${first}`.split('\n'), ...others, ...rest].map((source) => source + line.end)
}

/** Inside quotes, such a line folds into one space and its text, just as joining it does. */
function isFoldable(text: string, indent: number): boolean {
  return text.search(/[^ ]/) > indent && text.trim() === text.replace(/^ +/, '')
}

interface Commented {
  readonly texts: readonly string[]
  /** The text after each value, including the space before it. */
  readonly comments: readonly string[]
  /** Comment lines below. */
  readonly rest: readonly string[]
}

/** A lone `#` starts a comment, as everywhere in YAML; `#12` in an invalid plain value is text. */
function separateComments(lines: readonly string[]): Commented {
  const [first = ''] = lines
  const mark = /^["']/.exec(first)?.[0]
  // Inside an unclosed quote there is no telling.
  if (mark !== undefined && !lines.join('\n').includes(mark, 1))
    return { texts: lines, comments: lines.map(() => ''), rest: [] }
  let end = lines.length
  while (end > 1 && /^ *(?:#(?: .*)?)?$/.test(lines[end - 1] ?? '')) end--
  const closers = closersOf(first)
  // Quotes, brackets and blocks may contain number signs; only the part after their end is certain.
  const isPlain = /^[^"'{[|>#]/.test(first)
  const texts = lines
    .slice(0, end)
    .map((line, at) => (isPlain || at === end - 1 ? withoutComment(line, closers) : line))
  return { texts, comments: texts.map((text, at) => lines[at]?.slice(text.length) ?? ''), rest: lines.slice(end) }
}

function withoutComment(line: string, closers: readonly string[]): string {
  const from = Math.max(0, ...closers.map((closer) => line.lastIndexOf(closer)))
  const at = line.slice(from).search(/ #(?: |$)/)
  return at < 0 ? line : trimSpaces(line.slice(0, from + at))
}

/** After the last of these, nothing is inside quotes or brackets. */
function closersOf(value = ''): readonly string[] {
  const mark = /^["']/.exec(value)?.[0]
  if (mark !== undefined) return [mark]
  return isBracket(value, '{[') ? ['"', "'", '}', ']'] : []
}

/** A value in single quotes, replacing quotes that were meant as such. */
function quote(value: string): string {
  const mark = value.charAt(0)
  const isMarked = mark === '"' || mark === "'"
  const isClosed = isMarked && value.length > 1 && value.endsWith(mark)
  const isUnclosed = isMarked && !value.includes(mark, 1)
  const text = value.slice(isClosed || isUnclosed ? 1 : 0, isClosed ? -1 : undefined)
  return `'${text.replaceAll("'", "''")}'`
}

/** In a block scalar only the first line can end in a comment. */
function salvageValue(value: string, below: readonly string[]): string {
  if (value.startsWith('#')) return ''
  if (/^[|>][-+0-9]*(?: +#.*)?$/.test(value)) return joinTexts(below)
  const text = joinTexts(separateComments([value, ...below]).texts).replace(/^[|>][-+0-9]* /, '')
  return /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text
}
