/** Finds where a text stops being JSON: `JSON.parse` reports it only sometimes, and its wording changes. */

const SPACE = /[ \t\n\r]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const WORD = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

/** What may come next. `first` is the start of a list or an object, which may also end there. */
type Expected = 'value' | 'key' | 'first value' | 'first key' | 'colon' | 'comma' | 'end'

/** The offset of the first invalid character; the end of the text if something is missing. */
export function findJsonError(text: string): number {
  const open: ('[' | '{')[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    at += matchAt(SPACE, text, at)
    const token = readToken(text, at)
    const next = step(token.kind, expected, open)
    if (next === undefined || at >= text.length) return at
    expected = next
    at += token.length
  }
}

interface Token {
  /** Punctuation is its own kind. */
  readonly kind: string
  readonly length: number
}

function readToken(text: string, at: number): Token {
  const string = matchAt(STRING, text, at)
  if (string > 0) return { kind: 'string', length: string }
  const word = matchAt(WORD, text, at)
  return word > 0 ? { kind: 'word', length: word } : { kind: text.charAt(at), length: 1 }
}

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

/** What may follow a token; undefined if the token itself is not allowed. */
function step(kind: string, expected: Expected, open: ('[' | '{')[]): Expected | undefined {
  switch (expected) {
    case 'first value':
      return kind === ']' ? close(open) : stepValue(kind, open)
    case 'value':
      return stepValue(kind, open)
    case 'first key':
      if (kind === '}') return close(open)
      return kind === 'string' ? 'colon' : undefined
    case 'key':
      return kind === 'string' ? 'colon' : undefined
    case 'colon':
      return kind === ':' ? 'value' : undefined
    case 'comma':
      return stepComma(kind, open)
    case 'end':
      return undefined
  }
}

function stepValue(kind: string, open: ('[' | '{')[]): Expected | undefined {
  if (kind === 'string' || kind === 'word') return open.length === 0 ? 'end' : 'comma'
  if (kind !== '[' && kind !== '{') return undefined
  open.push(kind)
  return kind === '[' ? 'first value' : 'first key'
}

function stepComma(kind: string, open: ('[' | '{')[]): Expected | undefined {
  const isList = open.at(-1) === '['
  if (kind === ',') return isList ? 'value' : 'key'
  return kind === (isList ? ']' : '}') ? close(open) : undefined
}

function close(open: ('[' | '{')[]): Expected {
  open.pop()
  return open.length === 0 ? 'end' : 'comma'
}
