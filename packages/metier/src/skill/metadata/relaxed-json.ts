/** Parses the JSON that people write by hand in a string: trailing commas, comments, bare keys, single quotes. */

import { LIMITS } from '../limits.js'

/** The value, or undefined if the text is not JSON even by these rules. */
export function readRelaxedJson(text: string): { readonly value: unknown } | undefined {
  if (text.length > LIMITS.frontmatterBytes) return undefined
  const cursor: Cursor = { text, at: 0, depth: 0 }
  const value = readValue(cursor)
  if (value === FAILED) return undefined
  skipBlank(cursor)
  return cursor.at === text.length ? { value } : undefined
}

interface Cursor {
  readonly text: string
  at: number
  depth: number
}

/** A marker that no JSON value can equal. */
const FAILED = Symbol('failed')

const BLANK = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y
const DOUBLE_QUOTED = /"(?:[^"\\\n]|\\.)*"/y
const SINGLE_QUOTED = /'(?:[^'\\\n]|\\.)*'/y
const WORD = /[A-Za-z_$][\w$-]*/y
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const CONSTANTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])

function readValue(cursor: Cursor): unknown {
  skipBlank(cursor)
  const character = cursor.text[cursor.at]
  if (character === '{') return readNested(cursor, readMembers)
  if (character === '[') return readNested(cursor, readElements)
  if (character === '"' || character === "'") return readString(cursor)
  const word = take(cursor, WORD)
  if (word !== undefined) return CONSTANTS.has(word) ? CONSTANTS.get(word) : FAILED
  const number = take(cursor, NUMBER)
  return number === undefined ? FAILED : Number(number)
}

function readNested(cursor: Cursor, read: (cursor: Cursor) => unknown): unknown {
  if (cursor.depth >= LIMITS.frontmatterDepth) return FAILED
  cursor.depth++
  cursor.at++
  const value = read(cursor)
  cursor.depth--
  return value
}

function readMembers(cursor: Cursor): unknown {
  const members: [string, unknown][] = []
  while (!accept(cursor, '}')) {
    const key = readKey(cursor)
    if (key === undefined || !accept(cursor, ':')) return FAILED
    const value = readValue(cursor)
    if (value === FAILED) return FAILED
    members.push([key, value])
    if (!accept(cursor, ',') && !peek(cursor, '}')) return FAILED
  }
  return Object.fromEntries(members)
}

function readElements(cursor: Cursor): unknown {
  const elements: unknown[] = []
  while (!accept(cursor, ']')) {
    const value = readValue(cursor)
    if (value === FAILED) return FAILED
    elements.push(value)
    if (!accept(cursor, ',') && !peek(cursor, ']')) return FAILED
  }
  return elements
}

function readKey(cursor: Cursor): string | undefined {
  skipBlank(cursor)
  const key = take(cursor, WORD) ?? readString(cursor)
  return typeof key === 'string' ? key : undefined
}

function readString(cursor: Cursor): unknown {
  const double = take(cursor, DOUBLE_QUOTED)
  if (double !== undefined) return decodeString(double)
  const single = take(cursor, SINGLE_QUOTED)
  if (single === undefined) return FAILED
  const inner = single
    .slice(1, -1)
    .replaceAll("\\'", "'")
    .replaceAll(/\\.|"/g, (part) => (part === '"' ? '\\"' : part))
  return decodeString(`"${inner}"`)
}

function decodeString(literal: string): unknown {
  try {
    return JSON.parse(literal.replaceAll('\t', '\\t'))
  } catch {
    return FAILED
  }
}

function take(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at
  const match = pattern.exec(cursor.text)?.[0]
  if (match !== undefined) cursor.at += match.length
  return match
}

function skipBlank(cursor: Cursor): void {
  take(cursor, BLANK)
}

function peek(cursor: Cursor, character: string): boolean {
  skipBlank(cursor)
  return cursor.text[cursor.at] === character
}

function accept(cursor: Cursor, character: string): boolean {
  const isThere = peek(cursor, character)
  if (isThere) cursor.at++
  return isThere
}
