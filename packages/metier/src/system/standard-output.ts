/** Writes an answer without the streams and sockets that `process.stdout` brings: a tenth of what a short command takes. */

import { Buffer } from 'node:buffer'
import { fstatSync, type Stats, statSync, writeSync } from 'node:fs'

const DESCRIPTOR = 1

/** Whether stdout is a file, a pipe or nothing at all, for which neither width nor colour has to be known. */
export function isPlainOutput(): boolean {
  try {
    const stats = fstatSync(DESCRIPTOR)
    return stats.isFile() || stats.isFIFO() || stats.isSocket() || isNowhere(stats)
  } catch {
    // Closed, or something unheard of: the stream knows what to make of it.
    return false
  }
}

function isNowhere({ rdev }: Stats): boolean {
  return process.platform !== 'win32' && rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev
}

/** Gives what is left to write where a pipe is full and its owner does not want to wait. Other errors are thrown. */
export function writeOutput(text: string): Uint8Array {
  let left: Uint8Array = Buffer.from(text, 'utf8')
  try {
    while (left.length > 0) left = left.subarray(writeSync(DESCRIPTOR, left))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
  }
  return left
}

/** What Node decides by whether there is colour. An empty NO_COLOR asks for nothing (no-color.org), but not every Node knows. */
export function colourVariables(): NodeJS.ProcessEnv {
  const { NO_COLOR, ...variables } = process.env
  return NO_COLOR === '' ? variables : process.env
}
