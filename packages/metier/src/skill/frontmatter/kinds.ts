/** What a character starts outside of brackets. */
import { CARRIAGE_RETURN, COLON, LINE_FEED, SPACE } from './cursor.js'

export const PLAIN = 0
export const QUOTED = 1
export const FLOW = 2
export const BLOCK_SCALAR = 3
export const LIST = 4
/** Nothing may start with it. */
export const RESERVED = 5
/** A comment, an anchor, an alias, a tag, a directive or a complex key. */
const OTHER = 6

const DASH = 45
const QUESTION_MARK = 63

const KINDS: readonly number[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if ('"\''.includes(character)) return QUOTED
  if ('{['.includes(character)) return FLOW
  if ('|>'.includes(character)) return BLOCK_SCALAR
  if (character === '-') return LIST
  if (',]}@`%'.includes(character)) return RESERVED
  return '#&*!?:\t'.includes(character) ? OTHER : PLAIN
})

/** The kind of node that the character at a position starts. */
export function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code > 127) return PLAIN
  const kind = KINDS[code] ?? OTHER
  return (code === DASH || code === QUESTION_MARK || code === COLON) && !isBlank(text.charCodeAt(at + 1)) ? PLAIN : kind
}

/** Whether a character, or the end of the text, ends a word. */
export function isBlank(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || Number.isNaN(code)
}
