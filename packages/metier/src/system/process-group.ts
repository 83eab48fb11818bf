/** Ends a program with everything that it started. */

import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** How long a program has to end by itself. */
const GRACE_MILLISECONDS = 1_000

const MARK = 'METIER_CALL'
let marks = 0

/** A variable that everything a program starts inherits: by it those are found that left its group. */
export function createMark(): Readonly<Record<string, string>> {
  return { [MARK]: `${process.pid}-${++marks}-${Math.random().toString(36).slice(2)}` }
}

/** Ends descendants that made themselves a group of their own; only Linux shows whose they are. */
export function endStrays(pid: number | undefined, mark: Readonly<Record<string, string>>): void {
  if (process.platform !== 'linux' || pid === undefined) return
  const entry = `${MARK}=${mark[MARK]}\0`
  // What it started came after it, and numbers only grow until they begin anew.
  const later = readdirSync('/proc')
    .map(Number)
    .filter((other) => other > pid)
  for (const other of later) if (readVariables(other).includes(entry)) endOne(other)
}

function readVariables(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    // It has gone, or belongs to somebody else.
    return ''
  }
}

function endOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has gone.
  }
}

const running = new Set<ChildProcess>()

/** Sees to it that a program does not outlive this process: a group of its own hears neither Ctrl-C nor our end. */
export function tieToProcess(child: ChildProcess): void {
  if (running.size === 0) process.on('exit', endAll)
  running.add(child)
  child.once('exit', () => {
    running.delete(child)
    if (running.size === 0) process.off('exit', endAll)
  })
}

/** Nothing can be waited for any more. */
function endAll(): void {
  for (const { pid } of running) if (pid !== undefined) signalGroup(pid, 'SIGKILL')
}

/** Asks the whole group to end, and makes it end when it does not. Calling it again does no harm. */
export function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' }).on('error', () =>
      child.kill('SIGKILL'),
    )
    return
  }
  const isRunning = child.exitCode === null && child.signalCode === null
  // Nobody is there to tidy up when the program itself has gone already.
  signalGroup(child.pid, isRunning ? 'SIGTERM' : 'SIGKILL')
  if (!isRunning) return
  const { pid } = child
  const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), GRACE_MILLISECONDS)
  child.once('exit', () => clearTimeout(timer))
}

function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The group is gone.
  }
}
