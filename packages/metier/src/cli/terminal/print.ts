/** Prints an outcome: the answer to stdout, everything else to stderr. */

import { toJson } from '../../skill/text/plain-text.js'
import type { CommandOutcome, Input } from '../arguments/command.js'
import { type CommandIo, hasColour } from './command-io.js'
import { type KeptOption, keepOptions, keptAmong } from './keep-options.js'
import { composeLines, type Line, sayAll, styled } from './lines.js'
import { fitToTerminal } from './wrap-lines.js'

/** How an aside is printed. */
export type AsideAppearance = Omit<Appearance, 'isJson'>

export interface Appearance {
  readonly isJson: boolean
  /** True to print without color, even if the terminal supports it. */
  readonly isPlain: boolean
  /** The options that suggested commands are given too. */
  readonly kept: readonly KeptOption[]
}

/** How the asides of a call are printed before its outcome is known. */
export function asideOf(input: Input): AsideAppearance {
  return { isPlain: input.flag('no-color'), kept: keptAmong(input.pieces) }
}

export function printOutcome(io: CommandIo, outcome: CommandOutcome, appearance: Appearance): void {
  const { isJson, isPlain, kept } = appearance
  const { stdout } = io
  const isColoured = !isPlain && hasColour(stdout)
  const text = isJson
    ? `${toJson(outcome.json)}\n`
    : composeLines(keepOptions(outcome.lines(stdout.columns || Number.POSITIVE_INFINITY), kept), isColoured)
  if (text !== '') stdout.write(text)
  const complaint: readonly Line[] =
    outcome.error === undefined || isJson ? [] : [[styled('error: ', 'red'), outcome.error]]
  printAside(io, [...complaint, ...(outcome.notes ?? [])], appearance)
}

export function printAside(io: CommandIo, asides: readonly Line[] = [], { isPlain, kept }: AsideAppearance): void {
  // Most calls print nothing there, and opening stderr takes time.
  if (asides.length === 0) return
  const { stderr } = io
  stderr.write(composeLines(fitToTerminal(keepOptions(sayAll(asides), kept), stderr), !isPlain && hasColour(stderr)))
}
