/** Tells one process from every other that ever had its number: a lock must not outlive its holder. */

import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename } from 'node:path'
import { codeOf } from '../../skill/unknown-value.js'

/** A process, as others can recognise it. */
export interface ProcessIdentity {
  readonly pid: number
  /** When it began, in the system's own count; empty where the system does not tell. */
  readonly started: string
  readonly host: string
  /** Which start of which kernel it runs under; empty where the system does not tell. Containers of one machine share it. */
  readonly boot?: string
  /** The space that its number is from: containers count apart. */
  readonly space?: string
  /** What it is, for people: `metier install`. */
  readonly command?: string
}

/** This process. */
export function identifyProcess(): ProcessIdentity {
  const started = startOf(process.pid) ?? ''
  return { pid: process.pid, started, host: hostname(), boot: bootOf(), space: spaceOf(), command: commandOf() }
}

/** Whether a process is surely gone. One on another machine never is: nobody here can see it. */
export function isGone({ pid, started, host }: ProcessIdentity): boolean {
  if (host !== hostname() || !isNumber(pid)) return false
  if (!isRunning(pid)) return true
  const startedNow = startOf(pid)
  return started !== '' && startedNow !== undefined && startedNow !== started
}

/**
 * What can be known here of a process that a file names. `near` shares this machine but cannot be seen, such as one in a
 * container; `elsewhere` is on another machine, if it is anywhere.
 */
export type ProcessStanding = 'alive' | 'gone' | 'near' | 'elsewhere'

/** Anyone can write such a file, so only what this machine itself confirms counts as alive. */
export function judgeProcess({ pid, started, host, boot = '', space = '' }: ProcessIdentity): ProcessStanding {
  if (!isNumber(pid)) return 'gone'
  const ownBoot = bootOf()
  if (boot !== '' && boot === ownBoot) return space === spaceOf() ? judgeStart(pid, started) : 'near'
  if (host !== hostname()) return 'elsewhere'
  // An earlier version wrote no more than the number and the start.
  if (boot === '' && started !== '') return judgeStart(pid, started)
  // A system that tells neither: its number alone would be any process's.
  if (boot === ownBoot) return isRunning(pid) ? 'near' : 'gone'
  return 'elsewhere'
}

function judgeStart(pid: number, started: string): ProcessStanding {
  return isRunning(pid) && started === (startOf(pid) ?? '') ? 'alive' : 'gone'
}

function isNumber(pid: number): boolean {
  return Number.isSafeInteger(pid) && pid > 0
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

const START_FIELD = 19

/** Only Linux tells it without a program being started; elsewhere the number alone must do. */
function startOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before the last bracket may hold anything, spaces and brackets too.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    // A zombie holds nothing any more.
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : fields[START_FIELD]
  } catch {
    return undefined
  }
}

function bootOf(): string {
  return orNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
}

function spaceOf(): string {
  return orNothing(() => readlinkSync('/proc/self/ns/pid'))
}

/** Only the name of the command: its arguments may hold secrets. */
function commandOf(): string {
  const [, program = '', action = ''] = process.argv
  const name = basename(program).replace(/\.[cm]?js$/, '')
  return /^[a-z][a-z-]{0,30}$/.test(action) ? `${name} ${action}` : name
}

function orNothing(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
