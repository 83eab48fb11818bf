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
  try {
    const scanner = createScanner(text)
    const start = scanner.skipBlanks(text.startsWith('\ufeff') ? 1 : 0)
    if (text[start] !== '{') return undefined
    const { end, object } = scanner.readValue(start, 0)
    return scanner.skipBlanks(end) === text.length ? object : undefined
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

class Unreadable extends Error {}

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
    if (!pattern.test(text)) throw new Unreadable()
    return pattern.lastIndex
  }
  const skipBlanks = (at: number) => match(BLANKS, at)
  /** Reads the elements up to the closing bracket, with or without a trailing comma. */
  const readList = (at: number, close: string, readElement: (start: number) => number): number => {
    let next = skipBlanks(at)
    while (text[next] !== close) {
      next = skipBlanks(readElement(next))
      if (text[next] === ',') next = skipBlanks(next + 1)
      else if (text[next] !== close) throw new Unreadable()
    }
    return next + 1
  }
  const readObject = (start: number, depth: number): Scanned => {
    const members: JsoncMember[] = []
    const end = readList(start + 1, '}', (keyStart) => {
      const keyEnd = match(TEXT, keyStart)
      const colon = skipBlanks(keyEnd)
      if (text[colon] !== ':') throw new Unreadable()
      const valueStart = skipBlanks(colon + 1)
      const { end: valueEnd, object } = readValue(valueStart, depth + 1)
      members.push({ key: readKey(text.slice(keyStart, keyEnd)), start: keyStart, valueStart, valueEnd, object })
      return valueEnd
    })
    return { end, object: { start, end, members } }
  }
  const readValue = (start: number, depth: number): Scanned => {
    if (depth > DEEPEST) throw new Unreadable()
    if (text[start] === '{') return readObject(start, depth)
    if (text[start] === '[') {
      return { end: readList(start + 1, ']', (at) => readValue(at, depth + 1).end), object: undefined }
    }
    return { end: match(text[start] === '"' ? TEXT : SCALAR, start), object: undefined }
  }
  return { skipBlanks, readValue }
}

function readKey(source: string): string {
  try {
    return JSON.parse(source) as string
  } catch {
    throw new Unreadable()
  }
}
