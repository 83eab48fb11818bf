/**
 * Finds the positions of keys and values in JSON with comments and trailing commas, so that the rest can stay as it is.
 */

/** An object and its members, by offsets into the text. */
export interface JsoncObject {
  readonly start: number
  /** The offset after the closing bracket. */
  readonly end: number
  readonly members: readonly JsoncMember[]
}

/** A member of an object, by offsets into the text. */
export interface JsoncMember {
  readonly key: string
  /** The offset of the key. */
  readonly start: number
  readonly valueStart: number
  readonly valueEnd: number
  /** The value, if it is an object. */
  readonly object: JsoncObject | undefined
}

/** The object that a text holds; undefined if it holds anything else or cannot be read. */
export function scanJsonc(text: string): JsoncObject | undefined {
  const scanned = scan(text)
  return 'mistake' in scanned ? undefined : scanned.object
}

/** The line on which a text stops being JSON; undefined if it is JSON. */
export function findJsoncMistake(text: string): number | undefined {
  const scanned = scan(text)
  return 'mistake' in scanned ? text.slice(0, scanned.mistake).split('\n').length : undefined
}

/** The scanned value, or the offset of the first mistake. */
function scan(text: string): Scanned | { readonly mistake: number } {
  try {
    const scanner = createScanner(text)
    const scanned = scanner.readValue(scanner.skipBlanks(text.startsWith('\ufeff') ? 1 : 0), 0)
    const end = scanner.skipBlanks(scanned.end)
    return end === text.length ? scanned : { mistake: end }
  } catch (error) {
    if (error instanceof Unreadable) return { mistake: error.offset }
    throw error
  }
}

class Unreadable extends Error {
  readonly offset: number

  constructor(offset: number) {
    super('not JSON')
    this.offset = offset
  }
}

interface Scanned {
  readonly end: number
  readonly object: JsoncObject | undefined
}

const DEEPEST = 200
const SCALAR = /(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y
const TEXT = /"(?:[^"\\\n]|\\.)*"/y
const BLANKS = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y

function createScanner(text: string) {
  const match = (pattern: RegExp, at: number): number => {
    pattern.lastIndex = at
    if (!pattern.test(text)) throw new Unreadable(at)
    return pattern.lastIndex
  }
  const skipBlanks = (at: number) => match(BLANKS, at)
  /** Reads the elements up to the closing bracket, with or without a trailing comma. */
  const readList = (at: number, close: string, readElement: (start: number) => number): number => {
    let next = skipBlanks(at)
    while (text[next] !== close) {
      next = skipBlanks(readElement(next))
      if (text[next] === ',') next = skipBlanks(next + 1)
      else if (text[next] !== close) throw new Unreadable(next)
    }
    return next + 1
  }
  const readObject = (start: number, depth: number): Scanned => {
    const members: JsoncMember[] = []
    const end = readList(start + 1, '}', (keyStart) => {
      const keyEnd = match(TEXT, keyStart)
      const colon = skipBlanks(keyEnd)
      if (text[colon] !== ':') throw new Unreadable(colon)
      const valueStart = skipBlanks(colon + 1)
      const { end: valueEnd, object } = readValue(valueStart, depth + 1)
      members.push({
        key: readKey(text.slice(keyStart, keyEnd), keyStart),
        start: keyStart,
        valueStart,
        valueEnd,
        object,
      })
      return valueEnd
    })
    return { end, object: { start, end, members } }
  }
  const readValue = (start: number, depth: number): Scanned => {
    if (depth > DEEPEST) throw new Unreadable(start)
    if (text[start] === '{') return readObject(start, depth)
    if (text[start] === '[') {
      return { end: readList(start + 1, ']', (at) => readValue(at, depth + 1).end), object: undefined }
    }
    return { end: match(text[start] === '"' ? TEXT : SCALAR, start), object: undefined }
  }
  return { skipBlanks, readValue }
}

function readKey(source: string, at: number): string {
  try {
    return JSON.parse(source) as string
  } catch {
    throw new Unreadable(at)
  }
}
