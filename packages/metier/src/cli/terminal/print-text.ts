/** What both the shortest way through `metier` and the usual one need for printing, and no more. */

import type { WriteStream } from 'node:tty'
import { colourVariables, isPlainOutput, writeOutput } from '../../system/standard-output.js'

/** Puts the answer on stdout; how it looks is decided by where it goes. */
export function printAnswer(compose: (columns: number, isColoured: boolean) => string, isPlain: boolean): void {
  if (isPlainOutput()) printPlainly(compose(Number.POSITIVE_INFINITY, false))
  else {
    const { stdout } = process
    write(stdout, compose(stdout.columns ?? Number.POSITIVE_INFINITY, !isPlain && hasColour(stdout)))
  }
}

function printPlainly(text: string): void {
  try {
    const left = writeOutput(text)
    if (left.length > 0) write(process.stdout, left)
  } catch (error) {
    giveUp(error as NodeJS.ErrnoException, true)
  }
}

export function hasColour(stream: WriteStream): boolean {
  return stream.isTTY === true && stream.hasColors(colourVariables())
}

/** Puts text on a stream; a reader who is gone ends the process quietly. */
export function write(stream: WriteStream, text: string | Uint8Array): void {
  if (text.length === 0) return
  stream.once('error', (error: NodeJS.ErrnoException) => giveUp(error, stream !== process.stderr))
  stream.write(text)
}

function giveUp({ code }: NodeJS.ErrnoException, canTell: boolean): never {
  // A reader who has seen enough (`| head -1`) is no error.
  if (code === 'EPIPE') process.exit(0)
  if (canTell) process.stderr.write(`error: the answer cannot be written (${code})\n`)
  process.exit(1)
}
