/** Prints an outcome: the answer to stdout, everything else to stderr. */

import { toJson } from '../../skill/text/plain-text.js'
import type { CommandOutcome } from '../arguments/command.js'
import { composeLines, type Line, styled } from './lines.js'
import { hasColour, printAnswer, write } from './print-text.js'
import { fitToTerminal } from './wrap-lines.js'

export interface Appearance {
  readonly isJson: boolean
  /** True to print without color, even if the terminal supports it. */
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
  // Most calls print nothing there, and opening stderr takes time.
  if (asides.length > 0)
    write(process.stderr, composeLines(fitToTerminal(asides), !isPlain && hasColour(process.stderr)))
}
