/** The printing functions that every start of `metier` loads, and no more. */

import type { WriteStream } from 'node:tty'
import { colourVariables, isPlainOutput, writeOutput } from '../../system/standard-output.js'

let hasUsedStream = false

/** Whether all output was written synchronously, so that no stream has to be flushed. */
export function isAllWritten(): boolean {
  return !hasUsedStream
}

/** Prints the answer to stdout, formatted for a terminal or a file. */
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

/** Writes text to a stream. If the reader has closed it, the process ends quietly. */
export function write(stream: WriteStream, text: string | Uint8Array): void {
  if (text.length === 0) return
  hasUsedStream = true
  stream.once('error', (error: NodeJS.ErrnoException) => giveUp(error, stream !== process.stderr))
  stream.write(text)
}

function giveUp({ code }: NodeJS.ErrnoException, canTell: boolean): never {
  // A reader that closes early (`| head -1`) is not an error.
  if (code === 'EPIPE') process.exit(0)
  if (canTell) process.stderr.write(`error: cannot write the output (${code})\n`)
  process.exit(1)
}
