/** Puts an outcome on the terminal: the answer on stdout, everything else on stderr. */

import { toJson } from '../../skill/text/plain-text.js'
import type { CommandOutcome } from '../arguments/command.js'
import { composeLines, type Line, styled } from './lines.js'
import { hasColour, printAnswer, write } from './print-text.js'
import { fitToTerminal } from './wrap-lines.js'

export interface Appearance {
  readonly isJson: boolean
  /** Without colour, whatever the terminal can do. */
  readonly isPlain: boolean
}

export function printOutcome(outcome: CommandOutcome, { isJson, isPlain }: Appearance): void {
  const compose = (columns: number, isColoured: boolean) =>
    isJson ? `${toJson(outcome.json)}\n` : composeLines(outcome.lines(columns), isColoured)
  printAnswer(compose, isPlain)
  const complaint: readonly Line[] =
    outcome.error === undefined || isJson ? [] : [[styled('error: ', 'red'), outcome.error]]
  printAside([...complaint, ...(outcome.notes ?? [])], { isPlain })
}

export function printAside(asides: readonly Line[] = [], { isPlain }: Pick<Appearance, 'isPlain'>): void {
  // Most calls have nothing to say there, and opening stderr takes time.
  if (asides.length > 0)
    write(process.stderr, composeLines(fitToTerminal(asides), !isPlain && hasColour(process.stderr)))
}
