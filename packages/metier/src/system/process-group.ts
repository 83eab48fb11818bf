/** Ends a program with everything that it started. */

import { type ChildProcess, spawn } from 'node:child_process'

/** How long a program has to end by itself. */
const GRACE_MILLISECONDS = 1_000

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
