/** The ticket files that lock holders leave: numbered, small, and writable by anyone. */

import { readdirSync } from 'node:fs'
import { readSmallFileSync, type SmallFile } from '../files/small-file.js'
import type { ProcessIdentity } from '../process/process-identity.js'

export interface Ticket {
  readonly number: number
  readonly holder: ProcessIdentity | 'nobody'
  /** The last heartbeat, by the file system's clock. */
  readonly beatenAt: number
}

const NAME = /^holder\.([0-9]{12})$/
/** A ticket takes a few hundred bytes. */
const LARGEST_FILE = 4096
/** Without hard links, a directory containing this file: rename never replaces a non-empty directory. */
export const OWNER = 'owner'

/** The ticket with the highest number; number 0 if there is none. */
export function readTicket(directory: string): Ticket {
  for (;;) {
    const number = numbersIn(directory).at(-1) ?? 0
    const reading = number === 0 ? NOTHING : readHolder(pathOf(directory, number))
    if ('bytes' in reading) {
      return { number, holder: parseHolder(reading.bytes.toString('utf8')), beatenAt: reading.modified }
    }
    // A later holder may have removed it; a broken link still exists.
    const isTidied = reading.refusal === 'missing' && number !== 0 && numbersIn(directory).at(-1) !== number
    if (!isTidied) return { number, holder: 'nobody', beatenAt: 0 }
  }
}

const NOTHING: SmallFile = { refusal: 'missing', code: 'ENOENT' }

/** Anything that is not our file, or is too large, holds nothing; an unreadable file may be anyone's. */
function readHolder(path: string): SmallFile {
  const reading = readSmallFileSync(path, LARGEST_FILE)
  const isFolder = 'refusal' in reading && reading.code === 'EISDIR'
  const found = isFolder ? readSmallFileSync(`${path}/${OWNER}`, LARGEST_FILE) : reading
  if ('refusal' in found && found.refusal === 'unreadable' && found.code !== 'ELOOP') {
    throw Object.assign(new Error('Could not read a lock ticket'), { code: found.code, path })
  }
  return found
}

/** An empty ticket was released; an unparsable one was cut short by a machine crash. */
function parseHolder(text: string): Ticket['holder'] {
  try {
    const value = JSON.parse(text) as ProcessIdentity | null
    const { pid, started = '', host, boot = '', space = '', command = '' } = value ?? {}
    const texts = [started, host, boot, space, command]
    if (typeof pid !== 'number' || texts.some((each) => typeof each !== 'string')) return 'nobody'
    return { pid, started, host: host ?? '', boot, space, command }
  } catch {
    return 'nobody'
  }
}

export function numbersIn(directory: string): readonly number[] {
  return readdirSync(directory)
    .map((name) => Number(NAME.exec(name)?.[1] ?? 0))
    .filter((number) => number > 0)
    .sort((a, b) => a - b)
}

export function pathOf(directory: string, number: number): string {
  return `${directory}/holder.${String(number).padStart(12, '0')}`
}
