/**
 * The lines that nearly all frontmatters consist of: `key: text` and `key: {…}`. The rest of the reader could take them
 * as well; this is its short cut, and it leaves the work to the engine's own string functions, because a start-up is
 * mostly over before any of our code has been compiled.
 */
import { COLON, SPACE } from './cursor.js'
import { readJson } from './read-json.js'
import { typePlain } from './type-plain.js'

const DOUBLE_QUOTE = 34
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

interface CommonKey {
  readonly name: string
  /** Its place in the set of keys that were seen. */
  readonly bit: number
}

/** Keys that need no further look: no indicators, no numbers, no words that mean something else. */
const COMMON_KEYS: ReadonlyMap<string, CommonKey> = new Map(
  [
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
  ].map((name, index) => [name, { name, bit: 1 << index }]),
)

/**
 * Takes simple lines into a mapping, from the start of a text without tabs and carriage returns, as long as there are any;
 * gives the start of the first line that is not one.
 */
export function readSimpleLines(text: string, mapping: Record<string, unknown>): number {
  const hash = text.indexOf('#')
  const limit = hash < 0 ? text.length : hash
  let seen = 0
  let start = 0
  let colon = text.indexOf(': ')
  while (colon > 0) {
    const key = COMMON_KEYS.get(text.slice(start, colon))
    const end = endOfLine(text, colon)
    if (key === undefined || (seen & key.bit) !== 0 || end > limit || !isSimpleStart(text.charCodeAt(end + 1))) break
    const next = text.indexOf(': ', colon + 2)
    const hasColon = next >= 0 && next < end
    const value = readSimpleValue(text, colon + 2, end, hasColon)
    if (value === undefined) break
    mapping[key.name] = value
    seen |= key.bit
    start = end + 1
    colon = hasColon ? text.indexOf(': ', end) : next
  }
  return start
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

function readSimpleValue(text: string, from: number, to: number, hasColon: boolean): unknown {
  const first = text.charCodeAt(from)
  if (first === OPEN_BRACE) return readSimpleJson(text, from, to)
  if (first === DOUBLE_QUOTE) return readSimpleQuoted(text, from + 1, to - 1)
  const last = text.charCodeAt(to - 1)
  if (hasColon || last === COLON || last === SPACE || !isSimpleStart(first)) return undefined
  const source = text.slice(from, to)
  const value = typePlain(source)
  return value === source || String(value) === source ? value : undefined
}

function readSimpleJson(text: string, from: number, to: number): unknown {
  // To try anything else would cost an exception.
  return text.charCodeAt(to - 1) === CLOSE_BRACE ? readJson(text.slice(from, to), 1) : undefined
}

function readSimpleQuoted(text: string, from: number, to: number): string | undefined {
  if (text.indexOf('"', from) !== to) return undefined
  const value = text.slice(from, to)
  return value.includes('\\') ? undefined : value
}

/** Letters and digits of any script, and the end of the text: what cannot continue a line above, nor be an indicator. */
function isSimpleStart(code: number): boolean {
  if (code > 96) return code < 123 || code > 127
  return (code > 64 && code < 91) || (code > 47 && code < 58) || Number.isNaN(code)
}
