/**
 * Tokens of hostile Markdown in bounded time. Some of the parser's patterns take quadratic time, so that 200 KB of the wrong text would
 * stop the page for minutes: long runs stay text, long texts are read in pieces, and the rest is left out once the time is over.
 */
import { Lexer, type Token, type TokensList } from 'marked'

export const LEX_LIMITS = { run: 4000, piece: 20_000, depth: 20, milliseconds: 1000 } as const

export interface Lexed {
  readonly tokens: readonly Token[]
  /** How many characters there was no time for. */
  readonly left: number
}

/** Reads the tokens of a text. `now` is a clock in milliseconds. */
export function lex(text: string, now: () => number = () => performance.now()): Lexed {
  const deadline = now() + LEX_LIMITS.milliseconds
  const isLate = () => now() > deadline
  const tokens: Token[] = []
  let left = text.length
  for (const piece of splitText(text)) {
    if (isLate()) break
    tokens.push(...new BoundedLexer(isLate).lex(piece))
    left -= piece.length
  }
  return { tokens, left }
}

class BoundedLexer extends Lexer {
  readonly #isLate: () => boolean
  #depth = 0

  constructor(isLate: () => boolean) {
    super({ gfm: true, silent: true })
    this.#isLate = isLate
  }

  override blockTokens(text: string, tokens: Token[] = []): TokensList {
    if (this.#depth > LEX_LIMITS.depth || this.#isLate()) return addText(tokens, text) as TokensList
    this.#depth += 1
    super.blockTokens(text, tokens)
    this.#depth -= 1
    return tokens as TokensList
  }

  override inlineTokens(text: string, tokens: Token[] = []): Token[] {
    if (text.length <= LEX_LIMITS.run && !this.#isLate()) return super.inlineTokens(text, tokens)
    return addText(tokens, text)
  }
}

function addText(tokens: Token[], text: string): Token[] {
  tokens.push({ type: 'text', raw: text, text, escaped: false })
  return tokens
}

/** Pieces of a text, cut at empty lines outside of code if there are any, and otherwise at a line outside of a table. */
export function splitText(text: string): readonly string[] {
  if (text.length <= LEX_LIMITS.piece) return [text]
  const pieces: string[] = []
  let [start, at, lastEmpty] = [0, 0, 0]
  let fence: string | undefined
  while (at < text.length) {
    const end = text.indexOf('\n', at) + 1 || text.length
    const cut = lastEmpty > start ? lastEmpty : lineToCut(text, at)
    if (end - start > LEX_LIMITS.piece && cut > start) {
      pieces.push(text.slice(start, cut))
      start = cut
    }
    const line = text.slice(at, Math.min(end, at + 200)).trim()
    fence = fenceAfter(line, fence)
    if (line === '' && fence === undefined) lastEmpty = end
    at = end
  }
  return [...pieces, text.slice(start)]
}

/** A row of a table belongs to the lines before it. */
function lineToCut(text: string, at: number): number {
  return text[at] === '|' ? 0 : at
}

function fenceAfter(line: string, fence: string | undefined): string | undefined {
  const mark = /^(?:```|~~~)/.exec(line)?.[0]
  if (mark === undefined) return fence
  if (fence === undefined) return mark
  return mark === fence ? undefined : fence
}
