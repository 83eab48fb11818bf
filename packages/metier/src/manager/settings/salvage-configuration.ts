/** Parses as much as possible of a configuration that is not valid JSON: an error in one line must not undo the others. */

export interface Salvage {
  readonly value: unknown
  /** Only commas, comments or quotes were wrong: every value was read. */
  readonly isWhole: boolean
  /** Whether the section `skills` was read from its first to its last bracket. */
  readonly hasWholeSkills: boolean
  /** Skills that the text disables anywhere. */
  readonly disabled: readonly string[]
}

export function salvageConfiguration(text: string): Salvage {
  const reader: Reader = { tokens: text.match(TOKENS) ?? [], at: 0, open: [], isWhole: true, whole: new Set() }
  const value = { ...(next(reader) === '{' ? (readValue(reader) as object) : {}), ...readRest(reader) }
  if (reader.isWhole) return { value, isWhole: true, hasWholeSkills: true, disabled: [] }
  const hasWholeSkills = 'skills' in value && reader.whole.has(value.skills)
  return { value, isWhole: false, hasWholeSkills, disabled: [...findSwitchedOff(value), ...findNamedIn(text)] }
}

/** Reads the text after an extra closing bracket, or before the first opening one. */
function readRest(reader: Reader): object {
  const pairs: (readonly [string, unknown])[] = []
  while (next(reader) !== undefined) {
    const before = reader.at
    const pair = readPair(reader)
    if (pair !== undefined) pairs.push(pair)
    if (reader.at === before) reader.at++
    reader.isWhole = false
  }
  return Object.fromEntries(pairs)
}

/** Filler, strings, marks, and runs of anything else. A string ends at the end of its line at the latest. */
const TOKENS =
  /[\s,]+|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|[{}[\]:]|[^\s,{}[\]:"'/#]+|[/#]/g
const FILLER = /^(?:[\s,]|\/[/*]|#)/
const DEEPEST = 64

interface Reader {
  readonly tokens: readonly string[]
  at: number
  /** The closing marks of the open lists and objects. */
  readonly open: string[]
  isWhole: boolean
  /** The lists and objects without an error inside. */
  readonly whole: Set<unknown>
}

function skipFiller(reader: Reader): void {
  while (FILLER.test(reader.tokens[reader.at] ?? '')) reader.at++
}

function next(reader: Reader): string | undefined {
  skipFiller(reader)
  return reader.tokens[reader.at]
}

function readValue(reader: Reader): unknown {
  const token = next(reader)
  if (token === '{') return readAll(reader, '}', readPair, (pairs) => Object.fromEntries(pairs as [string, unknown][]))
  if (token === '[') return readAll(reader, ']', readValue, (values) => values.filter((value) => value !== undefined))
  if (token === undefined || token === '}' || token === ']') return spoil(reader)
  reader.at++
  return token === ':' ? spoil(reader) : readWord(reader, token)
}

/** Reads up to the closing mark, or up to the closing mark of an enclosing value. */
function readAll(reader: Reader, end: string, readOne: (reader: Reader) => unknown, make: (all: unknown[]) => unknown) {
  reader.at++
  const wasWhole = reader.isWhole
  reader.isWhole = true
  if (reader.open.length >= DEEPEST) reader.at = reader.tokens.length
  reader.open.push(end)
  const all: unknown[] = []
  for (let token = next(reader); token !== end; token = next(reader)) {
    if (token === undefined || ((token === '}' || token === ']') && reader.open.includes(token))) {
      reader.open.pop()
      reader.isWhole = false
      return make(all)
    }
    const before = reader.at
    const one = readOne(reader)
    if (one !== undefined) all.push(one)
    if (reader.at === before) reader.at++
  }
  reader.at++
  reader.open.pop()
  const made = make(all)
  if (reader.isWhole) reader.whole.add(made)
  reader.isWhole &&= wasWhole
  return made
}

function readPair(reader: Reader): readonly [string, unknown] | undefined {
  const key = next(reader) ?? ''
  if (/^[{}[\]:]$/.test(key)) {
    readValue(reader)
    return spoil(reader)
  }
  reader.at++
  if (next(reader) === ':') reader.at++
  else reader.isWhole = false
  const value = readValue(reader)
  return value === undefined ? undefined : [String(readWord(reader, key, true)), value]
}

function readWord(reader: Reader, token: string, isKey = false): unknown {
  const quote = token[0] ?? ''
  if (quote === '"' || quote === "'") {
    const isClosed = token.length > 1 && token.endsWith(quote)
    if (!isClosed) reader.isWhole = false
    return withoutEscapes(token.slice(1, isClosed ? -1 : undefined))
  }
  if (isKey) return token
  try {
    return JSON.parse(token)
  } catch {
    reader.isWhole = false
    return token
  }
}

function withoutEscapes(inner: string): string {
  try {
    return JSON.parse(`"${inner.replaceAll(/\\?"/g, '\\"')}"`)
  } catch {
    return inner
  }
}

function spoil(reader: Reader): undefined {
  reader.isWhole = false
  return undefined
}

/** Entries that are not clearly enabled, at any depth: a bracket may be missing. */
function findSwitchedOff(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const isOff = typeof inner === 'object' && inner !== null && 'enabled' in inner && inner.enabled !== true
    return [...(isOff ? [key] : []), ...findSwitchedOff(inner)]
  })
}

/** Every word between `disabled` and the end of its list, and before `enabled`. An extra name does no harm. */
function findNamedIn(text: string): readonly string[] {
  const listed = [...text.matchAll(/disabled([^\]]*)/g)].flatMap(([, list = '']) => list.split(/[\s,:"'[{}]+/))
  const before = [...text.matchAll(/([^\s{}[\]:,"']{1,200})[\s{}[\]:,"']{1,80}enabled(?![\s{}[\]:,"']{0,80}true)/g)]
  return [...listed, ...before.map(([, name = '']) => name)].filter((word) => word !== '')
}
