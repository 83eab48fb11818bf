/** Tells one process from every other that ever had its number: a lock must not outlive its holder. */

import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { codeOf } from './main-file.js'

/** A process, as others can recognise it. */
export interface ProcessIdentity {
  readonly pid: number
  /** When it began, in the system's own count; empty where the system does not tell. */
  readonly started: string
  readonly host: string
}

/** This process. */
export function identifyProcess(): ProcessIdentity {
  return { pid: process.pid, started: startOf(process.pid) ?? '', host: hostname() }
}

/** Whether a process is surely gone. One on another machine never is: nobody here can see it. */
export function isGone({ pid, started, host }: ProcessIdentity): boolean {
  if (host !== hostname() || !Number.isSafeInteger(pid) || pid <= 0) return false
  if (!isRunning(pid)) return true
  const startedNow = startOf(pid)
  return started !== '' && startedNow !== undefined && startedNow !== started
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
