/** Writes to stdout without the streams and sockets of `process.stdout`, a tenth of a short command's time. */

import { Buffer } from 'node:buffer'
import { fstatSync, type Stats, statSync, writeSync } from 'node:fs'

const DESCRIPTOR = 1

/** Whether stdout is a file, a pipe or closed, so that neither width nor color matters. */
export function isPlainOutput(): boolean {
  try {
    const stats = fstatSync(DESCRIPTOR)
    return stats.isFile() || stats.isFIFO() || stats.isSocket() || isNowhere(stats)
  } catch {
    // Closed, or something unknown: leave it to the stream.
    return false
  }
}

function isNowhere({ rdev }: Stats): boolean {
  return process.platform !== 'win32' && rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev
}

/** Returns the unwritten rest if a pipe is full and non-blocking. Other errors are thrown. */
export function writeOutput(text: string): Uint8Array {
  let left: Uint8Array = Buffer.from(text, 'utf8')
  try {
    while (left.length > 0) left = left.subarray(writeSync(DESCRIPTOR, left))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
  }
  return left
}

/** How Node decides on color. An empty NO_COLOR means nothing (no-color.org), but not every Node version knows. */
export function colourVariables(): NodeJS.ProcessEnv {
  const { NO_COLOR, ...variables } = process.env
  return NO_COLOR === '' ? variables : process.env
}
