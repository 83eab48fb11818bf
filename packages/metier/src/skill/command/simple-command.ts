/** Splits a simple command into words. Anything that a shell might read as more than one simple command is refused. */

/** Operators, substitutions, redirections, groups, comments, history, escapes, and blanks that shells disagree about. */
const UNSAFE_PLAIN = /[;&|<>(){}[\]$`\\!#*?~^\n\r]|[^\x20-\x7e\t\u00a1-\u024f\u0370-\u1fff\u3040-\ud7ff\uf900-\ufdff]/
/** Inside double quotes a shell still substitutes. */
const UNSAFE_QUOTED = /[$`\\!\n\r]|\p{Cc}/u
const UNSAFE_SINGLE = /\p{Cc}/u

/**
 * The words of a command that is certainly a single one without any expansion; undefined for everything else. It is
 * strict on purpose: the user is asked about what it does not understand.
 */
export function splitSimpleCommand(command: string): readonly string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let at = 0
  while (at < command.length) {
    const character = command.charAt(at)
    if (character === ' ' || character === '\t') {
      if (word !== undefined) words.push(word)
      word = undefined
      at++
      continue
    }
    const piece = readPiece(command, at)
    if (piece === undefined) return undefined
    word = (word ?? '') + piece.text
    at = piece.end
  }
  return word === undefined ? words : [...words, word]
}

interface Piece {
  readonly text: string
  readonly end: number
}

function readPiece(command: string, at: number): Piece | undefined {
  const quote = command.charAt(at)
  if (quote === "'") return readQuoted(command, at, UNSAFE_SINGLE)
  if (quote === '"') return readQuoted(command, at, UNSAFE_QUOTED)
  return UNSAFE_PLAIN.test(quote) ? undefined : { text: quote, end: at + 1 }
}

function readQuoted(command: string, at: number, unsafe: RegExp): Piece | undefined {
  const end = command.indexOf(command.charAt(at), at + 1)
  if (end < 0) return undefined
  const text = command.slice(at + 1, end)
  return unsafe.test(text) ? undefined : { text, end: end + 1 }
}
