/**
 * The lines that nearly all frontmatters consist of: `key: text` and `key: {…}`. The rest of the reader could take them
 * as well; this is its short cut, and it leaves the work to the engine's own string functions, because a start-up is
 * mostly over before any of our code has been compiled.
 */
import { CARRIAGE_RETURN, COLON, type Cursor, nextColon, nextHash, SPACE } from './cursor.js'
import { readJson } from './read-json.js'
import { typePlain } from './type-plain.js'

const DOUBLE_QUOTE = 34
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** Keys that need no further look: no indicators, no numbers, no words that mean something else. */
const COMMON_KEYS: ReadonlySet<string> = new Set([
  'allowed-tools',
  'author',
  'category',
  'compatibility',
  'description',
  'disable-model-invocation',
  'emoji',
  'homepage',
  'license',
  'metadata',
  'model',
  'name',
  'repository',
  'slug',
  'summary',
  'title',
  'user-invocable',
  'version',
])

/** Takes simple lines into the top-level mapping, as long as there are any, from the line that starts at `cursor.at`. */
export function readSimpleLines(cursor: Cursor, mapping: Record<string, unknown>): void {
  const { text } = cursor
  const hash = nextHash(cursor, cursor.at)
  let start = cursor.at
  let colon = nextColon(cursor, start)
  while (start < text.length) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    const key = text.slice(start, colon)
    if (hash < end || !COMMON_KEYS.has(key) || mapping[key] !== undefined || mayContinue(text, end + 1)) break
    const next = text.indexOf(': ', colon + 2)
    const isOnLine = next >= 0 && next < end
    const value = readSimpleValue(text, colon + 2, end, isOnLine)
    if (value === undefined) break
    mapping[key] = value
    start = end + 1
    colon = isOnLine ? text.indexOf(': ', end) : next
    if (colon < 0) colon = text.length
  }
  cursor.colon = colon
  cursor.nextLine = start
}

/** Whether the line that starts at a position could belong to the value above it, or is no plain key. */
function mayContinue(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 65
}

function readSimpleValue(text: string, from: number, to: number, hasColon: boolean): unknown {
  const first = text.charCodeAt(from)
  // Only a text that closes its brace here is tried: a failing JSON.parse is slow.
  if (first === OPEN_BRACE)
    return text.charCodeAt(to - 1) !== CLOSE_BRACE ? undefined : readJson(text.slice(from, to), 1)
  if (first === DOUBLE_QUOTE) return readSimpleQuoted(text, from + 1, to - 1)
  if (hasColon || !isSimpleStart(first)) return undefined
  const last = text.charCodeAt(to - 1)
  if (last === COLON || last === SPACE || last === CARRIAGE_RETURN) return undefined
  const source = text.slice(from, to)
  const value = typePlain(source)
  return value === source || String(value) === source ? value : undefined
}

function readSimpleQuoted(text: string, from: number, to: number): string | undefined {
  if (text.indexOf('"', from) !== to) return undefined
  const value = text.slice(from, to)
  return value.includes('\\') ? undefined : value
}

/** Letters and digits of any script. */
function isSimpleStart(code: number): boolean {
  return (code > 96 && code < 123) || (code > 64 && code < 91) || (code > 47 && code < 58) || code > 127
}
