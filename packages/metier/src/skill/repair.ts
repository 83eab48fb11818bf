/** Frontmatters that no YAML reader takes, mended where one kind of mistake is all that is wrong. */
import { readFrontmatter } from './frontmatter/read-frontmatter.js'

/** A frontmatter after the repair, and the lines (0-based) that it changed. */
export interface Repair {
  readonly text: string
  readonly lines: readonly number[]
}

/**
 * Quotes values that stand on one line and are no YAML as they are: those with `: ` in them, a reserved first character,
 * a quote or bracket that is not closed, or text behind one that is. Undefined when there is nothing of that kind.
 */
export function repairFrontmatter(text: string): Repair | undefined {
  const lines = text.split('\n')
  const changed: number[] = []
  for (let at = 0; at < lines.length; ) {
    const line = parseLine(lines[at] ?? '')
    const below = endOfDeeperLines(lines, at + 1, line)
    if (line !== undefined && below === at + 1 && isBroken(line.value)) {
      lines[at] = line.start + quote(line.value) + line.end
      changed.push(at)
    }
    at = line === undefined || opensMapping(line) ? at + 1 : below
  }
  return changed.length > 0 ? { text: lines.join('\n'), lines: changed } : undefined
}

/** Reads the top-level `name:` and `description:` line by line, from a text that no YAML reader takes. */
export function salvageFields(text: string): { name?: string; description?: string } {
  const fields: { name?: string; description?: string } = {}
  const lines = text.split('\n')
  for (const [at, source] of lines.entries()) {
    const line = parseLine(source)
    const key = line?.key
    if ((key !== 'name' && key !== 'description') || line === undefined || line.indent > 0) continue
    const below = lines.slice(at + 1, endOfDeeperLines(lines, at + 1, line))
    fields[key] ??= salvageValue(line.value, below)
  }
  return fields
}

interface Line {
  /** The column of the key. */
  readonly indent: number
  readonly key: string
  readonly value: string
  /** The line's text before and behind the value. */
  readonly start: string
  readonly end: string
}

/** A line of the form `key: value`, at any depth and also as a list item. */
function parseLine(source: string): Line | undefined {
  const matched = /^( *(?:- +)*)([\w.-]+) *:(?: +|(?=\r?$))/.exec(source)
  if (matched === null) return undefined
  const start = matched[0]
  const value = source.slice(start.length).trimEnd()
  return {
    indent: matched[1]?.length ?? 0,
    key: matched[2] ?? '',
    value,
    start,
    end: source.slice(start.length + value.length),
  }
}

/** The first line after `from` that is neither blank nor indented deeper than a key. */
function endOfDeeperLines(lines: readonly string[], from: number, line: Line | undefined): number {
  let end = from
  if (line === undefined) return end
  for (let at = from; at < lines.length; at++) {
    const source = lines[at] ?? ''
    const indent = source.search(/[^ ]/)
    if (source.trim() === '') continue
    if (indent <= line.indent && !/^ *[}\]]/.test(source)) break
    end = at + 1
  }
  return end
}

function opensMapping(line: Line): boolean {
  return line.value === '' || line.value.startsWith('#')
}

function isBroken(value: string): boolean {
  return value !== '' && readFrontmatter(`value: ${value}`).kind === 'malformed'
}

/** A value in single quotes; a quote that only opens was meant to close at the end of the line. */
function quote(value: string): string {
  const opening = value.charAt(0)
  const isUnclosed = (opening === '"' || opening === "'") && !value.includes(opening, 1)
  const text = isUnclosed ? value.slice(1) : value
  return `'${text.replaceAll("'", "''")}'`
}

function salvageValue(value: string, below: readonly string[]): string {
  const isHeader = /^[|>][-+0-9]*$/.test(value)
  const parts = isHeader ? below : [value, ...below]
  const text = parts
    .map((part) => part.trim())
    .join(' ')
    .trim()
  const quoted = /^(["'])(.*)\1$/.exec(text)
  return quoted?.[2] ?? text
}
