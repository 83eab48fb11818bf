/** Remembers which files of other programs we created, so that only those are ever deleted. */

import { join } from 'node:path'
import { writeEditedFile } from './edited-file.js'
import { readSmallFileSync } from './small-file.js'

const LARGEST = 1024 * 1024
const MOST_FILES = 1000

export function isMadeFile(userFolder: string, path: string): boolean {
  return readMade(userFolder).includes(path)
}

/** Remembers a file, or forgets it. Without the record the file is only edited, so a failure is harmless. */
export function markMadeFile(userFolder: string, path: string, isMade: boolean): void {
  const known = readMade(userFolder)
  if (known.includes(path) === isMade) return
  const others = known.filter((one) => one !== path)
  const next = isMade ? [...others, path].slice(-MOST_FILES) : others
  writeEditedFile(recordIn(userFolder), next.length === 0 ? undefined : `${JSON.stringify(next, undefined, 2)}\n`)
}

function recordIn(userFolder: string): string {
  return join(userFolder, 'made-files.json')
}

function readMade(userFolder: string): readonly string[] {
  const reading = readSmallFileSync(recordIn(userFolder), LARGEST)
  if (!('bytes' in reading)) return []
  try {
    const value: unknown = JSON.parse(reading.bytes.toString('utf8'))
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
