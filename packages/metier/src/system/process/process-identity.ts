/** Identifies a process uniquely, even if its id is reused: a lock must not outlive its holder. */

import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename } from 'node:path'
import { codeOf } from '../../skill/unknown-value.js'

/** A process, as others can recognize it. */
export interface ProcessIdentity {
  readonly pid: number
  /** Its start time in the system's own units; empty if unknown. */
  readonly started: string
  readonly host: string
  /** The boot id of its kernel; empty if unknown. Containers on one machine share it. */
  readonly boot?: string
  /** Its process id namespace: containers count separately. */
  readonly space?: string
  /** A description for people: `metier install`. */
  readonly command?: string
}

/** This process. */
export function identifyProcess(): ProcessIdentity {
  const started = startOf(process.pid) ?? ''
  return { pid: process.pid, started, host: hostname(), boot: bootOf(), space: spaceOf(), command: commandOf() }
}

/** Whether a process is certainly gone. One on another machine never is, because it cannot be seen from here. */
export function isGone({ pid, started, host }: ProcessIdentity): boolean {
  if (host !== hostname() || !isNumber(pid)) return false
  if (!isRunning(pid)) return true
  const startedNow = startOf(pid)
  return started !== '' && startedNow !== undefined && startedNow !== started
}

/**
 * What this machine knows about a process named in a file. `near` shares this machine but is not visible, such as one
 * in a container; `elsewhere` is on another machine, if it exists at all.
 */
export type ProcessStanding = 'alive' | 'gone' | 'near' | 'elsewhere'

/** Anyone can write such a file, so a process counts as alive only if this machine confirms it. */
export function judgeProcess({ pid, started, host, boot = '', space = '' }: ProcessIdentity): ProcessStanding {
  if (!isNumber(pid)) return 'gone'
  const ownBoot = bootOf()
  if (boot !== '' && boot === ownBoot) return space === spaceOf() ? judgeStart(pid, started) : 'near'
  if (host !== hostname()) return 'elsewhere'
  // Older versions wrote only the id and the start time.
  if (boot === '' && started !== '') return judgeStart(pid, started)
  // On a system that reports neither, the id alone could match any process.
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

/** Only Linux reports it without starting a program; elsewhere the id alone has to do. */
function startOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before the last parenthesis may contain anything, including spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    // A zombie holds nothing.
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

/** Only the command name: its arguments may contain secrets. */
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
