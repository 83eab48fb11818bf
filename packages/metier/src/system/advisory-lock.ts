/**
 * One holder at a time among processes that agree to ask. Each holder adds a file with the next number; the highest number
 * counts and never goes down, so two that wait for the same crashed holder cannot both take its place.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { link, mkdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { readTextFile } from './files.js'
import { codeOf } from './main-file.js'
import { makeFolder } from './make-folder.js'
import { identifyProcess, isGone, type ProcessIdentity } from './process-identity.js'

export interface LockOptions {
  /** Milliseconds that one and the same holder is waited for. */
  readonly patience: number
  readonly signal?: AbortSignal | undefined
  /** Gives a file a second name; a test stands in for a file system that has none. */
  readonly linkFile?: typeof link
}

/** Who has had a lock for longer than anybody wants to wait. */
interface LockHolder {
  readonly pid: number
  readonly host: string
  readonly file: string
}

export type Locking = { readonly release: () => Promise<void> } | { readonly holder: LockHolder }

interface Ticket {
  readonly number: number
  readonly holder: ProcessIdentity | 'nobody'
}

const NAME = /^holder\.([0-9]{12})$/
let nextTemporary = 0

/** Waits until this process is the holder; gives up, naming the other, when one holder takes longer than `patience`. */
export async function acquireLock(directory: string, options: LockOptions): Promise<Locking> {
  const { patience, signal, linkFile = link } = options
  makeFolder(directory, 0o700)
  let waitedFor = -1
  let deadline = 0
  for (;;) {
    signal?.throwIfAborted()
    const current = readTicket(directory)
    if (current.holder === 'nobody' || isGone(current.holder)) {
      const number = current.number + 1
      if (await take(directory, number, linkFile)) return { release: () => release(directory, number) }
      continue
    }
    if (current.number !== waitedFor) {
      waitedFor = current.number
      deadline = performance.now() + patience
    }
    if (performance.now() > deadline) {
      const { pid, host } = current.holder
      return { holder: { pid, host, file: pathOf(directory, current.number) } }
    }
    // At different intervals, so that those who wait do not meet again and again.
    await wait(4 + Math.random() * 20, undefined, { signal })
  }
}

function readTicket(directory: string): Ticket {
  for (;;) {
    const number = numbersIn(directory).at(-1) ?? 0
    if (number === 0) return { number, holder: 'nobody' }
    try {
      return { number, holder: parseHolder(readOwner(pathOf(directory, number))) }
    } catch (error) {
      // A later holder has tidied it away since.
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }
}

function readOwner(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) !== 'EISDIR') throw error
    return readTextFile(`${path}/${OWNER}`) ?? ''
  }
}

/** What is empty was given back; what nobody can read was cut off by a crash of the whole machine. */
function parseHolder(text: string): Ticket['holder'] {
  try {
    const value = JSON.parse(text) as ProcessIdentity | null
    return typeof value?.pid === 'number' && typeof value.host === 'string' ? value : 'nobody'
  } catch {
    return 'nobody'
  }
}

async function take(directory: string, number: number, linkFile: typeof link): Promise<boolean> {
  if (!(await putTicket(directory, number, linkFile))) return false
  // Two looks: one may fall between two changes of others.
  const isHighest = () => numbersIn(directory).at(-1) === number
  const isHeld = isHighest() && isHighest()
  const over = isHeld ? numbersIn(directory).filter((other) => other < number) : [number]
  await Promise.all(over.map((other) => rm(pathOf(directory, other), { recursive: true, force: true })))
  return isHeld
}

/** The number stays, free for the next. Emptying the file needs no room on a full disk. */
async function release(directory: string, number: number): Promise<void> {
  const path = pathOf(directory, number)
  try {
    await truncate(path, 0)
  } catch (error) {
    if (codeOf(error) !== 'EISDIR') throw error
    await truncate(`${path}/${OWNER}`, 0)
  }
}

/** Puts a ticket in place, its name and its content in one step; false where another has the number. */
async function putTicket(directory: string, number: number, linkFile: typeof link): Promise<boolean> {
  const temporary = `${directory}/ticket.${process.pid}.${nextTemporary++}`
  const [target, text] = [pathOf(directory, number), JSON.stringify(identifyProcess())]
  try {
    await writeFile(temporary, text, { mode: 0o600 })
    try {
      await linkFile(temporary, target)
      return true
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false
      if (!LINKLESS.has(codeOf(error))) throw error
    }
    await rm(temporary)
    return await putFolder(temporary, target, text)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** What file systems say that know no second names. */
const LINKLESS: ReadonlySet<string> = new Set([
  'EPERM',
  'EACCES',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
])
/** In place of a file, a folder with this file in it: a folder takes no other's place that holds something. */
const OWNER = 'owner'

async function putFolder(temporary: string, target: string, text: string): Promise<boolean> {
  await mkdir(temporary, { mode: 0o700 })
  await writeFile(`${temporary}/${OWNER}`, text, { mode: 0o600 })
  try {
    await rename(temporary, target)
    return true
  } catch (error) {
    // Systems differ in what they say then.
    if (existsSync(target)) return false
    throw error
  }
}

function numbersIn(directory: string): readonly number[] {
  return readdirSync(directory)
    .map((name) => Number(NAME.exec(name)?.[1] ?? 0))
    .filter((number) => number > 0)
    .sort((a, b) => a - b)
}

function pathOf(directory: string, number: number): string {
  return `${directory}/holder.${String(number).padStart(12, '0')}`
}
