/**
 * Files that were open when this process started. Node does not hand on its own files, nor what it got up to the first gap in the
 * numbers; any other it would, and an open directory leads out of a sandbox.
 */

import { openSync, readdirSync, readFileSync } from 'node:fs'

type Stream = 'pipe' | 'ignore' | number

let inherited: readonly number[] | undefined
let nothing: number | undefined

/** What a child gets: three pipes, and nothing in place of each inherited file. */
export function composeStreams(): Stream[] {
  inherited ??= findInherited()
  // One that was closed meanwhile may have become a file of Node's.
  const open = inherited.filter(isHandedOn)
  const streams = Array.from({ length: Math.max(2, ...open) + 1 }, (_, at): Stream => (at < 3 ? 'pipe' : 'ignore'))
  if (open.length > 0) nothing ??= openSync('/dev/null', 'r+')
  for (const file of open) streams[file] = nothing ?? 'ignore'
  return streams
}

const FILES = '/proc/self/fdinfo'
const CLOSED_ON_START = 0o2_000_000

/** None if the system does not say. */
function findInherited(): readonly number[] {
  try {
    return readdirSync(FILES)
      .map(Number)
      .filter((file) => file > 2 && isHandedOn(file))
  } catch {
    return []
  }
}

function isHandedOn(file: number): boolean {
  try {
    const [, flags = ''] = /^flags:\s*(\d+)/m.exec(readFileSync(`${FILES}/${file}`, 'latin1')) ?? []
    return flags !== '' && (Number.parseInt(flags, 8) & CLOSED_ON_START) === 0
  } catch {
    return false
  }
}
