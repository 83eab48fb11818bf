/** Stops a program together with everything it started. */

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { findDescendants, findMarked, readProcessList } from './process-list.js'

/** How long a program has to exit on its own. */
const GRACE_MILLISECONDS = 1_000

const MARK = 'METIER_CALL'
let marks = 0

/** A variable inherited by everything a program starts; used to find descendants that left its group. */
export function createMark(): Readonly<Record<string, string>> {
  return { [MARK]: `${process.pid}-${++marks}-${Math.random().toString(36).slice(2)}` }
}

/**
 * Kills descendants that created their own group and outlive the program. Linux shows the variables of all of them,
 * macOS only those of non-system programs, Windows none.
 */
export async function endStrays(pid: number | undefined, mark: Readonly<Record<string, string>>): Promise<void> {
  if (pid === undefined || process.platform === 'win32') return
  const entry = `${MARK}=${mark[MARK]}`
  const strays = process.platform === 'linux' ? findInProc(pid, entry) : findMarked(await runPs(LIST_VARIABLES), entry)
  for (const stray of strays) if (stray !== process.pid) endOne(stray)
}

function findInProc(pid: number, entry: string): readonly number[] {
  // Descendants have higher process ids, until ids wrap around.
  const later = readdirSync('/proc')
    .map(Number)
    .filter((other) => other > pid)
  return later.filter((other) => readVariables(other).includes(`${entry}\0`))
}

const LIST_VARIABLES = ['-A', '-E', '-ww', '-o', 'pid=,command=']
const LIST_PARENTS = ['-A', '-o', 'pid=,ppid=']
const LIST_BYTES = 64 * 1024 * 1024

/** Empty if the system has no such list; then there is nothing more to find. */
function runPs(parameters: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile('ps', [...parameters], { maxBuffer: LIST_BYTES }, (_, output) => resolve(output))
  })
}

/** All descendants of a running program, even outside its group, as far as the chain of parents reaches. */
export async function listDescendants(pid: number): Promise<readonly number[]> {
  return findDescendants(pid, readProcessList(await runPs(LIST_PARENTS)))
}

function readVariables(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    // It has exited, or belongs to another user.
    return ''
  }
}

function endOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has exited.
  }
}

const running = new Set<ChildProcess>()

/** Keeps a program from outliving this process: a separate group sees neither Ctrl-C nor our exit. */
export function tieToProcess(child: ChildProcess): void {
  if (running.size === 0) process.on('exit', endAll)
  running.add(child)
  child.once('exit', () => {
    running.delete(child)
    if (running.size === 0) process.off('exit', endAll)
  })
}

/** The process is exiting, so nothing can be awaited. */
function endAll(): void {
  for (const { pid } of running) if (pid !== undefined) signalGroup(pid, 'SIGKILL')
}

/** Asks the whole group to exit, then kills it. Safe to call again. */
export function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  if (process.platform === 'win32') endTree(child, child.pid)
  // The chain of parents breaks when the first one exits, so follow it now; Linux shows more without it.
  else if (process.platform === 'linux') endListed(child, child.pid, [])
  else if (hasEnded(child)) signalGroup(child.pid, 'SIGKILL')
  else void listDescendants(child.pid).then((listed) => endListed(child, child.pid ?? 0, listed))
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

function endListed(child: ChildProcess, pid: number, listed: readonly number[]): void {
  const finish = () => {
    signalGroup(pid, 'SIGKILL')
    for (const descendant of listed) endOne(descendant)
  }
  // There is nothing to kill if the program has already exited.
  if (hasEnded(child)) {
    finish()
    return
  }
  signalGroup(pid, 'SIGTERM')
  const timer = setTimeout(finish, GRACE_MILLISECONDS)
  child.once('exit', () => {
    clearTimeout(timer)
    finish()
  })
}

/** Windows has no groups but knows which process started which; its own tool walks that tree. */
function endTree(child: ChildProcess, pid: number): void {
  if (hasEnded(child)) return
  const killing = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
  killing.on('error', () => child.kill('SIGKILL'))
}

function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The group is gone.
  }
}
