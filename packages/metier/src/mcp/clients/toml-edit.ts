/** Sets and removes one table of a TOML configuration. Everything outside the table stays. */

import {
  type ConfigurationEdit,
  type Entry,
  type EntryPlace,
  type EntryValue,
  keepFields,
  startsProgram,
} from './configuration-edit.js'

/** Edits `[section.name]` and the tables below it. */
export const editToml: ConfigurationEdit = {
  set: (text, entry) => {
    const lines = readLines(text)
    if (lines === undefined || isWrittenOtherwise(lines, entry)) return undefined
    const newline = text.includes('\r\n') ? '\r\n' : '\n'
    const table = composeTable(entry).join(newline) + newline
    const own = findTable(lines, entry)
    if (own !== undefined)
      return text.slice(0, own.start) + table + furtherFields(text, lines, own, entry) + text.slice(own.end)
    const gap = text === '' ? '' : text.endsWith('\n') ? newline : newline + newline
    return text + gap + table
  },
  remove: (text, place) => {
    const lines = readLines(text)
    if (lines === undefined) return undefined
    const own = findTable(lines, place)
    if (own === undefined) return isWrittenOtherwise(lines, place) ? undefined : text
    // Also remove the blank line that `set` added before the table; keep the one after it between its neighbors.
    const before = text.slice(0, own.start)
    const rest = text.slice(own.end)
    return (rest === '' ? before.replace(/(\r?\n)\r?\n$/, '$1') : before) + rest
  },
}

/** The fields and tables that an entry has besides those that are set. */
function furtherFields(text: string, lines: readonly Line[], own: Span, { entry }: Entry): string {
  const within = lines.filter(({ start, end }) => start >= own.start && end <= own.end).slice(1)
  const below = within.findIndex(({ table }) => table !== undefined)
  const fieldOf = (line: Line, at: number) => {
    if (line.table !== undefined) return line.table[2]
    return below >= 0 && at > below ? undefined : readKeyPath(line.code)?.[0]
  }
  const fields = within.map(fieldOf)
  if (!startsProgram(fields.flatMap((field) => field ?? []))) return ''
  return keepFields(
    within.map((line, at) => ({
      text: text.slice(line.start, line.end),
      field: fields[at],
      isBlank: line.code === '',
    })),
    entry,
  )
}

interface Line {
  readonly start: number
  readonly end: number
  /** The line without its comment; empty for a line inside a value. */
  readonly code: string
  /** The table that starts on this line. */
  readonly table: readonly string[] | undefined
}

interface Span {
  readonly start: number
  readonly end: number
}

function findTable(lines: readonly Line[], { section, name }: EntryPlace): Span | undefined {
  const isOwn = ({ table }: Line) => table?.[0] === section && table[1] === name
  const first = lines.findIndex(isOwn)
  const [start] = lines.slice(first)
  if (first < 0 || start === undefined) return undefined
  const next = lines.findIndex((line, at) => at > first && line.table !== undefined && !isOwn(line))
  const block = lines.slice(first, next < 0 ? lines.length : next)
  // Comments and blank lines above the next table belong to that table.
  const last = block.findLast(({ code }) => code !== '') ?? start
  return { start: start.start, end: next < 0 ? lastEnd(block, last) : last.end }
}

function lastEnd(block: readonly Line[], last: Line): number {
  const rest = block.slice(block.indexOf(last) + 1)
  return rest.every(({ code, end, start }) => code === '' && end - start <= 2)
    ? (block.at(-1)?.end ?? last.end)
    : last.end
}

/** `section.name = …` and `section = { … }` mean the same but are not supported here. */
function isWrittenOtherwise(lines: readonly Line[], { section, name }: EntryPlace): boolean {
  let table: readonly string[] = []
  return lines.some((line) => {
    table = line.table ?? table
    const key = line.table === undefined ? readKeyPath(line.code) : undefined
    const path = [...table, ...(key ?? [])]
    if (key === undefined || path[0] !== section) return false
    return path.length === 1 || (path[1] === name && table[1] !== name)
  })
}

function composeTable({ section, name, entry }: Entry): readonly string[] {
  const values = Object.entries(entry).map(([key, value]) => `${key} = ${printValue(value)}`)
  return [`[${section}.${printKey(name)}]`, ...values]
}

function printKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key)
}

/** A JSON string is a valid TOML string: the only difference, an escaped slash, is never written. */
function printValue(value: EntryValue): string {
  return Array.isArray(value) ? `[${value.map((one) => JSON.stringify(one)).join(', ')}]` : JSON.stringify(value)
}

/** Splits a text into lines and marks those inside multiline values; undefined if it is not TOML, as far as lines show. */
function readLines(text: string): readonly Line[] | undefined {
  const lines: Line[] = []
  let open: Open = { quote: undefined, depth: 0 }
  for (const match of text.matchAll(/[^\n]*\n|[^\n]+$/g)) {
    const start = match.index
    const end = start + match[0].length
    const isInside = open.quote !== undefined || open.depth > 0
    const read = readLine(match[0], open)
    open = read.open
    if (open.depth < 0) return undefined
    const line = isInside ? INSIDE : readCode(read.code.trim())
    if (line === undefined) return undefined
    lines.push({ start, end, ...line })
  }
  return open.quote === undefined && open.depth === 0 ? lines : undefined
}

const INSIDE = { code: 'inside', table: undefined }

/** A line that is blank, the name of a table, or a key with a value; undefined for any other. */
function readCode(code: string): Pick<Line, 'code' | 'table'> | undefined {
  const table = readTable(code)
  return code === '' || table !== undefined || readKeyPath(code) !== undefined ? { code, table } : undefined
}

interface Open {
  /** The quotes that close the current multiline string. */
  readonly quote: string | undefined
  /** The number of open brackets. */
  readonly depth: number
}

const TOKEN = /"""|'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}]|\\./g
const DEPTHS: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 }

/** A line without its comment, and what is still open after it. */
function readLine(line: string, before: Open): { readonly open: Open; readonly code: string } {
  let open = before
  // The brackets around a table's name close on the same line.
  const isTable = open.quote === undefined && open.depth === 0 && /^\s*\[/.test(line)
  for (const { 0: token, index } of line.matchAll(TOKEN)) {
    if (open.quote === undefined && token.startsWith('#')) return { open, code: line.slice(0, index) }
    open = readToken(token, open, isTable)
  }
  return { open, code: line }
}

function readToken(token: string, open: Open, isTable: boolean): Open {
  if (open.quote !== undefined) return token === open.quote ? { ...open, quote: undefined } : open
  if (token === '"""' || token === "'''") return { ...open, quote: token }
  return isTable ? open : { ...open, depth: open.depth + (DEPTHS[token] ?? 0) }
}

function readTable(code: string): readonly string[] | undefined {
  const inner = /^\[\[?([^[\]]+)\]?\]$/.exec(code)?.[1]
  return inner === undefined ? undefined : splitKey(inner)
}

function readKeyPath(code: string): readonly string[] | undefined {
  const key = /^((?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+))*)\s*=/.exec(
    code,
  )?.[1]
  return key === undefined ? undefined : splitKey(key)
}

function splitKey(path: string): readonly string[] {
  return Array.from(
    path.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+)/g),
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )
}
