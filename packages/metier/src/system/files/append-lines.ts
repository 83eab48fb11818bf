/** A size-limited log file: lines are written in the background and can be read at any time. */

import { appendFileSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { readTextFile } from './files.js'
import { makeFolder } from './make-folder.js'

export interface LineFile {
  add(line: string): void
  /** Writes pending lines. */
  flush(): void
}

const WAIT_MILLISECONDS = 1_000
/** The maximum number of lines to buffer. */
const MOST_WAITING = 500

/** Beyond `most` bytes the file is rotated and the previous one dropped, so at most twice as much is kept. */
export function openLineFile(path: string, most: number): LineFile {
  let waiting: string[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const text = `${waiting.join('\n')}\n`
    waiting = []
    append(path, text, most)
  }
  return {
    add: (line) => {
      waiting.push(line)
      if (waiting.length >= MOST_WAITING) return flush()
      // A pending write must not keep an idle process alive.
      timer ??= setTimeout(flush, WAIT_MILLISECONDS).unref()
    },
    flush,
  }
}

/** The retained lines, oldest first. */
export function readLineFile(path: string): readonly string[] {
  return [`${path}.1`, path].flatMap((file) => (readTextFile(file) ?? '').split('\n')).filter((line) => line !== '')
}

function append(path: string, text: string, most: number): void {
  try {
    makeFolder(dirname(path))
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) + text.length > most) renameSync(path, `${path}.1`)
  } catch {
    // A file that does not exist yet cannot be rotated, and one that cannot be rotated keeps growing until it can.
  }
  try {
    appendFileSync(path, text, { mode: 0o600 })
  } catch {
    // Counting must never interrupt the work being counted.
  }
}
