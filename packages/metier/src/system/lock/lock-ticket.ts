/** The files that holders of a lock leave for others to read: numbered, small, and written by anybody. */

import { readdirSync } from 'node:fs'
import { readSmallFileSync, type SmallFile } from '../files/small-file.js'
import type { ProcessIdentity } from '../process/process-identity.js'

export interface Ticket {
  readonly number: number
  readonly holder: ProcessIdentity | 'nobody'
  /** When its holder last gave a sign of life, by the clock of the file system. */
  readonly beatenAt: number
}

const NAME = /^holder\.([0-9]{12})$/
/** A holder's file takes a few hundred bytes. */
const LARGEST_FILE = 4096
/** In place of a file, a folder with this file in it: a folder takes no other's place that holds something. */
export const OWNER = 'owner'

/** The ticket with the highest number; number 0 where there is none. */
export function readTicket(directory: string): Ticket {
  for (;;) {
    const number = numbersIn(directory).at(-1) ?? 0
    const reading = number === 0 ? NOTHING : readHolder(pathOf(directory, number))
    if ('bytes' in reading) {
      return { number, holder: parseHolder(reading.bytes.toString('utf8')), beatenAt: reading.modified }
    }
    // A later holder may have tidied it away since; a link that leads nowhere is still there.
    const isTidied = reading.refusal === 'missing' && number !== 0 && numbersIn(directory).at(-1) !== number
    if (!isTidied) return { number, holder: 'nobody', beatenAt: 0 }
  }
}

const NOTHING: SmallFile = { refusal: 'missing', code: 'ENOENT' }

/** What is no file of ours, or larger than ours can be, holds nothing; what may not be read may be anybody's. */
function readHolder(path: string): SmallFile {
  const reading = readSmallFileSync(path, LARGEST_FILE)
  const isFolder = 'refusal' in reading && reading.code === 'EISDIR'
  const found = isFolder ? readSmallFileSync(`${path}/${OWNER}`, LARGEST_FILE) : reading
  if ('refusal' in found && found.refusal === 'unreadable' && found.code !== 'ELOOP') {
    throw Object.assign(new Error('a holder cannot be read'), { code: found.code, path })
  }
  return found
}

/** What is empty was given back; what nobody can read was cut off by a crash of the whole machine. */
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
