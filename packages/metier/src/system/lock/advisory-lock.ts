/**
 * One holder at a time among processes that agree to ask. Each holder adds a file with the next number; the highest number
 * counts and never goes down, so two that wait for the same crashed holder cannot both take its place.
 */

import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { link, mkdir, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from '../../skill/unknown-value.js'
import { makeFolder } from '../files/make-folder.js'
import { mayBeShared } from '../files/network-files.js'
import { identifyProcess, judgeProcess, type ProcessIdentity } from '../process/process-identity.js'
import { numbersIn, OWNER, pathOf, readTicket, type Ticket } from './lock-ticket.js'

export interface LockOptions {
  /** Milliseconds that one and the same holder is waited for. */
  readonly patience: number
  readonly signal?: AbortSignal | undefined
  /** Told once of each holder that is waited for longer than a second. */
  readonly onWait?: ((holder: LockHolder) => void) | undefined
  /** Gives a file a second name; a test stands in for a file system that has none. */
  readonly linkFile?: typeof link
  /** Whether other machines can change the folder; the system is asked where it is left out. */
  readonly isShared?: boolean | undefined
}

/** Who has a lock: what its file says, made safe to print. */
export interface LockHolder {
  readonly pid: number
  readonly host: string
  readonly command: string
  readonly file: string
  /** Whether this machine cannot see it, so that only its signs of life count. */
  readonly isRemote: boolean
}

export type LockAttempt = { readonly release: () => Promise<void> } | { readonly holder: LockHolder }

/** No number that a holder ever reaches: a file beyond it was made up, and there would be no next one. */
const LARGEST_NUMBER = 1_000_000_000
/** After this wait it is time to tell for whom. */
const NOTICED_MILLISECONDS = 1000
/** How often a holder gives a sign of life, */
const BEAT_MILLISECONDS = 2000
/** and how long one that cannot be seen may give none. */
export const SILENCE_MILLISECONDS = 10_000
/** Clocks of two machines differ by less; a sign of life from longer ago is none. */
const SENSIBLE_MILLISECONDS = 10 * 60_000

/** Waits until this process is the holder; gives up, naming the other, when one holder takes longer than `patience`. */
export async function acquireLock(directory: string, options: LockOptions): Promise<LockAttempt> {
  const { patience, signal, linkFile = link } = options
  makeFolder(directory, 0o700)
  const patrol = new Patrol(directory, options.isShared)
  for (;;) {
    signal?.throwIfAborted()
    const current = readTicket(directory)
    if (current.holder === 'nobody' || patrol.isOver(current, current.holder)) {
      if (await takeNext(directory, current.number, linkFile)) return hold(directory, current.number + 1)
      continue
    }
    const waited = patrol.waitedFor(current)
    const holder = describeHolder(directory, current.number, current.holder)
    if (waited >= patience) return { holder }
    if (waited > NOTICED_MILLISECONDS && patrol.isFirstNotice()) options.onWait?.(holder)
    // At different intervals, so that those who wait do not meet again and again.
    await wait(4 + Math.random() * 20, undefined, { signal })
  }
}

/** Watches the holder of the moment: how long it is waited for, and whether it gives signs of life. */
class Patrol {
  readonly #directory: string
  #isShared: boolean | undefined
  #number = -1
  #since = 0
  #beatenAt = 0
  #heardAt = 0
  #isNoticed = false

  constructor(directory: string, isShared: boolean | undefined) {
    this.#directory = directory
    this.#isShared = isShared
  }

  /** Milliseconds that this holder has been waited for. */
  waitedFor({ number }: Ticket): number {
    const now = performance.now()
    if (number !== this.#number) {
      this.#number = number
      this.#since = now
      this.#isNoticed = false
    }
    return now - this.#since
  }

  isFirstNotice(): boolean {
    const isFirst = !this.#isNoticed
    this.#isNoticed = true
    return isFirst
  }

  /** Whether a holder holds nothing any more. A file alone is no evidence: it may have come with a repository. */
  isOver(ticket: Ticket, holder: ProcessIdentity): boolean {
    const standing = judgeProcess(holder)
    if (standing === 'alive' || standing === 'gone') return standing === 'gone'
    if (standing === 'elsewhere') {
      this.#isShared ??= mayBeShared(this.#directory)
      if (!this.#isShared) return true
    }
    return Math.abs(Date.now() - ticket.beatenAt) > SENSIBLE_MILLISECONDS || this.#isSilent(ticket)
  }

  /** Measured by watching, not by comparing clocks. */
  #isSilent({ number, beatenAt }: Ticket): boolean {
    const now = performance.now()
    if (number !== this.#number || beatenAt !== this.#beatenAt || this.#heardAt === 0) {
      this.#beatenAt = beatenAt
      this.#heardAt = now
    }
    return now - this.#heardAt > SILENCE_MILLISECONDS
  }
}

async function takeNext(directory: string, current: number, linkFile: typeof link): Promise<boolean> {
  if (current < LARGEST_NUMBER) return await take(directory, current + 1, linkFile)
  await rm(pathOf(directory, current), { recursive: true, force: true })
  return false
}

function hold(directory: string, number: number): LockAttempt {
  const path = pathOf(directory, number)
  const beat = async () => {
    const now = new Date()
    // Whoever cannot give a sign of life goes on: it is only for those who cannot see this process.
    await utimes(statSync(path).isDirectory() ? `${path}/${OWNER}` : path, now, now)
  }
  const beating = setInterval(() => void beat().catch(() => undefined), BEAT_MILLISECONDS).unref()
  const release = async () => {
    clearInterval(beating)
    await giveBack(path)
  }
  return { release }
}

function describeHolder(directory: string, number: number, holder: ProcessIdentity): LockHolder {
  const { pid, host, command = '' } = holder
  const isRemote = judgeProcess(holder) !== 'alive'
  return { pid, host: printable(host), command: printable(command), file: pathOf(directory, number), isRemote }
}

/** Others wrote it. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 80)
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
async function giveBack(path: string): Promise<void> {
  try {
    await truncate(path, 0)
  } catch (error) {
    // One that nobody could see any more was replaced; what it did is done.
    if (codeOf(error) === 'ENOENT') return
    if (codeOf(error) !== 'EISDIR') throw error
    await truncate(`${path}/${OWNER}`, 0)
  }
}

/** Puts a ticket in place, its name and its content in one step; false where another has the number. */
async function putTicket(directory: string, number: number, linkFile: typeof link): Promise<boolean> {
  // A name that no one can foresee, and no file that is there: a link in its place would lead the writing elsewhere.
  const temporary = `${directory}/ticket.${process.pid}.${randomBytes(8).toString('hex')}`
  const [target, text] = [pathOf(directory, number), JSON.stringify(identifyProcess())]
  try {
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx' })
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
