/**
 * A lock for cooperating processes. Each holder adds a file with the next number; the highest number wins and never
 * decreases, so two processes waiting for the same crashed holder cannot both take over.
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

/** How long to wait for a lock, and who hears of it. */
export interface LockOptions {
  /** Milliseconds to wait for any one holder. */
  readonly patience: number
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined
  /** Called once per holder if the wait takes longer than a second. */
  readonly onWait?: ((holder: LockHolder) => void) | undefined
  /** Creates a hard link; tests replace it to simulate a file system without links. */
  readonly linkFile?: typeof link
  /** Whether other machines can change the directory; detected if omitted. */
  readonly isShared?: boolean | undefined
}

/** The holder of a lock, as its file says, made safe to print. */
export interface LockHolder {
  readonly pid: number
  readonly host: string
  readonly command: string
  readonly file: string
  /** Whether this machine cannot see the process, so only its heartbeat counts. */
  readonly isRemote: boolean
}

/** The lock, held until it is released, or who has it. */
export type LockAttempt = { readonly release: () => Promise<void> } | { readonly holder: LockHolder }

/** Beyond any real holder's number: such a file was forged, and there would be no next number. */
const LARGEST_NUMBER = 1_000_000_000
/** Report the holder after this wait. */
const NOTICED_MILLISECONDS = 1000
/** Heartbeat interval of a holder. */
const BEAT_MILLISECONDS = 2000
/** How long an invisible holder may go without a heartbeat. */
export const SILENCE_MILLISECONDS = 10_000
/** More than two machines' clocks differ; a heartbeat older than this does not count. */
const SENSIBLE_MILLISECONDS = 10 * 60_000

/**
 * Waits until this process holds the lock; returns the holder if that one keeps it longer than `patience`.
 *
 * @example
 * import { acquireLock } from 'metier/gate'
 *
 * const lock = await acquireLock('/var/lib/hub/holders', { patience: 1000 })
 * if ('holder' in lock) console.log(`Process ${lock.holder.pid} has it`)
 * else await lock.release()
 */
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
    // Random intervals keep waiting processes from colliding again and again.
    await wait(4 + Math.random() * 20, undefined, { signal })
  }
}

/** Watches the current holder: how long we have waited, and whether its heartbeat continues. */
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

  /** Milliseconds spent waiting for this holder. */
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

  /** Whether a holder has lost the lock. A file alone proves nothing: it may have been checked in to a repository. */
  isOver(ticket: Ticket, holder: ProcessIdentity): boolean {
    const standing = judgeProcess(holder)
    if (standing === 'alive' || standing === 'gone') return standing === 'gone'
    if (standing === 'elsewhere') {
      this.#isShared ??= mayBeShared(this.#directory)
      if (!this.#isShared) return true
    }
    return Math.abs(Date.now() - ticket.beatenAt) > SENSIBLE_MILLISECONDS || this.#isSilent(ticket)
  }

  /** Measured by observation, not by comparing clocks. */
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
    // A failed heartbeat does not matter: it is only for processes that cannot see this one.
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

/** Written by other processes. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 80)
}

async function take(directory: string, number: number, linkFile: typeof link): Promise<boolean> {
  if (!(await putTicket(directory, number, linkFile))) return false
  // Check twice: one listing may miss concurrent changes.
  const isHighest = () => numbersIn(directory).at(-1) === number
  const isHeld = isHighest() && isHighest()
  const over = isHeld ? numbersIn(directory).filter((other) => other < number) : [number]
  await Promise.all(over.map((other) => rm(pathOf(directory, other), { recursive: true, force: true })))
  return isHeld
}

/** Keeps the number, free for the next holder. Truncating works even on a full disk. */
async function giveBack(path: string): Promise<void> {
  try {
    await truncate(path, 0)
  } catch (error) {
    // An invisible holder was replaced; its work is done.
    if (codeOf(error) === 'ENOENT') return
    if (codeOf(error) !== 'EISDIR') throw error
    await truncate(`${path}/${OWNER}`, 0)
  }
}

/** Creates a ticket with its content in one step; false if the number is taken. */
async function putTicket(directory: string, number: number, linkFile: typeof link): Promise<boolean> {
  // An unpredictable name that does not exist yet: a link in its place would redirect the write.
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

/** Errors from file systems without hard links. */
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
    // Systems report different errors here.
    if (existsSync(target)) return false
    throw error
  }
}
