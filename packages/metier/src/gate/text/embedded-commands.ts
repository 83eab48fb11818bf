/** Finds commands where no shell is expected: in a sentence, a comment, a string, a block of another language. */

import { linesOf, type TextLine } from './markdown.js'
import { partOf, type Segment } from './segment.js'

/** Signs of a command; from there on the text is read as shell. */
const TELLING =
  /\b(?:curl|wget)\s[^\n]{1,400}(?:\||&&?|;)\s{0,3}(?:sudo\s{1,3})?(?:\/bin\/|\/usr\/bin\/env )?(?:ba|z|da|k)?sh\b|\b(?:ba)?sh\s{1,3}-i\s|\/dev\/tcp\/|\|\s{0,3}base64\s{1,3}(?:-d|-D|--decode)|\b(?:env|printenv)\s{0,3}\|\s{0,3}(?:curl|nc)\b|\b(?:cat|tar)\s[^\n|]{1,200}\|\s{0,3}(?:curl|nc)\s/
/** A command with a variable or a hidden file among its words: the rest of the line belongs to it. */
const WRITTEN_OUT =
  /\b(?:curl|wget|xh|ncat)\s[^\n]{0,300}\$\{?[A-Z][A-Z0-9_]{3,40}|\b(?:cat|less|more|head|tail)\s{1,3}[^\n]{0,80}~\/\.\w/
const HINT = /\b(?:curl|wget|xh|ncat|base64|printenv|env|cat|less|more|head|tail|tar|sh)\b/
const LONGEST_LINE = 4000
const MOST = 50

/** The commands in a segment that is not shell itself. */
export function findEmbeddedCommands(segment: Segment): readonly Segment[] {
  const { text } = segment
  if (segment.language === 'shell' || segment.kind === 'decoded' || !HINT.test(text)) return []
  // Most segments with such a word have no command: what no line contains, the text does not contain.
  if (!TELLING.test(text) && (segment.language !== 'prose' || !WRITTEN_OUT.test(text))) return []
  const found: Segment[] = []
  for (const line of linesOf(text)) {
    const command = line.text.length > LONGEST_LINE ? undefined : commandIn(segment, line)
    if (command !== undefined) found.push(command)
    if (found.length >= MOST) break
  }
  return found
}

function commandIn(segment: Segment, line: TextLine): Segment | undefined {
  return tellingIn(segment, line) ?? writtenOutIn(segment, line)
}

function writtenOutIn(segment: Segment, line: TextLine): Segment | undefined {
  const match = segment.language === 'prose' ? WRITTEN_OUT.exec(line.text) : null
  if (match === null || isBetweenBackticks(line.text, match.index)) return undefined
  if (NEGATED.test(line.text.slice(0, match.index))) return undefined
  return partOf(segment, line.from + match.index, line.to, { kind: 'inline', language: 'shell' })
}

function tellingIn(segment: Segment, line: TextLine): Segment | undefined {
  const match = TELLING.exec(line.text)
  // Inline code is already read.
  if (match === null || (segment.language === 'prose' && isBetweenBackticks(line.text, match.index))) return undefined
  const from = match[0].startsWith('|') ? 0 : match.index
  const end = match.index + match[0].length
  // `… | sh in a terminal`: the sentence continues, the command does not.
  const isSentence = segment.language === 'prose' && /sh$/.test(match[0]) && /^\s[a-z]/i.test(line.text.slice(end))
  if (isSentence && NEGATED.test(line.text.slice(0, match.index))) return undefined
  const to = isSentence ? end : closeOf(line.text, match.index, end)
  // A string in code is only a string; executed code is followed through its grammar.
  const isCode = segment.language !== 'prose' && segment.kind !== 'field'
  const isQuoted = segment.isQuoted || (isCode && line.text.slice(0, from).trim() !== '')
  return partOf(segment, line.from + from, line.from + to, { kind: 'inline', language: 'shell', isQuoted })
}

/** The end of the quotes around a command. */
function closeOf(line: string, start: number, end: number): number {
  const before = line.charAt(start - 1)
  const close = line.indexOf(/["'`]/.test(before) ? before : '"', end)
  return close < 0 ? line.length : close
}

/** A warning about a command is not a command. */
const NEGATED = /\b(?:never|not|don't|avoid|instead of|rather than)\b[^.:;]{0,40}$/i

function isBetweenBackticks(line: string, index: number): boolean {
  return line.slice(0, index).split('`').length % 2 === 0
}
