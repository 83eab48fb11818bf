/**
 * One holder at a time among processes that agree to ask. Each holder adds a file with the next number; the highest number
 * counts and never goes down, so two that wait for the same crashed holder cannot both take its place.
 */

import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { link, rm, truncate, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from './main-file.js'
import { identifyProcess, isGone, type ProcessIdentity } from './process-identity.js'

export interface LockOptions {
  /** Milliseconds that one and the same holder is waited for. */
  readonly patience: number
  readonly signal?: AbortSignal | undefined
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
export async function acquireLock(directory: string, { patience, signal }: LockOptions): Promise<Locking> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  let waitedFor = -1
  let deadline = 0
  for (;;) {
    signal?.throwIfAborted()
    const current = readTicket(directory)
    if (current.holder === 'nobody' || isGone(current.holder)) {
      const number = current.number + 1
      if (await take(directory, number)) return { release: () => release(directory, number) }
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
      return { number, holder: parseHolder(readFileSync(pathOf(directory, number), 'utf8')) }
    } catch (error) {
      // A later holder has tidied it away since.
      if (codeOf(error) !== 'ENOENT') throw error
    }
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

async function take(directory: string, number: number): Promise<boolean> {
  const isLinked = await putTicket(directory, identifyProcess(), async (temporary) => {
    try {
      // Unlike creating it, this gives the file its name and its content in one step.
      await link(temporary, pathOf(directory, number))
      return true
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      return false
    }
  })
  if (!isLinked) return false
  // Two looks: one may fall between two changes of others.
  const isHighest = () => numbersIn(directory).at(-1) === number
  const isHeld = isHighest() && isHighest()
  const over = isHeld ? numbersIn(directory).filter((other) => other < number) : [number]
  await Promise.all(over.map((other) => rm(pathOf(directory, other), { force: true })))
  return isHeld
}

/** The number stays, free for the next. Emptying the file needs no room on a full disk. */
async function release(directory: string, number: number): Promise<void> {
  await truncate(pathOf(directory, number), 0)
}

async function putTicket(
  directory: string,
  holder: ProcessIdentity,
  put: (temporary: string) => Promise<boolean>,
): Promise<boolean> {
  const temporary = `${directory}/ticket.${process.pid}.${nextTemporary++}`
  try {
    await writeFile(temporary, JSON.stringify(holder), { mode: 0o600 })
    return await put(temporary)
  } finally {
    await rm(temporary, { force: true })
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
