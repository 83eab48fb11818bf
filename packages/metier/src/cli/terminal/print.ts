/** Prints an outcome: the answer to stdout, everything else to stderr. */

import { toJson } from '../../skill/text/plain-text.js'
import type { CommandOutcome } from '../arguments/command.js'
import { type CommandIo, hasColour } from './command-io.js'
import { composeLines, type Line, styled } from './lines.js'
import { fitToTerminal } from './wrap-lines.js'

export interface Appearance {
  readonly isJson: boolean
  /** True to print without color, even if the terminal supports it. */
  readonly isPlain: boolean
}

export function printOutcome(io: CommandIo, outcome: CommandOutcome, { isJson, isPlain }: Appearance): void {
  const { stdout } = io
  const isColoured = !isPlain && hasColour(stdout)
  const text = isJson
    ? `${toJson(outcome.json)}\n`
    : composeLines(outcome.lines(stdout.columns ?? Number.POSITIVE_INFINITY), isColoured)
  if (text !== '') stdout.write(text)
  const complaint: readonly Line[] =
    outcome.error === undefined || isJson ? [] : [[styled('error: ', 'red'), outcome.error]]
  printAside(io, [...complaint, ...(outcome.notes ?? [])], { isPlain })
}

export function printAside(
  io: CommandIo,
  asides: readonly Line[] = [],
  { isPlain }: Pick<Appearance, 'isPlain'>,
): void {
  // Most calls print nothing there, and opening stderr takes time.
  if (asides.length === 0) return
  const { stderr } = io
  stderr.write(composeLines(fitToTerminal(asides, stderr), !isPlain && hasColour(stderr)))
}
