/** Adds the options that a call was made with to the commands that it suggests, so that each one does what its text says. */

import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { Line, Span } from './lines.js'

/** An option that decides which skills a command is about, as it was typed. */
export interface KeptOption {
  readonly name: string
  readonly words: readonly string[]
}

/** The options that are kept. */
const KEPT = ['workdir', 'root', 'config']
/** Commands that look at no root. */
const ROOTLESS: ReadonlySet<string> = new Set([
  'help',
  'trust',
  'config',
  'completion',
  'validate',
  'test',
  'new',
  'mcp',
])

/** The options to keep among the words before `--`. */
export function findKeptOptions(words: readonly string[]): readonly KeptOption[] {
  return words.flatMap((word, at): readonly KeptOption[] => {
    const name = KEPT.find((option) => word === `--${option}` || word.startsWith(`--${option}=`))
    if (name === undefined) return []
    return [{ name, words: word.includes('=') ? [word] : words.slice(at, at + 2) }]
  })
}

/** A cyan span is a command to copy. */
export function keepOptions(lines: readonly Line[], options: readonly KeptOption[]): readonly Line[] {
  if (options.length === 0) return lines
  return lines.map((line) => (typeof line === 'string' ? line : line.map((span) => keepInSpan(span, options))))
}

function keepInSpan(span: Span, options: readonly KeptOption[]): Span {
  if (typeof span === 'string' || span.style !== 'cyan') return span
  const [, name = ''] = /^metier ([a-z]+)/.exec(span.text) ?? []
  if (name === '' || name === 'help') return span
  const added = options.filter(
    (option) => !span.text.includes(`--${option.name}`) && !(option.name === 'root' && ROOTLESS.has(name)),
  )
  const words = added.flatMap((option) => option.words).map(quoteForShell)
  return { ...span, text: [span.text, ...words].join(' ') }
}
