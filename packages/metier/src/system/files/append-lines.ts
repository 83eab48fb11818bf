/** A file that lines are added to: of bounded size, written in the background, readable by others at any time. */

import { appendFileSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { readTextFile } from './files.js'
import { makeFolder } from './make-folder.js'

export interface LineFile {
  add(line: string): void
  /** Writes what is waiting. */
  flush(): void
}

const WAIT_MILLISECONDS = 1_000
/** Lines that wait at most before they are written. */
const MOST_WAITING = 500

/** Past `most` bytes the file becomes the one before it, which is forgotten: at most twice as much is kept. */
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
      // A process that has nothing else to do does not stay for this.
      timer ??= setTimeout(flush, WAIT_MILLISECONDS).unref()
    },
    flush,
  }
}

/** The lines that were kept, the oldest first. */
export function readLineFile(path: string): readonly string[] {
  return [`${path}.1`, path].flatMap((file) => (readTextFile(file) ?? '').split('\n')).filter((line) => line !== '')
}

function append(path: string, text: string, most: number): void {
  try {
    makeFolder(dirname(path))
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) + text.length > most) renameSync(path, `${path}.1`)
  } catch {
    // A file that is not there yet cannot be moved, and one that cannot be moved goes on growing until it can.
  }
  try {
    appendFileSync(path, text, { mode: 0o600 })
  } catch {
    // Counting must never stop what is counted.
  }
}
