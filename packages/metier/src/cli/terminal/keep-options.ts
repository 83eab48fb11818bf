/** Adds the options that a call was made with to the commands that it suggests, so that each one does what its text says. */

import { quoteForShell } from '../../skill/text/shell-quote.js'
import { isStartedByNpx } from '../../system/npx.js'
import type { Piece } from '../arguments/command.js'
import type { Line, Span } from './lines.js'

/** An option that decides which skills a command is about, as it was typed. */
export interface KeptOption {
  readonly name: string
  readonly words: readonly string[]
}

/** The options that are kept. */
const KEPT: readonly string[] = ['workdir', 'root', 'config']
/** How commands start that look at no root. */
const ROOTLESS = ['trust', 'config', 'completion', 'validate', 'test', 'new', 'mcp uninstall']

/** The options to keep among the words before `--`. */
export function findKeptOptions(words: readonly string[]): readonly KeptOption[] {
  return words.flatMap((word, at): readonly KeptOption[] => {
    const name = KEPT.find((option) => word === `--${option}` || word.startsWith(`--${option}=`))
    if (name === undefined) return []
    return [{ name, words: word.includes('=') ? [word] : words.slice(at, at + 2) }]
  })
}

/** The same among words that were parsed. */
export function keptAmong(pieces: readonly Piece[]): readonly KeptOption[] {
  return pieces.flatMap(({ option = '', words }) => (KEPT.includes(option) ? [{ name: option, words }] : []))
}

/** Adds the options to the commands among the cyan spans, which are what people copy, and starts them as this one was. */
export function keepOptions(lines: readonly Line[], options: readonly KeptOption[]): readonly Line[] {
  if (options.length === 0 && !isStartedByNpx()) return lines
  return lines.map((line) => (typeof line === 'string' ? line : keepInLine(line, options)))
}

function keepInLine(line: readonly Span[], options: readonly KeptOption[]): readonly Span[] {
  const spans = line.map((span) => keepInSpan(span, options))
  // A quoted path inside single quotes would read as three words.
  return spans.map((span, at) => {
    if (typeof span !== 'string') return span
    const closes = hasNewQuote(line[at - 1], spans[at - 1]) ? span.replace(/^'/, '"') : span
    return hasNewQuote(line[at + 1], spans[at + 1]) ? closes.replace(/'$/, '"') : closes
  })
}

function hasNewQuote(before: Span | undefined, after: Span | undefined): boolean {
  return before !== after && typeof after === 'object' && after.text.includes("'")
}

function keepInSpan(span: Span, options: readonly KeptOption[]): Span {
  if (typeof span === 'string' || span.style !== 'cyan') return span
  const [start = ''] = /^(?:\s*|.*: )(?=metier [a-z])/.exec(span.text) ?? []
  const commands = span.text.slice(start.length).split(' && ')
  const text = `${start}${commands.map((command) => completeCommand(command, options)).join(' && ')}`
  return text === span.text ? span : { ...span, text }
}

/** A command to copy with the options that it needs to mean the same skills, started as this one was. */
export function completeCommand(command: string, options: readonly KeptOption[]): string {
  if (!/^metier [a-z]/.test(command)) return command
  const start = isStartedByNpx() ? 'npx ' : ''
  if (/^metier help\b/.test(command)) return `${start}${command}`
  const isRootless = ROOTLESS.some((start) => `${command} `.startsWith(`metier ${start} `))
  const added = options.filter(({ name }) => !command.includes(`--${name}`) && !(name === 'root' && isRootless))
  return [`${start}${command}`, ...added.flatMap((option) => option.words).map(quoteForShell)].join(' ')
}
