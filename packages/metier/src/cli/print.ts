/** Puts an outcome on the terminal: the answer on stdout, everything else on stderr. */

import type { WriteStream } from 'node:tty'
import type { Outcome } from './command.js'
import { composeLines, type Line, styled } from './lines.js'
import { toJson } from '../skill/plain-text.js'

export interface Appearance {
  readonly isJson: boolean
  /** Without colour, whatever the terminal can do. */
  readonly isPlain: boolean
}

export function printOutcome(outcome: Outcome, { isJson, isPlain }: Appearance): void {
  const { stdout } = process
  const text = isJson
    ? `${toJson(outcome.json)}\n`
    : composeLines(outcome.lines(stdout.columns ?? Number.POSITIVE_INFINITY), !isPlain && hasColour(stdout))
  write(stdout, text)
  const complaint: readonly Line[] =
    outcome.error === undefined || isJson ? [] : [[styled('error: ', 'red'), outcome.error]]
  const asides = [...complaint, ...(outcome.notes ?? [])]
  // Most calls have nothing to say there, and opening stderr takes time.
  if (asides.length > 0) write(process.stderr, composeLines(asides, !isPlain && hasColour(process.stderr)))
}

/** Node knows NO_COLOR and what TERM means. */
function hasColour(stream: WriteStream): boolean {
  return stream.isTTY === true && stream.hasColors()
}

function write(stream: WriteStream, text: string): void {
  if (text === '') return
  stream.once('error', (error: NodeJS.ErrnoException) => {
    // A reader who has seen enough (`| head -1`) is no error.
    if (error.code === 'EPIPE') process.exit(0)
    if (stream !== process.stderr) process.stderr.write(`error: the answer cannot be written (${error.code})\n`)
    process.exit(1)
  })
  stream.write(text)
}
