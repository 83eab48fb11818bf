/** Ends a program with everything that it started. */

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { findDescendants, findMarked, readProcessList } from './process-list.js'

/** How long a program has to end by itself. */
const GRACE_MILLISECONDS = 1_000

const MARK = 'METIER_CALL'
let marks = 0

/** A variable that everything a program starts inherits: by it those are found that left its group. */
export function createMark(): Readonly<Record<string, string>> {
  return { [MARK]: `${process.pid}-${++marks}-${Math.random().toString(36).slice(2)}` }
}

/**
 * Ends descendants that made themselves a group of their own and outlive the program. Linux shows the variables of all
 * of them; macOS those of programs that are not part of the system; Windows none.
 */
export async function endStrays(pid: number | undefined, mark: Readonly<Record<string, string>>): Promise<void> {
  if (pid === undefined || process.platform === 'win32') return
  const entry = `${MARK}=${mark[MARK]}`
  const strays = process.platform === 'linux' ? findInProc(pid, entry) : findMarked(await runPs(LIST_VARIABLES), entry)
  for (const stray of strays) if (stray !== process.pid) endOne(stray)
}

function findInProc(pid: number, entry: string): readonly number[] {
  // What it started came after it, and numbers only grow until they begin anew.
  const later = readdirSync('/proc')
    .map(Number)
    .filter((other) => other > pid)
  return later.filter((other) => readVariables(other).includes(`${entry}\0`))
}

const LIST_VARIABLES = ['-A', '-E', '-ww', '-o', 'pid=,command=']
const LIST_PARENTS = ['-A', '-o', 'pid=,ppid=']
const LIST_BYTES = 64 * 1024 * 1024

/** Empty where the system has no such list: then nothing more can be found. */
function runPs(parameters: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile('ps', [...parameters], { maxBuffer: LIST_BYTES }, (_, output) => resolve(output))
  })
}

/** What a running program started, also outside its group, as long as the chain of parents leads there. */
export async function listDescendants(pid: number): Promise<readonly number[]> {
  return findDescendants(pid, readProcessList(await runPs(LIST_PARENTS)))
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
  if (process.platform === 'win32') endTree(child, child.pid)
  // The chain of parents breaks when the first of them ends, so it is followed before; Linux shows more without it.
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
  // Nobody is there to tidy up when the program itself has gone already.
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

/** Windows knows no groups, but which process started which: the tree is walked by its own program. */
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
